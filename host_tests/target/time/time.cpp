// Sleeping and waking on the board's own timer. The emulator counts one nanosecond an instruction, so that "late" is the
// number of instructions between the deadline and the thread that waited for it.

#include "harness.hpp"
#include "interrupt_sources.hpp"
#include "scenario.hpp"

#include <array>

namespace {

using cane::Duration;
using cane::Instant;
using cane::Priority;

// The way from the deadline through the interrupt to the thread, and on the Pi Zero a tick of its 1 MHz counter.
constexpr std::int64_t greatest_lateness = TIME_GREATEST_LATENESS;

constinit cane::Thread sleeper, other;
[[gnu::section(".bss.stacks")]] cane::Stack<4096> sleeper_stack, other_stack;

void start_sleeper(void (*function)()) {
  sleeper.start(sleeper_stack, {.name = "sleeper", .priority = Priority{3}}, function);
}

std::int64_t lateness(Instant deadline) { return cane::to_nanoseconds(cane::now() - deadline); }

void expect_on_time(Instant deadline) {
  const std::int64_t late = lateness(deadline);
  test::expect(late >= 0, "a sleep never ends early");
  test::expect_at_most(late, greatest_lateness, "a sleep ends in time");
}

// --- Durations of every size, at every phase of the counter.
void every_duration() {
  start_sleeper([] {
    std::int64_t worst = 0;
    std::uint32_t random = 1;
    for (std::uint32_t round = 0; round < 3000; ++round) {
      random = random * 1'664'525 + 1'013'904'223;
      const Duration duration = cane::nanoseconds(1 + (random >> 8) % (round % 3 == 0 ? 3'000 : 300'000));
      const Instant before = cane::now();
      cane::this_thread::sleep_for(duration);
      const std::int64_t late = lateness(before + duration);
      test::expect(late >= 0, "a sleep never ends early");
      worst = late > worst ? late : worst;
    }
    cane::print("time: latest ", worst, " ns\n");
    // sleep_for reads the clock itself, a few instructions after `before`.
    test::expect_at_most(worst, greatest_lateness + 1000, "a sleep ends in time");
    test::pass();
  });
}

// --- Ten thousand periods that are no whole number of ticks: the last deadline is exactly ten thousand periods away.
void periods_without_drift() {
  start_sleeper([] {
    constexpr Duration period = cane::nanoseconds(333'333);
    const Instant start = cane::now();
    Instant deadline = start;
    for (std::uint32_t count = 0; count < 10'000; ++count) {
      deadline += period;
      cane::this_thread::sleep_until(deadline);
      expect_on_time(deadline);
    }
    const std::int64_t passed = cane::to_nanoseconds(cane::now() - start);
    test::expect(passed >= 3'333'330'000, "ten thousand periods take no less than that");
    test::expect_at_most(passed, 3'333'330'000 + greatest_lateness, "ten thousand periods do not drift");
    cane::print("time: 10000 periods of 333333 ns took ", passed, " ns\n");
    test::pass();
  });
}

// --- An instant in the past, and none at all: no sleep.
void past_deadline() {
  start_sleeper([] {
    const Instant start = cane::now();
    cane::this_thread::sleep_until(start);
    cane::this_thread::sleep_until(start - cane::seconds(10));
    cane::this_thread::sleep_for(cane::nanoseconds(0));
    cane::this_thread::sleep_for(cane::seconds(-1));
    cane::this_thread::sleep_until(Instant{-5});
    test::expect_at_most(lateness(start), 10'000, "a sleep that is over before it begins returns at once");
    test::pass();
  });
}

// --- Sixty-four sleepers wake in order of deadline, those with the same deadline in the order in which they lay down.
constexpr std::uint32_t sleepers = 64;
constexpr std::uint32_t equal_deadlines = 4;
struct Sleeper {
  std::uint32_t number = 0;
  cane::Thread thread;
};
constinit std::array<Sleeper, sleepers> many{};
[[gnu::section(".bss.stacks")]] cane::Stack<4096> many_stacks[sleepers];
constinit Instant common_start{};
constinit std::uint32_t woken[sleepers] = {};
constinit std::uint32_t woken_count = 0;

// Lying down in the order 0, 1, 2 …, with deadlines in another order: four by four the same.
constexpr std::uint32_t group_of(std::uint32_t number) { return number * 7 % (sleepers / equal_deadlines); }
Instant deadline_of(std::uint32_t number) { return common_start + cane::microseconds(100 + 50 * group_of(number)); }

void sleep_once(Sleeper& self) {
  cane::this_thread::sleep_until(deadline_of(self.number));
  test::expect(cane::now() >= deadline_of(self.number), "no sleeper wakes early");
  woken[woken_count++] = self.number;
}

void many_sleepers() {
  start_sleeper([] {
    common_start = cane::now() + cane::milliseconds(1);
    for (std::uint32_t number = 0; number < sleepers; ++number) {
      many[number].number = number;
      many[number].thread.start<sleep_once>(many_stacks[number], {.name = "one of many", .priority = Priority{2}},
                                            many[number]);
    }
    for (Sleeper& one : many) one.thread.join();
    test::expect_equal(woken_count, sleepers, "every sleeper woke once");
    for (std::uint32_t place = 1; place < sleepers; ++place) {
      const std::uint32_t before = woken[place - 1], after = woken[place];
      test::expect(group_of(before) <= group_of(after), "sleepers wake in order of deadline");
      if (group_of(before) == group_of(after))
        test::expect(before < after, "equal deadlines wake first come, first served");
    }
    test::pass();
  });
}

// --- Deadlines farther than 2^31 and 2^32 microseconds: armed and then not needed; and slept through.
constinit cane::Queue<std::uint32_t, 1> mail;

void far_deadline_is_cancelled() {
  start_sleeper([] {
    other.start(other_stack, {.name = "waker", .priority = Priority{5}}, [] {
      for (;;) {
        cane::this_thread::sleep_for(cane::milliseconds(3));
        (void)mail.try_send(1);
      }
    });
    for (const std::int64_t far : {2'000, 3'000, 5'000, 10'000, 1'000'000'000}) {
      const Instant start = cane::now();
      test::expect(mail.try_receive_for(cane::seconds(far)).has_value(), "the message comes long before the deadline");
      test::expect_at_most(lateness(start), 4'000'000, "a far deadline does not delay a near one");
      const Instant next = cane::now() + cane::microseconds(250);
      cane::this_thread::sleep_until(next);
      expect_on_time(next);
    }
    test::pass();
  });
}

void far_deadline_is_reached() {
  start_sleeper([] {
    for (const std::int64_t far : {2'200, 4'300, 9'000}) {
      const Instant deadline = cane::now() + cane::seconds(far);
      cane::this_thread::sleep_until(deadline);
      expect_on_time(deadline);
    }
    cane::print("time: now ", cane::to_nanoseconds(cane::now()), " ns\n");
    test::pass();
  });
}

// --- A nearer deadline than the armed one takes its place, from a thread and after it was reached the farther one counts.
void nearer_deadline_first() {
  start_sleeper([] {
    static constinit Instant far{};
    far = cane::now() + cane::microseconds(400);
    other.start(other_stack, {.name = "near", .priority = Priority{5}}, [] {
      for (std::uint32_t count = 0; count < 3; ++count) {
        const Instant near = cane::now() + cane::microseconds(50);
        cane::this_thread::sleep_until(near);
        expect_on_time(near);
      }
      test::expect(cane::now() < far, "the near deadlines came before the far one");
    });
    cane::this_thread::sleep_until(far);
    expect_on_time(far);
    test::expect(other.try_join(), "the near sleeper has ended");
    test::pass();
  });
}

constexpr test::Scenario scenarios[] = {
    {"every_duration", every_duration},
    {"periods_without_drift", periods_without_drift},
    {"past_deadline", past_deadline},
    {"many_sleepers", many_sleepers},
    {"far_deadline_is_cancelled", far_deadline_is_cancelled},
    {"far_deadline_is_reached", far_deadline_is_reached},
    {"nearer_deadline_first", nearer_deadline_first},
};

}  // namespace

int main() {
  test::arm_watchdog(cane::seconds(20'000));
  test::run_scenario(scenarios);
  return 0;
}
