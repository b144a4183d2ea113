// Sleeping and the order of waking: never early, ties first come first served, no tick in between; at every frequency and
// around every carry of the counter.

#include <host_tests/support/kernel_test.hpp>
#include <host_tests/support/panics.hpp>
#include <platform/desk.hpp>
#include <platform/platform.hpp>
#include <sched/clock.hpp>
#include <tuple>

namespace cane::test {
namespace {

class Sleep : public KernelTest {};

TEST_F(Sleep, EndsAtTheDeadlineAndNotBefore) {
  machine.thread("A", 3, [&] {
    this_thread::sleep_for(10_us);
    note(to_nanoseconds(now()));
  });
  machine.pass(9'999_ns);
  EXPECT_EQ(log, Log{});
  machine.pass(1_ns);
  EXPECT_EQ(log, Log{"10000"});
}

TEST_F(Sleep, WakesInTheOrderOfDeadlines) {
  for (const int microseconds : {30, 10, 20}) {
    machine.thread("A", 3, [&, microseconds] {
      this_thread::sleep_for(cane::microseconds(microseconds));
      note(microseconds);
    });
  }
  machine.pass(1_ms);
  EXPECT_EQ(log, (Log{"10", "20", "30"}));
}

TEST_F(Sleep, EqualDeadlinesWakeEqualThreadsInTheOrderTheyFellAsleep) {
  for (const char* name : {"A", "B", "C"}) {
    machine.thread(name, 3, [&] {
      this_thread::sleep_until(Instant{5'000});
      note(this_thread::name());
    });
  }
  machine.pass(1_ms);
  EXPECT_EQ(log, (Log{"A", "B", "C"}));
}

TEST_F(Sleep, EqualDeadlinesLetTheMostUrgentRunFirst) {
  machine.thread("busy", 9, [&] { machine.pass(10_us); });  // both deadlines pass while it works
  machine.thread("low", 8, [&] {
    this_thread::sleep_until(Instant{5'000});
    note("low");
  });
  machine.thread("high", 2, [&] {
    this_thread::sleep_until(Instant{5'000});
    note("high");
  });
  machine.run();
  EXPECT_EQ(log.back(), log.front() == "high" ? "low" : "high");
  EXPECT_EQ(log.size(), 2U);
}

TEST_F(Sleep, PreemptsALessUrgentThreadAtTheDeadline) {
  machine.thread("high", 1, [&] {
    this_thread::sleep_until(Instant{5'000});
    note("high at ", to_nanoseconds(now()));
  });
  machine.thread("busy", 9, [&] {
    machine.pass(10_us);
    note("busy at ", to_nanoseconds(now()));
  });
  machine.run();
  EXPECT_EQ(log, (Log{"high at 5000", "busy at 10000"}));
}

TEST_F(Sleep, OfNothingOrLessReturnsAtOnce) {
  machine.thread("A", 3, [&] {
    machine.pass(1_us);
    const std::uint32_t before = kernel::context_switches();
    this_thread::sleep_for(0_ns);
    this_thread::sleep_for(nanoseconds(-5));
    this_thread::sleep_until(now());
    this_thread::sleep_until(Instant{1});
    this_thread::sleep_until(Instant{-1});
    EXPECT_EQ(kernel::context_switches(), before);
    note("done");
  });
  machine.run();
  EXPECT_EQ(log, Log{"done"});
}

TEST_F(Sleep, SetsNoAlarmWhenNobodySleeps) {
  machine.thread("A", 3, [&] { this_thread::sleep_for(1_us); });
  EXPECT_FALSE(platform::desk::alarm().has_value());
  machine.run();
  EXPECT_EQ(platform::desk::alarm(), 1'000U);
  machine.pass(1_us);
  EXPECT_FALSE(platform::desk::alarm().has_value());
}

TEST_F(Sleep, TakesOneInterruptForAYear) {
  machine.thread("A", 3, [&] {
    this_thread::sleep_for(seconds(365LL * 24 * 3600));
    note(to_nanoseconds(now()));
  });
  machine.run();
  EXPECT_EQ(platform::desk::alarm(), 365ULL * 24 * 3600 * 1'000'000'000);
  machine.run_until_quiet(Instant{INT64_MAX});
  EXPECT_EQ(log, Log{std::to_string(365LL * 24 * 3600 * 1'000'000'000)});
  EXPECT_EQ(kernel::context_switches(), 4U);
}

TEST_F(Sleep, AlarmMovesForwardForAnEarlierDeadline) {
  machine.thread("late", 3, [] { this_thread::sleep_until(Instant{9'000}); });
  machine.thread("soon", 4, [] { this_thread::sleep_until(Instant{4'000}); });
  machine.run();
  EXPECT_EQ(platform::desk::alarm(), 4'000U);
  machine.pass_until(Instant{4'000});
  EXPECT_EQ(platform::desk::alarm(), 9'000U);
}

TEST_F(Sleep, ManyDeadlinesAtOnceTakeAnInterruptEach) {
  constexpr int sleepers = 20;
  for (int count = 0; count < sleepers; ++count) {
    machine.thread("A", 3, [&, count] {
      this_thread::sleep_until(Instant{1'000});
      note(count);
    });
  }
  machine.pass(1_us);
  Log expected;
  for (int count = 0; count < sleepers; ++count) expected.push_back(std::to_string(count));
  EXPECT_EQ(log, expected);
}

TEST_F(Sleep, DeadlineThatPassesWhileItIsArmedWakesAtOnce) {
  platform::desk::set_ticks_per_reading(700);
  machine.thread("A", 3, [&] {
    this_thread::sleep_for(1_us);
    note("awake");
  });
  machine.run();
  machine.pass(1_us);
  EXPECT_EQ(log, Log{"awake"});
}

TEST_F(Sleep, PeriodsAreExactForEver) {
  constexpr int periods = 10'000;
  int count = 0;
  machine.thread("periodic", 3, [&] {
    Instant next = now();
    for (; count < periods; ++count) {
      next += 100_us;
      this_thread::sleep_until(next);
      EXPECT_EQ(now(), next);
    }
  });
  machine.run_until_quiet(Instant{INT64_MAX});
  EXPECT_EQ(count, periods);
  EXPECT_EQ(to_nanoseconds(now()), periods * 100'000LL);
}

TEST_F(Sleep, WhereNothingCanWaitIsRefused) {
  EXPECT_PANIC(this_thread::sleep_for(1_ms), Call::sleep, Misuse::cannot_wait_here);
  EXPECT_PANIC(machine.interrupt([] { this_thread::sleep_for(1_ms); }), Call::sleep, Misuse::cannot_wait_here);
  EXPECT_PANIC(machine.interrupt([] { this_thread::sleep_until(Instant{0}); }), Call::sleep, Misuse::cannot_wait_here);
}

// Frequencies of the boards and of the emulator, the counter standing at boot, or just below a carry.
using Counter = std::tuple<std::uint32_t, std::uint64_t>;

class SleepAt : public KernelTest, public ::testing::WithParamInterface<Counter> {
 protected:
  SleepAt() : KernelTest{{.frequency = std::get<0>(GetParam()), .ticks = std::get<1>(GetParam())}} {}

  // The time a tick takes, rounded up: how late a wake may be.
  static Duration tick() {
    return nanoseconds((1'000'000'000 + std::get<0>(GetParam()) - 1) / std::get<0>(GetParam()));
  }
};

TEST_P(SleepAt, IsNeverEarlyAndAtMostATickLate) {
  for (const std::int64_t duration :
       {1LL, 51LL, 52LL, 53LL, 999LL, 1'000LL, 1'001LL, 33'333LL, 1'000'000LL, 4'294'967'296LL}) {
    machine.thread("A", 3, [&, duration] {
      const Instant start = now();
      this_thread::sleep_for(nanoseconds(duration));
      EXPECT_GE(to_nanoseconds(now() - start), duration);
      EXPECT_LE(to_nanoseconds(now() - start), duration + to_nanoseconds(tick()));
      note("done");
    });
    machine.run_until_quiet(now() + seconds(10));
  }
  EXPECT_EQ(log.size(), 10U);
}

TEST_P(SleepAt, AHundredDaysIsNeverEarlyAndAtMostATickLate) {
  constexpr std::int64_t hundred_days = 100LL * 24 * 3600 * 1'000'000'000;
  machine.thread("A", 3, [&] {
    const Instant start = now();
    this_thread::sleep_for(nanoseconds(hundred_days));
    EXPECT_GE(to_nanoseconds(now() - start), hundred_days);
    EXPECT_LE(to_nanoseconds(now() - start), hundred_days + to_nanoseconds(tick()));
    note("done");
  });
  machine.run_until_quiet(Instant{INT64_MAX});
  EXPECT_EQ(log, Log{"done"});
}

TEST_P(SleepAt, TimeoutIsNeverEarlyAndAtMostATickLate) {
  Queue<int, 1> queue;
  machine.thread("A", 3, [&] {
    const Instant start = now();
    EXPECT_EQ(queue.try_receive_for(12'345_ns).error(), Status::timed_out);
    EXPECT_GE(to_nanoseconds(now() - start), 12'345);
    EXPECT_LE(to_nanoseconds(now() - start), 12'345 + to_nanoseconds(tick()));
    note("done");
  });
  machine.run_until_quiet(Instant{INT64_MAX});
  EXPECT_EQ(log, Log{"done"});
}

INSTANTIATE_TEST_SUITE_P(
    Counters,
    SleepAt,
    ::testing::Combine(::testing::Values(1'000'000U, 19'200'000U, 62'500'000U, 1'000'000'000U),
                       ::testing::Values(0ULL, 0x7FFF'FF00ULL, 0xFFFF'FFF0ULL, 0x1'FFFF'FFF0ULL, 0xFFFF'FFFF'FFF0ULL)),
    [](const auto& counter) {
      return std::to_string(std::get<0>(counter.param)) + "HzFrom" + std::to_string(std::get<1>(counter.param));
    });

}  // namespace
}  // namespace cane::test
