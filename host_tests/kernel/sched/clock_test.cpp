// Ticks and nanoseconds: every conversion against exact arithmetic, at the frequencies of the boards and of the emulator,
// near zero, over years, and around every carry.

#include <gtest/gtest.h>

#include <host_tests/support/machine.hpp>
#include <random>
#include <sched/clock.hpp>
#include <vector>

namespace cane::sched {
namespace {

__extension__ using Wide = unsigned __int128;
constexpr std::uint64_t giga = 1'000'000'000;
constexpr std::int64_t year = 365LL * 24 * 3600 * 1'000'000'000;

class Clock : public ::testing::TestWithParam<std::uint32_t> {
 protected:
  Clock() : machine{{.frequency = GetParam()}} {}

  static std::uint64_t exact_ticks(std::int64_t nanoseconds) {
    return static_cast<std::uint64_t>((static_cast<Wide>(nanoseconds) * GetParam() + giga - 1) / giga);
  }
  static std::int64_t exact_instant(std::uint64_t ticks) {
    return static_cast<std::int64_t>(static_cast<Wide>(ticks) * giga / GetParam());
  }

  // Instants near zero, near multiples of a tick and of powers of two, and anywhere in thirty years.
  static std::vector<std::int64_t> instants() {
    std::vector<std::int64_t> all;
    for (std::int64_t small = 0; small < 5000; ++small) all.push_back(small);
    for (int bit = 10; bit < 60; ++bit) {
      for (std::int64_t near = -3; near <= 3; ++near) all.push_back((std::int64_t{1} << bit) + near);
    }
    std::mt19937_64 random{11};
    for (int count = 0; count < 20'000; ++count) {
      const auto anywhere = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(30 * year));
      all.push_back(anywhere);
      all.push_back(exact_instant(exact_ticks(anywhere)));
      all.push_back(exact_instant(exact_ticks(anywhere)) + 1);
    }
    return all;
  }

  test::Machine machine;
};

TEST_P(Clock, ADeadlineIsTheFirstTickAtWhichItHasCome) {
  for (const std::int64_t instant : instants()) ASSERT_EQ(ticks_of(Instant{instant}), exact_ticks(instant)) << instant;
}

// At a rate that shares few factors with a thousand million, a reading may be the next nanosecond after years.
TEST_P(Clock, AReadingIsTheLastWholeNanosecond) {
  constexpr std::uint32_t odd_rate = 3'579'545;
  for (const std::int64_t instant : instants()) {
    const std::uint64_t ticks = exact_ticks(instant);
    const std::int64_t reading = to_nanoseconds(instant_of(ticks));
    ASSERT_GE(reading, exact_instant(ticks)) << ticks;
    ASSERT_LE(reading, exact_instant(ticks) + (GetParam() == odd_rate && instant > year ? 1 : 0)) << ticks;
  }
}

TEST_P(Clock, AReadingAtADeadlineIsNeverBeforeIt) {
  for (const std::int64_t instant : instants()) {
    ASSERT_GE(to_nanoseconds(instant_of(ticks_of(Instant{instant}))), instant);
  }
}

TEST_P(Clock, WholeMillisecondsAreExactOverYears) {
  for (std::int64_t milliseconds = 1; milliseconds < 30 * year / 1'000'000; milliseconds = milliseconds * 3 + 1) {
    const std::uint64_t ticks = ticks_of(Instant{milliseconds * 1'000'000});
    ASSERT_EQ(ticks, exact_ticks(milliseconds * 1'000'000));
    if (GetParam() % 1000 == 0) {
      ASSERT_EQ(to_nanoseconds(instant_of(ticks)), milliseconds * 1'000'000);
    }
  }
}

TEST_P(Clock, InstantsBeforeBootHaveCome) {
  EXPECT_EQ(ticks_of(Instant{0}), 0U);
  EXPECT_EQ(ticks_of(Instant{-1}), 0U);
  EXPECT_EQ(ticks_of(Instant{INT64_MIN}), 0U);
}

TEST_P(Clock, TimeNeverGoesBackwards) {
  Instant last = instant_of(0xFFFF'FF00);
  for (std::uint64_t ticks = 0xFFFF'FF00; ticks < 0x1'0000'0100; ++ticks) {
    const Instant next = instant_of(ticks);
    ASSERT_GE(to_nanoseconds(next), to_nanoseconds(last));
    last = next;
  }
}

INSTANTIATE_TEST_SUITE_P(
    At,
    Clock,
    ::testing::Values(
        1'000'000U, 19'200'000U, 62'500'000U, 54'000'000U, 32'768U, 1'000'000'000U, 3'579'545U, 2'400'000'000U),
    [](const auto& frequency) { return std::to_string(frequency.param) + "Hz"; });

}  // namespace
}  // namespace cane::sched
