// The register layer's rule about barriers, and the recorder that watches it: each way to break it is kept here.

#include "board_test.hpp"

#include <array>
#include <bcm283x/gpio.hpp>
#include <platform/pins.hpp>

namespace cane::desk {
namespace {

namespace backend = bcm283x::register_backend;
using bcm283x::Gpio;
using bcm283x::PeripheralAccess;
using bcm283x::SystemTimerBlock;

constexpr std::uintptr_t timer_counter = SystemTimerBlock::base + 0x04;
constexpr std::uintptr_t gpio_set = Gpio::base + 0x1C;

class Memory : public RegisterModel {
 public:
  std::uint32_t load(std::uint32_t offset) override { return words.at(offset / 4); }
  void store(std::uint32_t offset, std::uint32_t value) override { words.at(offset / 4) = value; }
  std::array<std::uint32_t, 64> words{};
};

class Registers : public BoardTest {
 public:
  Registers() { recorder.attach("the pins", Gpio::base, 0xA4, pins); }
  Memory pins;
};

TEST_F(Registers, AccessIsAWordAtBasePlusOffset) {
  PeripheralAccess<Gpio>{}.write(Gpio::Register::set, 1, 0x1234'5678);
  EXPECT_EQ(pins.words[0x20 / 4], 0x1234'5678U);
  EXPECT_EQ(PeripheralAccess<Gpio>{}.read(Gpio::Register::set, 1), 0x1234'5678U);
}

TEST_F(Registers, ScopesOfTwoPeripheralsAreOrdered) {
  PeripheralAccess<Gpio>{}.write(Gpio::Register::set, 1);
  (void)PeripheralAccess<SystemTimerBlock>{}.read(SystemTimerBlock::Register::counter_low);
  PeripheralAccess<Gpio>{}.write(Gpio::Register::clear, 1);
}

TEST_F(Registers, NestedScopesAreOrdered) {
  const PeripheralAccess<Gpio> gpio;
  gpio.write(Gpio::Register::set, 1);
  (void)PeripheralAccess<SystemTimerBlock>{}.read(SystemTimerBlock::Register::counter_low);
  gpio.write(Gpio::Register::clear, 1);
}

TEST_F(Registers, HandlerThatInterruptsAScopeIsOrdered) {
  const PeripheralAccess<Gpio> gpio;
  gpio.write(Gpio::Register::set, 1);
  in_interrupt([] { (void)PeripheralAccess<SystemTimerBlock>{}.read(SystemTimerBlock::Register::counter_low); });
  gpio.write(Gpio::Register::clear, 1);
}

TEST_F(Registers, ChangeOfPeripheralWithNoBarrierIsCaught) {
  backend::store(gpio_set, 1);
  (void)backend::load(timer_counter);
  expect_violation("no barrier between the pins and the system timer");
}

TEST_F(Registers, HandlerThatBeginsWithNoBarrierIsCaught) {
  in_interrupt([] {
    (void)backend::load(timer_counter);
    backend::order_memory();
  });
  expect_violation("begins with no barrier before the system timer");
}

TEST_F(Registers, HandlerThatEndsWithNoBarrierIsCaught) {
  in_interrupt([] {
    backend::order_memory();
    backend::store(gpio_set, 1);
  });
  expect_violation("ends with no barrier after the pins");
}

TEST_F(Registers, AccessToNoPeripheralIsCaught) {
  (void)backend::load(Gpio::base + 0x1000);
  expect_violation("where there is no peripheral");
}

TEST_F(Registers, AccessBesideAWordIsCaught) {
  backend::store(gpio_set + 2, 1);
  expect_violation("which is no word's address");
}

TEST_F(Registers, UnmaskingTooOftenIsCaught) {
  backend::unmask_interrupts();
  expect_violation("unmasked that were not masked");
}

TEST_F(Registers, BufferOffACacheLineIsCaught) {
  alignas(64) std::uint32_t buffer[32] = {};
  backend::hand_to_device(buffer + 1, 64);
  expect_violation("does not begin on a cache line");
}

TEST_F(Registers, BufferOfHalfACacheLineIsCaught) {
  alignas(64) std::uint32_t buffer[32] = {};
  backend::hand_to_device(buffer, 32);
  expect_violation("does not fill whole cache lines");
}

// The switch pin has no barrier, and must not count as an access that would need one.
TEST_F(Registers, UnorderedStoreTakesNoPartInTheOrder) {
  platform::SwitchPin pin{platform::pin_registers::set};
  const PeripheralAccess<SystemTimerBlock> timer_access;
  (void)timer_access.read(SystemTimerBlock::Register::counter_low);
  platform::toggle(pin);
  (void)timer_access.read(SystemTimerBlock::Register::counter_low);
}

}  // namespace
}  // namespace cane::desk
