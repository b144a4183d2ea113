// Finding, enabling and answering interrupt lines.

#include "board_test.hpp"
#include "interrupt_controller_model.hpp"

#include <bcm283x/dispatch.hpp>
#include <bcm283x/handler_table.hpp>
#include <bcm283x/interrupt_controller.hpp>
#include <optional>
#include <set>

namespace cane::desk {
namespace {

namespace interrupt_controller = bcm283x::interrupt_controller;
namespace line = bcm283x::line;
using bcm283x::HandlerTable;
using bcm283x::InterruptControllerBlock;

class InterruptController : public BoardTest {
 public:
  InterruptController() {
    recorder.attach("the interrupt controller", InterruptControllerBlock::base, 0x28, controller);
  }

  std::optional<InterruptLine> next_pending() {
    std::optional<InterruptLine> found;
    in_interrupt([&] { found = interrupt_controller::next_pending(); });
    return found;
  }

  InterruptControllerModel controller;
};

TEST_F(InterruptController, TurnsOffWhateverFirmwareLeftOn) {
  controller.enables = {0x0000'0200, 0xFFFF'FFFF, 0xFF};
  controller.fiq_control = 0x89;
  interrupt_controller::disable_all();
  EXPECT_EQ(controller.enables, (std::array<std::uint32_t, 3>{0, 0, 0}));
  EXPECT_EQ(controller.fiq_control, 0U);
}

TEST_F(InterruptController, EnablesAndDisablesOneLine) {
  for (unsigned number = 0; number < 72; ++number) {
    interrupt_controller::enable(InterruptLine{number});
    for (unsigned other = 0; other < 72; ++other) EXPECT_EQ(controller.is_enabled(other), other == number);
    interrupt_controller::disable(InterruptLine{number});
    EXPECT_FALSE(controller.is_enabled(number));
  }
}

TEST_F(InterruptController, FindsEveryLineThatIsEnabledAndPending) {
  for (unsigned number = 0; number < 72; ++number) {
    controller.raise(number);
    EXPECT_EQ(next_pending(), std::nullopt) << "line " << number << " is not enabled";
    interrupt_controller::enable(InterruptLine{number});
    EXPECT_EQ(next_pending(), InterruptLine{number});
    interrupt_controller::disable(InterruptLine{number});
    controller.lower(number);
  }
}

TEST_F(InterruptController, FindsAllLinesOneAfterTheOther) {
  std::set<unsigned> expected;
  for (const unsigned number : {0U, 3U, 31U, 32U, 57U, 63U, 64U, 71U}) {
    controller.raise(number);
    interrupt_controller::enable(InterruptLine{number});
    expected.insert(number);
  }
  std::set<unsigned> found;
  while (const auto pending = next_pending()) {
    found.insert(static_cast<unsigned>(*pending));
    controller.lower(static_cast<unsigned>(*pending));
  }
  EXPECT_EQ(found, expected);
}

// The basic word shows it by then, in bits that are no lines of their own.
TEST_F(InterruptController, LineThatRisesDuringTheSearchIsNotTakenForAnother) {
  interrupt_controller::enable(line::pl011);
  controller.rises_after_look = 57;
  EXPECT_EQ(next_pending(), std::nullopt);
  EXPECT_EQ(next_pending(), line::pl011);
}

TEST_F(InterruptController, SpuriousInterruptFindsNothing) { EXPECT_EQ(next_pending(), std::nullopt); }

// Why the summary bits are not used: the UART's line does not show there.
TEST_F(InterruptController, ModelHidesTheUartFromTheSummaryBits) {
  controller.raise(57);
  interrupt_controller::enable(line::pl011);
  const std::uint32_t basic =
      bcm283x::PeripheralAccess<InterruptControllerBlock>{}.read(InterruptControllerBlock::Register::basic_pending);
  EXPECT_EQ(basic & 0x300, 0U);
  EXPECT_EQ(basic, 1U << 19);
  controller.raise(48);
  interrupt_controller::enable(InterruptLine{48});
  EXPECT_EQ(controller.load(0), 1U << 19 | 1U << 9);
}

class Handlers : public InterruptController {
 public:
  HandlerTable table;
  int calls = 0;

  static void count(void* context) { ++*static_cast<int*>(context); }
};

TEST_F(Handlers, RunWithTheirContext) {
  table.attach(InterruptLine{71}, count, &calls);
  EXPECT_TRUE(table.run(InterruptLine{71}));
  EXPECT_EQ(calls, 1);
}

TEST_F(Handlers, LastOneAttachedAnswers) {
  int later_calls = 0;
  table.attach(line::pl011, count, &calls);
  table.attach(line::pl011, count, &later_calls);
  EXPECT_TRUE(table.run(line::pl011));
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(later_calls, 1);
}

TEST_F(Handlers, LineThatNobodyAnswersIsCounted) {
  EXPECT_FALSE(table.run(InterruptLine{5}));
  EXPECT_FALSE(table.run(InterruptLine{line::end - 1}));
  EXPECT_EQ(table.unanswered(), 2U);
}

TEST_F(Handlers, ReachTheLastLocalLine) {
  const InterruptLine last{line::end - 1};
  ASSERT_TRUE(line::is_local(last));
  table.attach(last, count, &calls);
  EXPECT_TRUE(table.run(last));
}

TEST_F(Handlers, DispatchRunsOneOfThePendingLines) {
  for (const unsigned number : {3U, 57U}) {
    table.attach(InterruptLine{number}, count, &calls);
    interrupt_controller::enable(InterruptLine{number});
    controller.raise(number);
  }
  in_interrupt([&] { bcm283x::dispatch_shared_line(table); });
  EXPECT_EQ(calls, 1);
  EXPECT_TRUE(controller.interrupt_pending()) << "answering a line does not take its level away";
}

TEST_F(Handlers, DispatchMasksALineThatNobodyAnswers) {
  interrupt_controller::enable(InterruptLine{9});
  controller.raise(9);
  in_interrupt([&] { bcm283x::dispatch_shared_line(table); });
  EXPECT_FALSE(controller.interrupt_pending());
  EXPECT_EQ(table.unanswered(), 1U);
}

TEST_F(Handlers, DispatchOfASpuriousInterruptDoesNothing) {
  in_interrupt([&] { bcm283x::dispatch_shared_line(table); });
  EXPECT_EQ(table.unanswered(), 0U);
}

static_assert(line::is_shared(InterruptLine{71}) && !line::is_shared(InterruptLine{72}));
static_assert(line::is_local(InterruptLine{96}) && line::is_local(InterruptLine{107}));
static_assert(!line::is_local(InterruptLine{95}) && !line::is_local(InterruptLine{108}));

}  // namespace
}  // namespace cane::desk
