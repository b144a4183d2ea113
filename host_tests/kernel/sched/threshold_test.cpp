// Preemption-threshold: a dispatched thread counts at its threshold until it blocks or yields; preempted, it waits at the
// head of that level.

#include <host_tests/support/kernel_test.hpp>

namespace cane::test {
namespace {

class PreemptionThreshold : public KernelTest {
 protected:
  // A thread that notes its name whenever a message comes.
  void start_listener(const char* name, unsigned priority, Queue<int, 4>& queue) {
    machine.thread(name, priority, [this, &queue] {
      for (;;) {
        (void)queue.receive();
        note(this_thread::name());
      }
    });
  }

  static void wake(Queue<int, 4>& queue) { EXPECT_EQ(queue.try_send(0), Status::ok); }

  Queue<int, 4> at_1, at_3, at_4, at_6;
};

TEST_F(PreemptionThreshold, KeepsThreadsUpToItFromPreempting) {
  start_listener("L3", 3, at_3);
  start_listener("L4", 4, at_4);
  machine.thread("D", 6, 3, [&] {
    wake(at_3);
    wake(at_4);
    note("D");
  });
  machine.run();
  EXPECT_EQ(log, (Log{"D", "L3", "L4"}));
}

TEST_F(PreemptionThreshold, LetsThreadsAboveItPreempt) {
  start_listener("L1", 1, at_1);
  machine.thread("D", 6, 3, [&] {
    wake(at_1);
    note("D");
  });
  machine.run();
  EXPECT_EQ(log, (Log{"L1", "D"}));
}

TEST_F(PreemptionThreshold, EqualToThePriorityIsTheUsualRule) {
  start_listener("L4", 4, at_4);
  start_listener("L6", 6, at_6);
  machine.thread("D", 6, 6, [&] {
    wake(at_6);
    wake(at_4);
    note("D");
  });
  machine.run();
  EXPECT_EQ(log, (Log{"L4", "D", "L6"}));
}

TEST_F(PreemptionThreshold, PreemptedClaimantStandsAtTheHeadOfItsThresholdLevel) {
  start_listener("L1", 1, at_1);
  start_listener("L3", 3, at_3);
  machine.thread("D", 6, 3, [&] {
    wake(at_3);  // ready at the threshold's level, before D is preempted
    wake(at_1);
    note("D");
  });
  machine.run();
  EXPECT_EQ(log, (Log{"L1", "D", "L3"}));
}

TEST_F(PreemptionThreshold, ClaimantPreemptedByAnInterruptStandsAtTheHeadOfItsThresholdLevel) {
  start_listener("L1", 1, at_1);
  start_listener("L3", 3, at_3);
  machine.thread("D", 6, 3, [&] {
    machine.interrupt([&] {
      wake(at_3);
      wake(at_1);
    });
    note("D");
  });
  machine.run();
  EXPECT_EQ(log, (Log{"L1", "D", "L3"}));
}

TEST_F(PreemptionThreshold, PreemptedClaimantGoesBeforeThreadsMadeReadyMeanwhile) {
  start_listener("L3", 3, at_3);
  start_listener("L4", 4, at_4);
  machine.thread("urgent", 1, [&] {
    (void)at_1.receive();
    wake(at_3);
    wake(at_4);
    note("urgent");
  });
  machine.thread("D", 6, 3, [&] {
    wake(at_1);
    note("D");
  });
  machine.run();
  EXPECT_EQ(log, (Log{"urgent", "D", "L3", "L4"}));
}

TEST_F(PreemptionThreshold, PreemptionKeepsTheClaim) {
  start_listener("L1", 1, at_1);
  start_listener("L4", 4, at_4);
  machine.thread("D", 6, 3, [&] {
    wake(at_1);
    wake(at_4);
    note("D");
    wake(at_1);
    note("D again");
  });
  machine.run();
  EXPECT_EQ(log, (Log{"L1", "D", "L1", "D again", "L4"}));
}

TEST_F(PreemptionThreshold, YieldLetsThoseRunThatTheClaimKeptBack) {
  start_listener("L4", 4, at_4);
  machine.thread("D", 6, 3, [&] {
    wake(at_4);
    note("D");
    this_thread::yield();
    note("D again");
  });
  machine.run();
  EXPECT_EQ(log, (Log{"D", "L4", "D again"}));
}

TEST_F(PreemptionThreshold, YieldOfAPreemptedClaimantGivesTheClaimUp) {
  start_listener("L1", 1, at_1);
  start_listener("L4", 4, at_4);
  machine.thread("D", 6, 3, [&] {
    wake(at_1);  // D now stands at 3
    wake(at_4);
    note("D");
    this_thread::yield();
    note("D again");
  });
  machine.thread("equal", 6, [&] { note("equal"); });
  machine.run();
  EXPECT_EQ(log, (Log{"L1", "D", "L4", "equal", "D again"}));
}

TEST_F(PreemptionThreshold, YieldOfAPreemptedClaimantAloneGoesOn) {
  start_listener("L1", 1, at_1);
  machine.thread("D", 6, 3, [&] {
    wake(at_1);
    const std::uint32_t before = kernel::context_switches();
    this_thread::yield();
    EXPECT_EQ(kernel::context_switches(), before);
    note("D");
  });
  machine.run();
  EXPECT_EQ(log, (Log{"L1", "D"}));
}

TEST_F(PreemptionThreshold, DispatchAfterAYieldClaimsAnew) {
  start_listener("L4", 4, at_4);
  machine.thread("D", 6, 3, [&] {
    wake(at_4);
    this_thread::yield();
    wake(at_4);
    note("D");
  });
  machine.run();
  EXPECT_EQ(log, (Log{"L4", "D", "L4"}));
}

TEST_F(PreemptionThreshold, BlockingGivesTheClaimUp) {
  start_listener("L1", 1, at_1);
  start_listener("L4", 4, at_4);
  machine.thread("D", 6, 3, [&] {
    wake(at_1);  // D now stands at 3
    wake(at_4);
    (void)at_6.receive();
    note("D");
  });
  machine.thread("E", 7, [&] {
    note("E");
    wake(at_6);
  });
  machine.run();
  EXPECT_EQ(log, (Log{"L1", "L4", "E", "D"}));
}

TEST_F(PreemptionThreshold, WokenThreadCompetesAtItsPriority) {
  machine.thread("D", 6, 1, [&] {
    (void)at_6.receive();
    note("D");
  });
  machine.thread("busy", 4, [&] {
    wake(at_6);
    note("busy");
  });
  machine.run();
  EXPECT_EQ(log, (Log{"busy", "D"}));
}

TEST_F(PreemptionThreshold, InterruptDoesNotPreemptForAThreadUpToTheThreshold) {
  start_listener("L3", 3, at_3);
  machine.thread("D", 6, 3, [&] {
    const std::uint32_t before = kernel::context_switches();
    machine.interrupt([&] { wake(at_3); });
    EXPECT_EQ(kernel::context_switches(), before);
    note("D");
  });
  machine.run();
  EXPECT_EQ(log, (Log{"D", "L3"}));
}

TEST_F(PreemptionThreshold, ClaimantsNestInTheOrderTheyWerePreempted) {
  start_listener("L1", 1, at_1);
  machine.thread("inner", 5, 2, [&] {
    (void)at_4.receive();
    note("inner");
    wake(at_1);
    note("inner again");
  });
  machine.thread("outer", 9, 6, [&] {
    wake(at_4);  // 5 is above 6: preempts
    note("outer again");
  });
  machine.thread("between", 6, [&] { note("between"); });
  machine.run();
  EXPECT_EQ(log, (Log{"between", "inner", "L1", "inner again", "outer again"}));
}

}  // namespace
}  // namespace cane::test
