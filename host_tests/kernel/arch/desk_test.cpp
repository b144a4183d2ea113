// The desk's own processor and board: they hold the kernel to the protocol, so their checks must bite.

#include <arch/context.hpp>
#include <arch/desk.hpp>
#include <host_tests/support/kernel_test.hpp>
#include <platform/desk.hpp>
#include <platform/platform.hpp>
#include <sched/core.hpp>

namespace cane::test {
namespace {

class Desk : public KernelTest {};

TEST_F(Desk, CatchesAMaskThatIsGivenBackTwice) {
  machine.thread("A", 3, [] {
    const arch::IrqState before = arch::mask_interrupts();
    arch::restore_interrupts(before);
    arch::restore_interrupts(before);
  });
  EXPECT_DEATH(machine.run(), "given back, but was not taken");
}

TEST_F(Desk, CatchesAHandlerThatLiftsTheMask) {
  EXPECT_DEATH(machine.interrupt([] { arch::unmask_interrupts(); }),
               "a handler lifts the interrupt mask|handler lifts");
}

TEST_F(Desk, CatchesASwitchWithoutTheMask) {
  Worker& other = machine.thread("other", 5, [] {});
  machine.thread("A", 3, [&] { (void)arch::cane_switch_context(&other.control(), arch::IrqState{}); });
  EXPECT_DEATH(machine.run(), "not in a thread with interrupts masked");
}

TEST_F(Desk, CatchesASwitchInAHandler) {
  Worker& other = machine.thread("other", 5, [] {});
  EXPECT_DEATH(machine.interrupt([&] { (void)arch::cane_switch_context(&other.control(), arch::IrqState{}); }),
               "not in a thread with interrupts masked");
}

TEST_F(Desk, CatchesRegistersThatAreLeftInTheCore) {
  Worker& other = machine.thread("other", 5, [] {});
  machine.thread("A", 3, [&] {
    const arch::IrqState before = arch::mask_interrupts();
    arch::desk::use_registers();
    (void)arch::cane_switch_context(&other.control(), before);
  });
  EXPECT_DEATH(machine.run(), "leaves a thread's registers in the core");
}

TEST_F(Desk, CatchesASwitchToTheRunningThread) {
  machine.thread("A", 3, [] {
    const arch::IrqState before = arch::mask_interrupts();
    (void)arch::cane_switch_context(arch::current_thread(), before);
  });
  EXPECT_DEATH(machine.run(), "was never stopped or started");
}

TEST_F(Desk, CatchesHandlersThatAreNotPaired) {
  arch::PerCore& core = sched::this_core().arch;
  EXPECT_DEATH(arch::leave_handler(core), "left that was not entered");
  EXPECT_DEATH(machine.interrupt([&] { arch::enter_handler(core); }), "entered inside a handler");
}

TEST_F(Desk, CountsTheEndsOfCriticalSections) {
  machine.thread("A", 3, [] {
    const std::uint64_t before = arch::desk::unmasks();
    for (int round = 0; round < 3; ++round) arch::restore_interrupts(arch::mask_interrupts());
    EXPECT_EQ(arch::desk::unmasks(), before + 3);
  });
  machine.run();
}

TEST_F(Desk, NestedMasksEndWithTheOutermost) {
  machine.thread("A", 3, [&] {
    const arch::IrqState outer = arch::mask_interrupts();
    const arch::IrqState inner = arch::mask_interrupts();
    machine.interrupt([&] { note("handler"); });
    arch::restore_interrupts(inner);
    note("inner ends");
    arch::restore_interrupts(outer);
    note("outer ends");
  });
  machine.run();
  EXPECT_EQ(log, (Log{"inner ends", "handler", "outer ends"}));
}

TEST_F(Desk, AlarmInThePastComesAtOnce) {
  machine.pass(1_us);
  platform::set_alarm(5);
  machine.run();
  EXPECT_FALSE(platform::desk::alarm().has_value());
}

TEST_F(Desk, CancelledAlarmDoesNotCome) {
  platform::set_alarm(500);
  platform::cancel_alarm();
  machine.pass(1_us);
  EXPECT_EQ(platform::ticks_now(), 1'000U);
}

TEST_F(Desk, LineThatNobodyAnswersIsSwitchedOff) {
  const InterruptLine line{9};
  platform::enable_interrupt(line);
  machine.thread("A", 3, [&] {
    platform::desk::raise(line);
    platform::desk::raise(line);
    note("A goes on");
  });
  machine.run();
  EXPECT_EQ(log, Log{"A goes on"});
}

TEST_F(Desk, BrokenInvariantIsReported) {
  Worker& waiting = machine.thread("waiting", 3, [] { this_thread::sleep_for(1_ms); });
  machine.run();
  waiting.control().state = ThreadState::ready;
  machine.thread("A", 4, [] {});
  machine.run();
  EXPECT_EQ(machine.take_problem(), "thread waiting is ready but not in the ready queue");
  waiting.control().state = ThreadState::waiting;
}

}  // namespace
}  // namespace cane::test
