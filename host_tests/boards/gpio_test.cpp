// The pins, the kernel's two of them, and LEDs.

#include "board_test.hpp"
#include "gpio_model.hpp"

#include <bcm283x/gpio.hpp>
#include <bcm283x/led.hpp>
#include <platform/pins.hpp>

namespace cane::desk {
namespace {

namespace gpio = bcm283x::gpio;
using bcm283x::Gpio;
using bcm283x::PeripheralAccess;
using bcm283x::Pin;
using bcm283x::PinFunction;
using bcm283x::PinPull;

constexpr std::uint64_t bit(Pin pin) { return std::uint64_t{1} << pin; }

class Pins : public BoardTest {
 public:
  Pins() { recorder.attach("the pins", Gpio::base, 0xA4, pins); }
  GpioModel pins{recorder, timer};
};

TEST_F(Pins, FunctionOfOnePinLeavesItsNeighboursAlone) {
  for (Pin pin = 0; pin < bcm283x::pin_count; ++pin) gpio::select_function(pin, PinFunction::alt3);
  gpio::select_function(14, PinFunction::alt0);
  gpio::select_function(47, PinFunction::output);
  for (Pin pin = 0; pin < bcm283x::pin_count; ++pin) {
    const unsigned expected = pin == 14 ? 4 : pin == 47 ? 1 : 7;
    EXPECT_EQ(pins.function(pin), expected) << "pin " << pin;
  }
}

TEST_F(Pins, OutputsFollowInBothWords) {
  for (const Pin pin : {0U, 17U, 31U, 32U, 53U}) {
    gpio::select_function(pin, PinFunction::output);
    gpio::raise(pin);
    EXPECT_EQ(pins.levels(), bit(pin));
    EXPECT_TRUE(gpio::is_high(pin));
    gpio::lower(pin);
    EXPECT_EQ(pins.levels(), 0U);
    EXPECT_FALSE(gpio::is_high(pin));
  }
}

TEST_F(Pins, InputShowsTheOutsideNotTheLatch) {
  gpio::raise(5);
  EXPECT_FALSE(gpio::is_high(5));
  pins.outside = bit(5) | bit(40);
  EXPECT_TRUE(gpio::is_high(5));
  EXPECT_TRUE(gpio::is_high(40));
}

TEST_F(Pins, MaskMovesAllItsPinsInOneStore) {
  for (const Pin pin : {2U, 3U, 4U}) gpio::select_function(pin, PinFunction::output);
  gpio::raise_mask(0b11100);
  gpio::lower_mask(0b01100);
  EXPECT_EQ(pins.levels_after_store, (std::vector<std::uint64_t>{0b11100, 0b10000}));
}

TEST_F(Pins, PinThatIsNotThereIsIgnored) {
  gpio::select_function(54, PinFunction::output);
  gpio::raise(54);
  gpio::lower(60);
  gpio::set_pull(54, PinPull::up);
  EXPECT_FALSE(gpio::is_high(54));
  EXPECT_TRUE(pins.levels_after_store.empty());
}

TEST_F(Pins, PullTakesHoldOfOnePin) {
  gpio::set_pull(15, PinPull::up);
  gpio::set_pull(40, PinPull::down);
  for (Pin pin = 0; pin < bcm283x::pin_count; ++pin) {
    EXPECT_EQ(pins.pulls.at(pin), pin == 15 ? PinPull::up : pin == 40 ? PinPull::down : PinPull::off);
  }
  gpio::set_pull(15, PinPull::off);
  EXPECT_EQ(pins.pulls[15], PinPull::off);
}

TEST_F(Pins, SwitchFlipsBothPinsInOneStoreStartingHigh) {
  gpio::select_function(4, PinFunction::output);
  gpio::select_function(7, PinFunction::output);
  platform::SwitchPin pin{};
  platform::initialise(pin);
  pins.levels_after_store.clear();
  for (int i = 0; i < 3; ++i) platform::toggle(pin);
  const std::uint64_t both = bit(4) | bit(7);
  EXPECT_EQ(pins.levels_after_store, (std::vector<std::uint64_t>{both, 0, both}));
}

TEST_F(Pins, MarkerPulsesAndLeavesTheSwitchAlone) {
  for (const Pin pin : {4U, 7U, 17U}) gpio::select_function(pin, PinFunction::output);
  platform::SwitchPin pin{};
  platform::initialise(pin);
  platform::toggle(pin);
  pins.levels_after_store.clear();
  platform::pulse_marker();
  const std::uint64_t both = bit(4) | bit(7);
  EXPECT_EQ(pins.levels_after_store, (std::vector<std::uint64_t>{both | bit(17), both}));
}

TEST_F(Pins, LedIsDarkFromTheStartWhateverItsPolarity) {
  const bcm283x::Led lit_when_low{47, bcm283x::LitWhen::low};
  const bcm283x::Led lit_when_high{46, bcm283x::LitWhen::high};
  lit_when_low.initialise();
  lit_when_high.initialise();
  EXPECT_EQ(pins.levels(), bit(47));
  lit_when_low.turn_on();
  lit_when_high.turn_on();
  EXPECT_EQ(pins.levels(), bit(46));
}

TEST_F(Pins, ModelKeepsAPullThatWasNotGivenTime) {
  const PeripheralAccess<Gpio> access;
  access.write(Gpio::Register::pull_mode, 2);
  access.write(Gpio::Register::pull_clock, 0, 1U << 15);
  access.write(Gpio::Register::pull_mode, 0);
  access.write(Gpio::Register::pull_clock, 0, 0);
  EXPECT_EQ(pins.pulls[15], PinPull::off);
}

TEST_F(Pins, ModelCatchesAFunctionChangedWithInterruptsUnmasked) {
  const PeripheralAccess<Gpio> access;
  access.write(Gpio::Register::function_select, access.read(Gpio::Register::function_select) | 1);
  expect_violation("with interrupts unmasked");
}

}  // namespace
}  // namespace cane::desk
