// The UART in both characters of its model, and the divisor.

#include "board_test.hpp"
#include "pl011_model.hpp"

#include <bcm283x/pl011.hpp>
#include <cmath>
#include <string>

namespace cane::desk {
namespace {

using bcm283x::baud_divisor;
using bcm283x::BaudDivisor;
using bcm283x::Pl011;
using bcm283x::Pl011Block;

static_assert(baud_divisor(48'000'000, 115'200) == BaudDivisor{26, 3});
static_assert(baud_divisor(3'000'000, 115'200) == BaudDivisor{1, 40});
static_assert(baud_divisor(48'000'000, 3'000'000) == BaudDivisor{1, 0});
static_assert(baud_divisor(250'000'000, 9'600) == BaudDivisor{1627, 39});
static_assert(baud_divisor(1'000'000'000, 115'200) == BaudDivisor{542, 34});
static_assert(!baud_divisor(48'000'000, 3'000'001), "the fastest rate is a sixteenth of the clock");
static_assert(!baud_divisor(3'000'000, 921'600));
static_assert(!baud_divisor(0, 115'200) && !baud_divisor(48'000'000, 0));
static_assert(!baud_divisor(1'000'000'000, 300), "the slowest rate is the clock / 16 / 65535");
static_assert(!baud_divisor(1'000'000'001, 115'200));
static_assert(!baud_divisor(48'000'000, 0xFFFF'FFFF));

TEST(BaudDivisor, IsTheNearestOneForEveryRateInUse) {
  for (const std::uint32_t clock : {3'000'000U, 14'745'600U, 48'000'000U, 48'000'001U, 250'000'000U, 1'000'000'000U}) {
    for (const std::uint32_t rate : {1'200U, 9'600U, 57'600U, 115'200U, 921'600U, 1'000'000U, 3'000'000U}) {
      const double ideal = static_cast<double>(clock) / (16.0 * rate);
      const auto divisor = baud_divisor(clock, rate);
      ASSERT_EQ(divisor.has_value(), ideal >= 1 && ideal <= 65535) << clock << " Hz, " << rate << " baud";
      if (!divisor) continue;
      EXPECT_LT(divisor->fraction, 64U);
      EXPECT_LE(std::abs(divisor->integer * 64.0 + divisor->fraction - ideal * 64.0), 0.5 + 1e-6)
          << clock << " Hz, " << rate << " baud";
    }
  }
}

TEST(BaudDivisor, CarriesAFractionThatRoundsUpToAWhole) {
  // 15,999,999 / (16 × 500,000) is 1.999999875: nearer to 2 than to 1 63/64.
  EXPECT_EQ(baud_divisor(15'999'999, 500'000), (BaudDivisor{2, 0}));
}

class Uart : public BoardTest, public testing::WithParamInterface<Pl011Model::Character> {
 public:
  Uart() { recorder.attach("the UART", Pl011Block::base, 0x48, model); }

  void SetUp() override { ASSERT_TRUE(uart.configure(48'000'000, 115'200)); }

  [[nodiscard]] bool is_hardware() const { return GetParam() == Pl011Model::Character::hardware; }

  // Lets the line and the interrupts work until both are quiet. The number of interrupts.
  unsigned run_interrupts(std::size_t line_speed = 3) {
    unsigned interrupts = 0;
    for (unsigned quiet = 0; quiet < 16; ++quiet) {
      model.send(line_speed);
      if (!model.interrupt_pending()) continue;
      in_interrupt([&] { uart.handle_interrupt(); });
      quiet = 0;
      if (++interrupts > 10'000) {
        ADD_FAILURE() << "the interrupt does not go away";
        break;
      }
    }
    return interrupts;
  }

  std::string read_all() {
    std::string text;
    while (const auto character = uart.try_read()) text += *character;
    return text;
  }

  static std::string long_text(std::size_t length) {
    std::string text;
    for (std::size_t i = 0; text.size() < length; ++i) text += std::to_string(i) + (i % 10 == 9 ? "\n" : " ");
    text.resize(length);
    return text;
  }

  Pl011Model model{recorder, GetParam()};
  Pl011 uart;
};

INSTANTIATE_TEST_SUITE_P(As,
                         Uart,
                         testing::Values(Pl011Model::Character::hardware, Pl011Model::Character::emulator),
                         [](const auto& parameter) {
                           return parameter.param == Pl011Model::Character::hardware ? "Hardware" : "Emulator";
                         });

TEST_P(Uart, ConfiguresEightBitsWithFifosAtTheDivisor) {
  EXPECT_TRUE(model.is_enabled());
  EXPECT_EQ(model.line_control(), 0x70U);
  EXPECT_EQ(model.divisor(), (BaudDivisor{26, 3}));
}

TEST_P(Uart, ConfiguresADirtyOne) {
  model.leave_dirty();
  ASSERT_TRUE(uart.configure(3'000'000, 115'200));
  EXPECT_EQ(model.divisor(), (BaudDivisor{1, 40}));
  EXPECT_FALSE(model.interrupt_pending());
  EXPECT_EQ(uart.try_read(), std::nullopt);
  EXPECT_EQ(model.sent, "xy") << "what was being sent is let out";
}

TEST_P(Uart, ConfiguresOneWhoseClockStoodStill) {
  model.leave_dirty();
  model.clock_stands = true;
  EXPECT_TRUE(uart.configure(48'000'000, 115'200));
}

TEST_P(Uart, RefusesAnImpossibleRateAndStaysAsItWas) {
  EXPECT_FALSE(uart.configure(3'000'000, 921'600));
  EXPECT_EQ(model.divisor(), (BaudDivisor{26, 3}));
  EXPECT_TRUE(model.is_enabled());
  Pl011 fresh;
  EXPECT_FALSE(fresh.configure(0, 115'200));
  EXPECT_FALSE(fresh.is_configured());
}

TEST_P(Uart, SendsAShortTextWithoutAnyInterrupt) {
  uart.write("cane");
  model.send(16);
  EXPECT_EQ(model.sent, "cane");
}

TEST_P(Uart, SendsALongTextByInterrupt) {
  const std::string text = long_text(3'000);
  uart.write(text);
  EXPECT_LT(model.sent.size(), 64U) << "the caller does not wait for the line";
  EXPECT_GT(run_interrupts(), 100U);
  EXPECT_EQ(model.sent, text);
  EXPECT_FALSE(model.interrupt_pending()) << "with nothing to send the interrupt is off";
}

TEST_P(Uart, SwitchesTheTransmitInterruptOffWhenAllIsSent) {
  uart.write(long_text(500));
  run_interrupts();
  uart.write("cane");
  EXPECT_EQ(run_interrupts(), 0U);
  EXPECT_EQ(model.sent, long_text(500) + "cane");
}

TEST_P(Uart, KeepsTheOrderOfManyTextsOfEveryAlignment) {
  alignas(8) char source[64];
  std::string expected;
  for (unsigned i = 0; i < 3'000; ++i) {
    const std::size_t offset = i % 7;
    const std::size_t length = i % 23;
    for (std::size_t at = 0; at < length; ++at) source[offset + at] = static_cast<char>('a' + (i + at) % 26);
    uart.write({source + offset, length});
    expected.append(source + offset, length);
    if (i % 1'000 == 999) run_interrupts();  // in between, the buffer fills up to the brim
  }
  run_interrupts();
  EXPECT_EQ(model.sent, expected);
}

TEST_P(Uart, DrainsAFullBufferByPolling) {
  const std::string text = long_text(std::size_t{5} * Pl011::transmit_capacity);
  uart.write(text);
  EXPECT_GE(model.sent.size(), std::size_t{4} * Pl011::transmit_capacity - 64);
  run_interrupts();
  EXPECT_EQ(model.sent, text);
}

TEST_P(Uart, TextWrittenInAHandlerComesAfterWhatIsQueued) {
  uart.write(long_text(100));
  in_interrupt([&] { uart.write("handler"); });
  run_interrupts();
  EXPECT_EQ(model.sent, long_text(100) + "handler");
}

TEST_P(Uart, LastWordsComeAfterWhatIsQueuedAndNeedNoInterrupt) {
  const std::string text = long_text(1'000);
  uart.write(text);
  uart.write_now("panic\n");
  model.send(16);
  EXPECT_EQ(model.sent, text + "panic\n");
}

TEST_P(Uart, GoesOnByInterruptAfterLastWords) {
  uart.write(long_text(1'000));
  uart.write_now("!");
  uart.write(long_text(500));
  run_interrupts();
  EXPECT_EQ(model.sent, long_text(1'000) + "!" + long_text(500));
}

TEST_P(Uart, FlushWaitsForTheLine) {
  uart.write(long_text(300));
  uart.flush();
  EXPECT_EQ(model.sent, long_text(300));
}

TEST_P(Uart, ReceivesEveryCharacter) {
  std::string expected;
  for (unsigned burst = 1; burst <= 60; ++burst) {
    const std::string text = long_text(burst % 16 + 1);
    model.receive(text);
    model.fall_silent();
    run_interrupts();
    expected += text;
    if (burst % 5 != 0) continue;
    EXPECT_EQ(read_all(), expected);
    expected.clear();
  }
  EXPECT_EQ(read_all(), expected);
}

TEST_P(Uart, ReceivesACharacterThatComesWhileTheInterruptEnds) {
  model.receive("a");
  model.arrives_late = "b";
  model.fall_silent();
  run_interrupts();
  model.fall_silent();
  run_interrupts();
  EXPECT_EQ(read_all(), "ab");
}

TEST_P(Uart, ReceivesWhileItSends) {
  uart.write(long_text(2'000));
  std::string received;
  for (int i = 0; i < 50; ++i) {
    model.receive("abc");
    model.fall_silent();
    model.send(5);
    if (model.interrupt_pending()) in_interrupt([&] { uart.handle_interrupt(); });
    received += read_all();
  }
  model.fall_silent();
  run_interrupts();
  received += read_all();
  EXPECT_EQ(received.size(), 150U);
  EXPECT_EQ(model.sent, long_text(2'000));
}

TEST_P(Uart, TellsTheHandlerWhenCharactersCameAndOnlyThen) {
  int calls = 0;
  uart.on_receive([](void* context) { ++*static_cast<int*>(context); }, &calls);
  uart.write(long_text(500));
  run_interrupts();
  EXPECT_EQ(calls, 0);
  model.receive("x");
  model.fall_silent();
  run_interrupts();
  EXPECT_EQ(calls, 1);
  uart.on_receive(nullptr, nullptr);
  model.receive("y");
  model.fall_silent();
  run_interrupts();
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(read_all(), "xy");
}

TEST_P(Uart, CountsCharactersThatNobodyRead) {
  for (unsigned i = 0; i < Pl011::receive_capacity + 10; ++i) {
    model.receive(std::string(1, static_cast<char>('a' + i % 26)));
    model.fall_silent();
    run_interrupts();
  }
  EXPECT_EQ(read_all().size(), Pl011::receive_capacity);
  EXPECT_EQ(uart.receive_errors().dropped, 10U);
}

TEST_P(Uart, ThrowsDamagedCharactersAwayAndKeepsTheOthers) {
  model.receive("a");
  model.receive("b", 1U << 8);
  model.receive("c", 1U << 10);
  model.receive("d", 1U << 11);
  model.fall_silent();
  run_interrupts();
  EXPECT_EQ(read_all(), "ad");
  EXPECT_EQ(uart.receive_errors().damaged, 2U);
  EXPECT_EQ(uart.receive_errors().overruns, 1U);
}

// The traps that decide the order in the driver; the models have them.
class UartTraps : public Uart {
 public:
  using Register = Pl011Block::Register;
  using Access = bcm283x::PeripheralAccess<Pl011Block>;
  static constexpr std::uint32_t interrupt_receive = 1U << 4;
  static constexpr std::uint32_t interrupt_transmit = 1U << 5;
};
class EmulatorTraps : public UartTraps {};
class HardwareTraps : public UartTraps {};
INSTANTIATE_TEST_SUITE_P(As, EmulatorTraps, testing::Values(Pl011Model::Character::emulator));
INSTANTIATE_TEST_SUITE_P(As, HardwareTraps, testing::Values(Pl011Model::Character::hardware));

TEST_P(EmulatorTraps, ReceiveClearedWithCharactersLeftIsLostForGood) {
  model.receive("ab");
  const Access access;
  (void)access.read(Register::data);
  access.write(Register::interrupt_clear, interrupt_receive);
  model.receive("c");
  EXPECT_FALSE(model.interrupt_pending());
}

TEST_P(HardwareTraps, TransmitInterruptDoesNotComeByItself) {
  Access{}.write(Register::interrupt_mask, interrupt_transmit);
  model.send(16);
  EXPECT_FALSE(model.interrupt_pending()) << "an empty FIFO has nothing to run down from";
}

TEST_P(HardwareTraps, DivisorWrittenAfterLineControlIsNotTakenOver) {
  const Access access;
  access.write(Register::control, 0);
  access.write(Register::line_control, 0x70);
  access.write(Register::integer_divisor, 1);
  EXPECT_EQ(model.divisor(), (BaudDivisor{26, 3}));
}

TEST_P(HardwareTraps, CharacterWrittenToAFullFifoIsLost) {
  for (int i = 0; i < 17; ++i) Access{}.write(Register::data, 'x');
  expect_violation("written to a full FIFO");
}

TEST_P(HardwareTraps, DivisorWrittenWhileTheUartIsOnIsCaught) {
  Access{}.write(Register::integer_divisor, 1);
  expect_violation("while the UART is on");
}

}  // namespace
}  // namespace cane::desk
