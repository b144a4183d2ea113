// A thread's life: start, end, join, start again; and every way to get it wrong.

#include <arch/context.hpp>
#include <host_tests/support/kernel_test.hpp>
#include <host_tests/support/panics.hpp>
#include <memory>

namespace cane::test {
namespace {

Stack<4096> plain_stack;
constinit int plain_runs = 0;
void run_plain() { ++plain_runs; }

struct Counter {
  int value = 0;
};
void count(Counter& counter) { ++counter.value; }

class ThreadLife : public KernelTest {
 protected:
  // Runs `body` in a thread, where waiting is allowed.
  void in_thread(std::function<void()> body) {
    machine.thread("test", 10, std::move(body));
    machine.run();
  }
};

TEST_F(ThreadLife, RunsAPlainFunction) {
  Thread thread;
  machine.watch(thread);
  thread.start(plain_stack, {.name = "plain", .priority = Priority{3}}, run_plain);
  plain_runs = 0;
  machine.run();
  EXPECT_EQ(plain_runs, 1);
  EXPECT_TRUE(thread.try_join());
}

TEST_F(ThreadLife, RunsAFunctionOfAnArgument) {
  Thread thread;
  Counter counter;
  machine.watch(thread);
  thread.start<count>(plain_stack, {.name = "count", .priority = Priority{3}}, counter);
  machine.run();
  EXPECT_EQ(counter.value, 1);
}

TEST_F(ThreadLife, IsTheLeastUrgentUnlessSaid) {
  machine.prepare_thread({.name = "default"}, [&] { note("default"); }).start();
  machine.thread("said", Priority::levels - 2, [&] { note("said"); });
  machine.run();
  EXPECT_EQ(log, (Log{"said", "default"}));
}

TEST_F(ThreadLife, KnowsItsName) {
  Worker& worker = machine.thread("anne", 3, [&] { note(this_thread::name()); });
  machine.run();
  EXPECT_EQ(log, Log{"anne"});
  EXPECT_STREQ(worker.thread().name(), "anne");
}

TEST_F(ThreadLife, JoinWaitsForTheEnd) {
  Worker& child = machine.thread("child", 11, [&] { note("child"); });
  in_thread([&] {
    child.thread().join();
    note("joined");
  });
  EXPECT_EQ(log, (Log{"child", "joined"}));
}

TEST_F(ThreadLife, JoinOfAThreadThatHasEndedReturnsAtOnce) {
  Worker& child = machine.thread("child", 9, [&] { note("child"); });
  in_thread([&] {
    const std::uint32_t before = kernel::context_switches();
    child.thread().join();
    EXPECT_EQ(kernel::context_switches(), before);
    note("joined");
  });
  EXPECT_EQ(log, (Log{"child", "joined"}));
}

TEST_F(ThreadLife, EveryJoinerComesBack) {
  Worker& child = machine.thread("child", 20, [&] { note("child"); });
  for (const char* name : {"A", "B", "C"}) {
    machine.thread(name, 10, [&] {
      child.thread().join();
      note(this_thread::name());
    });
  }
  machine.run();
  EXPECT_EQ(log, (Log{"child", "A", "B", "C"}));
}

TEST_F(ThreadLife, MoreUrgentJoinerRunsOnlyWhenTheThreadHasLeftItsStack) {
  Worker& child = machine.thread("child", 11, [&] { note("child"); });
  in_thread([&] {
    child.thread().join();
    child.start();  // on the same stack
    child.thread().join();
    note("joined twice");
  });
  EXPECT_EQ(log, (Log{"child", "child", "joined twice"}));
}

TEST_F(ThreadLife, TryJoinNeverWaits) {
  Queue<int, 1> hold;
  Worker& child = machine.thread("child", 3, [&] { (void)hold.receive(); });
  machine.run();
  EXPECT_FALSE(child.thread().try_join());
  EXPECT_EQ(hold.try_send(1), Status::ok);
  machine.run();
  EXPECT_TRUE(child.thread().try_join());
}

TEST_F(ThreadLife, TryJoinUntilGivesUpAtTheDeadline) {
  Queue<int, 1> hold;
  Worker& child = machine.thread("child", 3, [&] { (void)hold.receive(); });
  machine.thread("parent", 4, [&] {
    EXPECT_FALSE(child.thread().try_join_until(Instant{5'000}));
    note(to_nanoseconds(now()));
    note(child.thread().try_join_for(1_ms));
  });
  machine.pass(4_us);
  EXPECT_EQ(log, Log{});
  machine.pass(1_us);
  EXPECT_EQ(log, Log{"5000"});
  machine.interrupt([&] { EXPECT_EQ(hold.try_send(1), Status::ok); });
  EXPECT_EQ(log, (Log{"5000", "1"}));
}

TEST_F(ThreadLife, TryJoinUntilAPastInstantOnlyLooks) {
  Queue<int, 1> hold;
  Worker& child = machine.thread("child", 3, [&] { (void)hold.receive(); });
  in_thread([&] {
    const std::uint32_t before = kernel::context_switches();
    EXPECT_FALSE(child.thread().try_join_until(now()));
    EXPECT_EQ(kernel::context_switches(), before);
    EXPECT_EQ(hold.send(1), Status::ok);
    EXPECT_TRUE(child.thread().try_join_until(now()));
  });
}

TEST_F(ThreadLife, JoinerThatGaveUpCanJoinLater) {
  Queue<int, 1> hold;
  Worker& child = machine.thread("child", 3, [&] { (void)hold.receive(); });
  machine.thread("parent", 4, [&] {
    EXPECT_FALSE(child.thread().try_join_for(1_us));
    child.thread().join();
    note("joined");
  });
  machine.pass(2_us);
  machine.interrupt([&] { EXPECT_EQ(hold.try_send(1), Status::ok); });
  EXPECT_EQ(log, Log{"joined"});
}

TEST_F(ThreadLife, CanStartAgainOnceJoined) {
  int runs = 0;
  Worker& worker = machine.thread("again", 3, [&] { ++runs; });
  for (int expected = 1; expected <= 100; ++expected) {
    machine.run();
    EXPECT_EQ(runs, expected);
    ASSERT_TRUE(worker.thread().try_join());
    worker.start();
  }
}

TEST_F(ThreadLife, ExitEndsTheThreadWhereItIs) {
  Worker& worker = machine.thread("quits", 3, [&] {
    note("before");
    this_thread::exit();
  });
  machine.run();
  EXPECT_EQ(log, Log{"before"});
  EXPECT_TRUE(worker.thread().try_join());
}

TEST_F(ThreadLife, EndingThreadIsNotPreemptedByWhatItWakes) {
  Worker& child = machine.thread("child", 11, [] {});
  machine.thread("urgent", 0, [&] {
    child.thread().join();
    EXPECT_EQ(child.control().state, ThreadState::idle);
    note("joined");
  });
  machine.run();
  EXPECT_EQ(log, Log{"joined"});
}

TEST_F(ThreadLife, HoldsAPlaceInTheTimeoutStoreUntilItEnds) {
  std::vector<Worker*> workers;
  for (unsigned count = 0; count < config::timeout_capacity; ++count) {
    workers.push_back(&machine.thread("one of many", 3, [] {}));
  }
  machine.run();
  for (Worker* worker : workers) {
    EXPECT_TRUE(worker->thread().try_join());
    worker->start();
  }
  machine.run();
}

TEST_F(ThreadLife, GuardPageUnderItsStackIsClosed) {
  Worker& worker = machine.thread("guarded", 3, [] {});
  EXPECT_DEATH(*static_cast<volatile char*>(worker.stack().guard()) = 1, "");
  *static_cast<volatile char*>(worker.stack().low_end()) = 1;
}

TEST_F(ThreadLife, OverflowOfItsStackIsCaught) {
  struct Deep {
    static int dive(int depth) {  // NOLINT(misc-no-recursion)
      volatile char frame[4096];
      frame[0] = static_cast<char>(depth);
      return depth == 0 ? frame[0] : dive(depth - 1) + frame[0];
    }
  };
  EXPECT_DEATH(in_thread([] { (void)Deep::dive(1'000'000); }), "");
}

// Misuse.

TEST_F(ThreadLife, SecondStartIsRefused) {
  Worker& worker = machine.thread("once", 3, [] {});
  EXPECT_PANIC(worker.start(), Call::thread_start, Misuse::already_started);
}

TEST_F(ThreadLife, StartBeforeTheJoinIsRefused) {
  Worker& worker = machine.thread("once", 3, [] {});
  machine.run();
  EXPECT_PANIC(worker.start(), Call::thread_start, Misuse::already_started);
}

TEST_F(ThreadLife, MoreThreadsThanTheTimeoutStoreHoldsAreRefused) {
  for (unsigned count = 0; count < config::timeout_capacity; ++count) machine.thread("one of many", 3, [] {});
  EXPECT_PANIC(machine.thread("one too many", 3, [] {}), Call::thread_start, Misuse::too_many_timeouts);
}

TEST_F(ThreadLife, ThresholdLessUrgentThanThePriorityIsRefused) {
  EXPECT_PANIC(machine.thread("upside down", 3, 4, [] {}), Call::thread_start, Misuse::bad_priority);
}

TEST_F(ThreadLife, MisalignedStackIsRefused) {
  EXPECT_PANIC(arch::protect_guard_page(static_cast<std::byte*>(plain_stack.low_end()) + 8), Call::thread_start,
               Misuse::bad_stack);
}

TEST_F(ThreadLife, JoinOfAThreadThatNeverStartedIsRefused) {
  Thread never;
  EXPECT_PANIC(in_thread([&] { never.join(); }), Call::thread_join, Misuse::not_started);
  EXPECT_PANIC(in_thread([&] { (void)never.try_join(); }), Call::thread_join, Misuse::not_started);
  EXPECT_PANIC(in_thread([&] { (void)never.try_join_for(1_ms); }), Call::thread_join, Misuse::not_started);
}

TEST_F(ThreadLife, SecondJoinIsRefused) {
  Worker& child = machine.thread("child", 3, [] {});
  EXPECT_PANIC(in_thread([&] {
                 child.thread().join();
                 child.thread().join();
               }),
               Call::thread_join, Misuse::not_started);
}

TEST_F(ThreadLife, JoiningItselfIsRefused) {
  Worker* self = nullptr;
  self = &machine.thread("self", 3, [&] { self->thread().join(); });
  EXPECT_PANIC(machine.run(), Call::thread_join, Misuse::joins_itself);
  Worker* timed = nullptr;
  timed = &machine.thread("timed", 2, [&] { (void)timed->thread().try_join_for(1_ms); });
  EXPECT_PANIC(machine.run(), Call::thread_join, Misuse::joins_itself);
}

TEST_F(ThreadLife, JoinWhereNothingCanWaitIsRefused) {
  Worker& child = machine.thread("child", 3, [] {});
  EXPECT_PANIC(child.thread().join(), Call::thread_join, Misuse::cannot_wait_here);
  EXPECT_PANIC((void)child.thread().try_join_for(1_ms), Call::thread_join, Misuse::cannot_wait_here);
  EXPECT_PANIC(machine.interrupt([&] { child.thread().join(); }), Call::thread_join, Misuse::cannot_wait_here);
}

TEST_F(ThreadLife, ExitWhereNoThreadRunsIsRefused) {
  EXPECT_PANIC(this_thread::exit(), Call::thread_exit, Misuse::cannot_wait_here);
  EXPECT_PANIC(machine.interrupt([] { this_thread::exit(); }), Call::thread_exit, Misuse::cannot_wait_here);
}

TEST_F(ThreadLife, YieldWhereNoThreadRunsIsRefused) {
  EXPECT_PANIC(this_thread::yield(), Call::yield, Misuse::cannot_wait_here);
  EXPECT_PANIC(machine.interrupt([] { this_thread::yield(); }), Call::yield, Misuse::cannot_wait_here);
}

}  // namespace
}  // namespace cane::test
