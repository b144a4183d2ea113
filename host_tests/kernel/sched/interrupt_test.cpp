// Through an interrupt: the handler wakes, the way out decides, and an interrupt that nobody asked for changes nothing.

#include <arch/desk.hpp>
#include <host_tests/support/kernel_test.hpp>
#include <host_tests/support/panics.hpp>
#include <platform/desk.hpp>

namespace cane::test {
namespace {

class Interrupt : public KernelTest {
 protected:
  static constexpr InterruptLine line{5};

  // Raises the line in the only context that notices at once.
  void raise_in_thread(InterruptLine which) {
    machine.thread("raiser", 6, [which] { platform::desk::raise(which); });
    machine.run();
  }

  Queue<int, 4> queue;
};

TEST_F(Interrupt, SwitchesToAWokenThreadOnTheWayOut) {
  machine.thread("high", 1, [&] { note("high ", *queue.receive()); });
  machine.thread("low", 5, [&] {
    machine.interrupt([&] {
      EXPECT_EQ(queue.try_send(3), Status::ok);
      note("handler ends");
    });
    note("low goes on");
  });
  machine.run();
  EXPECT_EQ(log, (Log{"handler ends", "high 3", "low goes on"}));
}

TEST_F(Interrupt, SwitchesToTheMostUrgentOfThoseItWoke) {
  Queue<int, 1> other;
  machine.thread("high", 1, [&] { note("high ", *queue.receive()); });
  machine.thread("middle", 3, [&] { note("middle ", *other.receive()); });
  machine.thread("low", 5, [&] {
    machine.interrupt([&] {
      EXPECT_EQ(other.try_send(1), Status::ok);
      EXPECT_EQ(queue.try_send(2), Status::ok);
    });
    note("low goes on");
  });
  machine.run();
  EXPECT_EQ(log, (Log{"high 2", "middle 1", "low goes on"}));
}

TEST_F(Interrupt, GoesBackToTheInterruptedThreadWhenItWokeALessUrgentOne) {
  machine.thread("low", 5, [&] { note("low ", *queue.receive()); });
  machine.run();
  machine.thread("high", 1, [&] {
    const std::uint32_t before = kernel::context_switches();
    machine.interrupt([&] { EXPECT_EQ(queue.try_send(3), Status::ok); });
    EXPECT_EQ(kernel::context_switches(), before);
    note("high goes on");
  });
  machine.run();
  EXPECT_EQ(log, (Log{"high goes on", "low 3"}));
}

TEST_F(Interrupt, GoesBackToTheInterruptedThreadWhenItWokeAnEqual) {
  machine.thread("waiter", 3, [&] { note("waiter ", *queue.receive()); });
  machine.thread("interrupted", 3, [&] {
    machine.interrupt([&] { EXPECT_EQ(queue.try_send(3), Status::ok); });
    note("interrupted goes on");
  });
  machine.run();
  EXPECT_EQ(log, (Log{"interrupted goes on", "waiter 3"}));
}

TEST_F(Interrupt, WakesAThreadWhileTheCoreIdles) {
  machine.thread("A", 3, [&] { note("A ", *queue.receive()); });
  machine.run();
  machine.interrupt([&] { EXPECT_EQ(queue.try_send(3), Status::ok); });
  EXPECT_EQ(log, (Log{"A 3"}));
}

TEST_F(Interrupt, SpuriousOneChangesNothing) {
  machine.thread("A", 3, [&] {
    const std::uint32_t before = kernel::context_switches();
    platform::desk::raise_spurious();
    EXPECT_EQ(kernel::context_switches(), before);
    note("A goes on");
  });
  machine.run();
  EXPECT_EQ(log, (Log{"A goes on"}));
}

TEST_F(Interrupt, ThatCameWhileMaskedComesWhenTheMaskIsLifted) {
  machine.thread("A", 3, [&] {
    machine.interrupt_at_unmask(1, [&] { note("handler"); });
    note("before");
    (void)queue.size();
    note("after");
  });
  machine.run();
  EXPECT_EQ(log, (Log{"before", "handler", "after"}));
}

TEST_F(Interrupt, HandlersRunOneAfterTheOther) {
  machine.thread("A", 3, [&] {
    machine.interrupt([&] {
      machine.interrupt([&] { note("second"); });
      note("first ends");
    });
  });
  machine.run();
  EXPECT_EQ(log, (Log{"first ends", "second"}));
}

TEST_F(Interrupt, HandlerGetsItsContext) {
  int answered = 0;
  interrupt::attach(line, [](void* count) { ++*static_cast<int*>(count); }, &answered);
  interrupt::enable(line);
  raise_in_thread(line);
  EXPECT_EQ(answered, 1);
}

TEST_F(Interrupt, AttachReplacesTheHandlerBeforeIt) {
  int old_answers = 0;
  int new_answers = 0;
  const auto count = [](void* answers) { ++*static_cast<int*>(answers); };
  interrupt::attach(line, count, &old_answers);
  interrupt::attach(line, count, &new_answers);
  interrupt::enable(line);
  raise_in_thread(line);
  EXPECT_EQ(old_answers, 0);
  EXPECT_EQ(new_answers, 1);
}

TEST_F(Interrupt, DisabledLineWaitsUntilItIsEnabled) {
  int answered = 0;
  interrupt::attach(line, [](void* count) { ++*static_cast<int*>(count); }, &answered);
  raise_in_thread(line);
  EXPECT_EQ(answered, 0);
  machine.thread("A", 3, [] { interrupt::enable(line); });
  machine.run();
  EXPECT_EQ(answered, 1);
  interrupt::disable(line);
  raise_in_thread(line);
  EXPECT_EQ(answered, 1);
}

TEST_F(Interrupt, MayStopItselfInItsHandler) {
  static int answered;
  answered = 0;
  interrupt::attach(
      line,
      [](void*) {
        ++answered;
        interrupt::disable(line);
      },
      nullptr);
  interrupt::enable(line);
  machine.thread("raiser", 6, [] {
    platform::desk::raise(line);
    platform::desk::raise(line);
  });
  machine.run();
  EXPECT_EQ(answered, 1);
}

TEST_F(Interrupt, NullHandlerIsRefused) {
  EXPECT_PANIC(interrupt::attach(line, nullptr, nullptr), Call::attach_interrupt, Misuse::out_of_range);
}

TEST_F(Interrupt, LineTheBoardDoesNotHaveIsRefused) {
  const InterruptLine none{platform::desk::interrupt_lines};
  EXPECT_PANIC(interrupt::attach(none, [](void*) {}, nullptr), Call::attach_interrupt, Misuse::out_of_range);
  EXPECT_PANIC(interrupt::enable(none), Call::attach_interrupt, Misuse::out_of_range);
  EXPECT_PANIC(interrupt::disable(none), Call::attach_interrupt, Misuse::out_of_range);
}

}  // namespace
}  // namespace cane::test
