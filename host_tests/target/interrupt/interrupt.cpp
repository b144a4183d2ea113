// The way out of an interrupt: who runs next, and what is left of an interrupt nobody wanted. Each scenario raises the
// software interrupt at a chosen instruction and looks at the order in which things happened.

#include "harness.hpp"
#include "interrupt_sources.hpp"
#include "scenario.hpp"

#include <bcm283x/board_support.hpp>
#include <bcm283x/interrupt_controller.hpp>

// The kernel's way through an interrupt, as the processor's entry calls it.
extern "C" cane::ThreadControl* cane_interrupt();

namespace {

using cane::Priority;
using cane::Queue;

// What happened, one letter a step.
class Order {
 public:
  void note(char letter) {
    if (length_ < sizeof letters_) letters_[length_++] = letter;
  }
  [[nodiscard]] std::string_view seen() const { return {letters_, length_}; }

 private:
  char letters_[32] = {};
  std::size_t length_ = 0;
};
constinit Order order;

void expect_order(std::string_view expected, const char* what) {
  if (order.seen() != expected) cane::print("test: the order was ", order.seen(), ", expected ", expected, "\n");
  test::expect(order.seen() == expected, what);
}

constinit cane::Thread first, second, third, fourth;
[[gnu::section(".bss.stacks")]] cane::Stack<4096> stack_first, stack_second, stack_third, stack_fourth;
constinit Queue<std::uint32_t, 4> wake_second, wake_third;

void answer(cane::interrupt::Handler handler) {
  cane::interrupt::attach(test::software_line, handler, nullptr);
  cane::interrupt::enable(test::software_line);
}

void wait_for(Queue<std::uint32_t, 4>& queue) {
  test::expect(queue.receive().has_value(), "the waiting thread is woken");
}

// --- A handler wakes a more urgent thread: it runs before the interrupted one goes on.
void wakes_more_urgent() {
  answer([](void*) {
    test::acknowledge_software_interrupt();
    order.note('h');
    (void)wake_second.try_send(1);
    order.note('e');
  });
  second.start(stack_second, {.name = "urgent", .priority = Priority{3}}, [] {
    wait_for(wake_second);
    order.note('u');
  });
  first.start(stack_first, {.name = "interrupted", .priority = Priority{5}}, [] {
    order.note('b');
    test::raise_software_interrupt();
    order.note('a');
    expect_order("bheua", "the more urgent thread runs between the handler and the interrupted thread");
    test::pass();
  });
}

// --- A handler wakes equal and less urgent threads: the interrupted one goes on, then in order of priority.
void wakes_less_urgent() {
  answer([](void*) {
    test::acknowledge_software_interrupt();
    order.note('h');
    (void)wake_third.try_send(1);
    (void)wake_second.try_send(1);
  });
  second.start(stack_second, {.name = "equal", .priority = Priority{5}}, [] {
    wait_for(wake_second);
    order.note('e');
  });
  third.start(stack_third, {.name = "less", .priority = Priority{6}}, [] {
    wait_for(wake_third);
    order.note('l');
    expect_order("bhael", "an equal thread waits its turn, a less urgent one until the end");
    test::pass();
  });
  first.start(stack_first, {.name = "starter", .priority = Priority{7}}, [] {
    fourth.start(stack_fourth, {.name = "interrupted", .priority = Priority{5}}, [] {
      order.note('b');
      test::raise_software_interrupt();
      order.note('a');
    });
  });
}

// --- A thread preempted by an interrupt goes on before its equals that were ready already.
void keeps_place_among_equals() {
  answer([](void*) {
    test::acknowledge_software_interrupt();
    (void)wake_third.try_send(1);
  });
  third.start(stack_third, {.name = "urgent", .priority = Priority{2}}, [] {
    wait_for(wake_third);
    order.note('u');
  });
  first.start(stack_first, {.name = "interrupted", .priority = Priority{5}}, [] {
    order.note('b');
    test::raise_software_interrupt();
    order.note('a');
  });
  second.start(stack_second, {.name = "equal", .priority = Priority{5}}, [] {
    order.note('e');
    expect_order("buae", "the preempted thread goes on before its equal");
    test::pass();
  });
}

// --- Preemption-threshold: between threshold and priority nobody preempts, from an interrupt neither.
void respects_threshold() {
  answer([](void*) {
    test::acknowledge_software_interrupt();
    order.note('h');
    (void)wake_second.try_send(1);
  });
  second.start(stack_second, {.name = "between", .priority = Priority{4}}, [] {
    wait_for(wake_second);
    order.note('s');
  });
  first.start(stack_first, {.name = "claimant", .priority = Priority{6}, .preemption_threshold = Priority{4}}, [] {
    order.note('b');
    test::raise_software_interrupt();
    order.note('a');
    cane::this_thread::yield();
    order.note('y');
    expect_order("bhasy", "a thread at the threshold does not preempt until the claim is given up");
    test::pass();
  });
}

// --- A claimant that is preempted by a thread above its threshold goes on before those at the threshold.
void preempted_claimant_keeps_its_place() {
  answer([](void*) {
    test::acknowledge_software_interrupt();
    (void)wake_second.try_send(1);
  });
  second.start(stack_second, {.name = "above", .priority = Priority{3}}, [] {
    wait_for(wake_second);
    order.note('u');
    (void)wake_third.try_send(1);
  });
  third.start(stack_third, {.name = "at the threshold", .priority = Priority{4}}, [] {
    wait_for(wake_third);
    order.note('t');
  });
  first.start(stack_first, {.name = "claimant", .priority = Priority{6}, .preemption_threshold = Priority{4}}, [] {
    order.note('b');
    test::raise_software_interrupt();
    order.note('a');
    cane::this_thread::yield();
    order.note('y');
    expect_order("buaty", "the preempted claimant goes on before the thread at its threshold");
    test::pass();
  });
}

// --- An exclusive store whose thread was preempted in between must fail.
constinit std::uint32_t contested = 7;
std::uint32_t load_exclusive() {
  std::uint32_t value;
  asm volatile("ldrex %0, [%1]" : "=r"(value) : "r"(&contested) : "memory");
  return value;
}
std::uint32_t store_exclusive_after(void (*between)()) {
  const std::uint32_t value = load_exclusive();
  between();
  std::uint32_t failed;
  asm volatile("strex %0, %1, [%2]" : "=&r"(failed) : "r"(value), "r"(&contested) : "memory");
  return failed;
}
void preemption_clears_exclusive_monitor() {
  answer([](void*) {
    test::acknowledge_software_interrupt();
    (void)wake_second.try_send(1);
  });
  second.start(stack_second, {.name = "urgent", .priority = Priority{3}}, [] { wait_for(wake_second); });
  first.start(stack_first, {.name = "interrupted", .priority = Priority{5}}, [] {
    test::expect_equal(store_exclusive_after([] {}), 0, "an exclusive store succeeds when nothing comes between");
    test::expect_equal(store_exclusive_after(test::raise_software_interrupt), 1,
                       "an exclusive store fails when another thread ran in between");
    test::pass();
  });
}

// --- And one whose thread a handler interrupted: a handler's compare-exchange that finds another value loads exclusively and
// never stores, and what it leaves open must not let the thread's store through.
void handler_clears_exclusive_monitor() {
  answer([](void*) {
    test::acknowledge_software_interrupt();
    contested += 1;
    (void)load_exclusive();
  });
  first.start(stack_first, {.name = "interrupted", .priority = Priority{5}}, [] {
    test::expect_equal(store_exclusive_after(test::raise_software_interrupt), 1,
                       "an exclusive store fails when a handler changed the word in between");
    test::expect_equal(contested, 8, "the handler's change is kept");
    test::pass();
  });
}

// --- An interrupt without a source changes nothing.
void spurious_interrupt_is_ignored() {
  first.start(stack_first, {.name = "thread", .priority = Priority{5}}, [] {
    const std::uint32_t unanswered = cane::bcm283x::interrupt_handlers.unanswered();
    const cane::arch::IrqState before = cane::arch::mask_interrupts();
    test::expect(cane_interrupt() == nullptr, "no thread is to run after an interrupt without a source");
    cane::arch::restore_interrupts(before);
    test::expect_equal(cane::bcm283x::interrupt_handlers.unanswered(), unanswered, "no line is blamed");
    cane::this_thread::sleep_for(cane::microseconds(100));
    test::pass();
  });
}

// --- A line that nobody answers is masked and counted once, and works once somebody does.
void unanswered_line_is_masked() {
  first.start(stack_first, {.name = "thread", .priority = Priority{5}}, [] {
    cane::interrupt::enable(test::software_line);
    test::raise_software_interrupt();
    cane::this_thread::sleep_for(cane::microseconds(100));
    test::expect_equal(cane::bcm283x::interrupt_handlers.unanswered(), 1, "the line came once and was counted");
    test::expect(order.seen().empty(), "nobody answered");
    answer([](void*) {
      test::acknowledge_software_interrupt();
      order.note('h');
    });
    cane::this_thread::sleep_for(cane::microseconds(100));
    expect_order("h", "the line is answered, once, when it is enabled with a handler");
    test::pass();
  });
}

// --- A disabled line waits; enabling it delivers what waited.
void disabled_line_waits() {
  first.start(stack_first, {.name = "thread", .priority = Priority{5}}, [] {
    answer([](void*) {
      test::acknowledge_software_interrupt();
      order.note('h');
    });
    cane::interrupt::disable(test::software_line);
    test::raise_software_interrupt();
    order.note('d');
    cane::interrupt::enable(test::software_line);
    cane::this_thread::sleep_for(cane::microseconds(10));
    order.note('e');
    expect_order("dhe", "the handler runs when the line is enabled, not before");
    test::pass();
  });
}

// --- Two lines at once: each is answered, and the thread the first one woke does not keep the second waiting.
void two_lines_at_once() {
  first.start(stack_first, {.name = "thread", .priority = Priority{5}}, [] {
    answer([](void*) {
      test::acknowledge_software_interrupt();
      order.note('s');
    });
    cane::interrupt::attach(
        test::compare_line,
        [](void*) {
          test::acknowledge_compare_interrupt();
          order.note('c');
        },
        nullptr);
    cane::interrupt::enable(test::compare_line);
    const cane::arch::IrqState before = cane::arch::mask_interrupts();
    test::arm_compare_interrupt(2);
    for (int passes = 0; passes < 10'000; ++passes) asm volatile("");
    test::raise_software_interrupt();
    order.note('m');
    cane::arch::restore_interrupts(before);
    order.note('u');
    expect_order("mcsu", "both lines are answered before the thread goes on");
    test::pass();
  });
}

constexpr test::Scenario scenarios[] = {
    {"wakes_more_urgent", wakes_more_urgent},
    {"wakes_less_urgent", wakes_less_urgent},
    {"keeps_place_among_equals", keeps_place_among_equals},
    {"respects_threshold", respects_threshold},
    {"preempted_claimant_keeps_its_place", preempted_claimant_keeps_its_place},
    {"preemption_clears_exclusive_monitor", preemption_clears_exclusive_monitor},
    {"handler_clears_exclusive_monitor", handler_clears_exclusive_monitor},
    {"spurious_interrupt_is_ignored", spurious_interrupt_is_ignored},
    {"unanswered_line_is_masked", unanswered_line_is_masked},
    {"disabled_line_waits", disabled_line_waits},
    {"two_lines_at_once", two_lines_at_once},
};

}  // namespace

int main() {
  test::arm_watchdog(cane::seconds(5));
  test::run_scenario(scenarios);
  return 0;
}
