// Who runs when: order in a level, preemption, yielding, idling.

#include <arch/desk.hpp>
#include <host_tests/support/kernel_test.hpp>
#include <sched/core.hpp>

namespace cane::test {
namespace {

class Scheduler : public KernelTest {
 protected:
  Queue<int, 4> wake;
};

TEST_F(Scheduler, RunsEqualsInTheOrderTheyStarted) {
  for (const char* name : {"A", "B", "C"}) machine.thread(name, 3, [&] { note(this_thread::name()); });
  machine.run();
  EXPECT_EQ(log, (Log{"A", "B", "C"}));
}

TEST_F(Scheduler, RunsNobodyBeforeTheKernelDoes) {
  machine.thread("A", 3, [&] { note("A"); });
  EXPECT_EQ(log, Log{});
  machine.run();
  EXPECT_EQ(log, Log{"A"});
}

TEST_F(Scheduler, RunsTheMostUrgentFirst) {
  machine.thread("late", 5, [&] { note("5"); });
  machine.thread("soon", 1, [&] { note("1"); });
  machine.thread("then", 3, [&] { note("3"); });
  machine.thread("now", 0, [&] { note("0"); });
  machine.run();
  EXPECT_EQ(log, (Log{"0", "1", "3", "5"}));
}

TEST_F(Scheduler, StartingAMoreUrgentThreadPreemptsAtOnce) {
  machine.thread("low", 5, [&] {
    note("low starts");
    machine.thread("high", 2, [&] { note("high"); });
    note("low goes on");
  });
  machine.run();
  EXPECT_EQ(log, (Log{"low starts", "high", "low goes on"}));
}

TEST_F(Scheduler, StartingAnEqualDoesNotPreempt) {
  machine.thread("first", 5, [&] {
    machine.thread("second", 5, [&] { note("second"); });
    note("first");
  });
  machine.run();
  EXPECT_EQ(log, (Log{"first", "second"}));
}

TEST_F(Scheduler, WakingAMoreUrgentThreadPreemptsAtOnce) {
  machine.thread("high", 1, [&] { note("got ", *wake.receive()); });
  machine.thread("low", 5, [&] {
    EXPECT_EQ(wake.send(7), Status::ok);
    note("sent");
  });
  machine.run();
  EXPECT_EQ(log, (Log{"got 7", "sent"}));
}

TEST_F(Scheduler, WakingALessUrgentThreadDoesNotSwitch) {
  machine.thread("low", 5, [&] { note("got ", *wake.receive()); });
  machine.run();
  machine.thread("high", 1, [&] {
    const std::uint32_t before = kernel::context_switches();
    EXPECT_EQ(wake.send(7), Status::ok);
    EXPECT_EQ(kernel::context_switches(), before);
    note("sent");
  });
  machine.run();
  EXPECT_EQ(log, (Log{"sent", "got 7"}));
}

TEST_F(Scheduler, PreemptedThreadKeepsItsPlaceAmongItsEquals) {
  machine.thread("high", 1, [&] { note("high ", *wake.receive()); });
  machine.thread("A", 3, [&] {
    EXPECT_EQ(wake.send(1), Status::ok);
    note("A goes on");
  });
  machine.thread("B", 3, [&] { note("B"); });
  machine.run();
  EXPECT_EQ(log, (Log{"high 1", "A goes on", "B"}));
}

TEST_F(Scheduler, ThreadPreemptedByAnInterruptKeepsItsPlaceAmongItsEquals) {
  machine.thread("high", 1, [&] { note("high ", *wake.receive()); });
  machine.thread("A", 3, [&] {
    machine.interrupt([&] { EXPECT_EQ(wake.try_send(1), Status::ok); });
    note("A goes on");
  });
  machine.thread("B", 3, [&] { note("B"); });
  machine.run();
  EXPECT_EQ(log, (Log{"high 1", "A goes on", "B"}));
}

TEST_F(Scheduler, WokenThreadGoesBehindItsEquals) {
  machine.thread("A", 3, [&] { note("A ", *wake.receive()); });
  machine.thread("B", 3, [&] {
    EXPECT_EQ(wake.send(1), Status::ok);
    this_thread::yield();
    note("B");
  });
  machine.thread("C", 3, [&] { note("C"); });
  machine.run();
  EXPECT_EQ(log, (Log{"C", "A 1", "B"}));
}

TEST_F(Scheduler, YieldLetsEachEqualRunOnce) {
  for (const char* name : {"A", "B", "C"}) {
    machine.thread(name, 3, [&] {
      note(this_thread::name(), 1);
      this_thread::yield();
      note(this_thread::name(), 2);
    });
  }
  machine.run();
  EXPECT_EQ(log, (Log{"A1", "B1", "C1", "A2", "B2", "C2"}));
}

TEST_F(Scheduler, YieldWithoutEqualsSwitchesToNobody) {
  machine.thread("less urgent", 4, [&] { note("less urgent"); });
  machine.thread("alone", 3, [&] {
    const std::uint32_t before = kernel::context_switches();
    this_thread::yield();
    EXPECT_EQ(kernel::context_switches(), before);
    note("alone");
  });
  machine.run();
  EXPECT_EQ(log, (Log{"alone", "less urgent"}));
}

TEST_F(Scheduler, NeverPassesThroughTheIdleThreadWhileAnyoneIsReady) {
  machine.thread("A", 3, [&] { note(*wake.receive()); });
  machine.thread("B", 4, [&] { EXPECT_EQ(wake.send(1), Status::ok); });
  machine.run();
  // A, B when A blocks, A at the send, B when A ends, idle.
  EXPECT_EQ(kernel::context_switches(), 5U);
  EXPECT_EQ(log, Log{"1"});
}

TEST_F(Scheduler, GivesTheCoreBackWhenEverybodyWaits) {
  machine.thread("A", 3, [&] {
    for (;;) note(*wake.receive());
  });
  machine.run();
  EXPECT_EQ(log, Log{});
  EXPECT_EQ(wake.try_send(1), Status::ok);
  EXPECT_EQ(log, Log{});
  machine.run();
  EXPECT_EQ(log, Log{"1"});
}

TEST_F(Scheduler, KeepsEveryLevelApart) {
  for (unsigned level = Priority::levels; level-- > 0;) {
    if (level % (Priority::levels / 16) == 0) machine.thread("level", level, [this, level] { note(level); });
  }
  machine.run();
  Log expected;
  for (unsigned level = 0; level < Priority::levels; level += Priority::levels / 16)
    expected.push_back(std::to_string(level));
  EXPECT_EQ(log, expected);
}

TEST_F(Scheduler, StoresTheRegistersOfAThreadThatStops) {
  machine.thread("high", 1, [&] { note(*wake.receive()); });
  machine.thread("low", 3, [&] {
    arch::desk::use_registers();
    EXPECT_EQ(wake.send(1), Status::ok);
    arch::desk::use_registers();
    machine.interrupt([] {});
    EXPECT_TRUE(arch::must_leave_thread(sched::this_core().arch));
  });
  machine.run();
  EXPECT_EQ(sched::this_core().arch.stores, 2U);  // at the send, and at the end
  EXPECT_FALSE(arch::must_leave_thread(sched::this_core().arch));
}

}  // namespace
}  // namespace cane::test
