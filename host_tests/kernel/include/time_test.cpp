// Durations and instants: conversion from every unit, rounding so that no wait gets shorter, arithmetic.

#include <gtest/gtest.h>
#include <cane/time.hpp>
#include <chrono>
#include <ratio>

namespace cane {
namespace {

using std::chrono::duration;

constexpr std::int64_t ns(auto time) { return to_nanoseconds(to_duration(time)); }

static_assert(ns(std::chrono::nanoseconds{7}) == 7);
static_assert(ns(std::chrono::microseconds{7}) == 7'000);
static_assert(ns(std::chrono::hours{1}) == 3'600'000'000'000);
static_assert(std::same_as<decltype(Instant{} - Instant{}), Duration>);
static_assert(!AnyDuration<int> && !AnyDuration<duration<double>>, "a number is no duration, nor is a rounded one");

TEST(Time, LiteralsAreDurations) {
  EXPECT_EQ(5_ns, nanoseconds(5));
  EXPECT_EQ(5_us, nanoseconds(5'000));
  EXPECT_EQ(5_ms, nanoseconds(5'000'000));
  EXPECT_EQ(5_s, nanoseconds(5'000'000'000));
}

TEST(Time, TakesEveryUnitOfTheLibrary) {
  using namespace std::chrono_literals;
  EXPECT_EQ(ns(3ns), 3);
  EXPECT_EQ(ns(3us), 3'000);
  EXPECT_EQ(ns(3ms), 3'000'000);
  EXPECT_EQ(ns(3s), 3'000'000'000);
  EXPECT_EQ(ns(3min), 180'000'000'000);
  EXPECT_EQ(ns(std::chrono::days{100}), 8'640'000'000'000'000);
  EXPECT_EQ(ns(std::chrono::years{1}), 31'556'952'000'000'000);
}

TEST(Time, RoundsFinerUnitsUp) {
  using picoseconds = duration<std::int64_t, std::pico>;
  EXPECT_EQ(ns(picoseconds{0}), 0);
  EXPECT_EQ(ns(picoseconds{1}), 1);
  EXPECT_EQ(ns(picoseconds{1'000}), 1);
  EXPECT_EQ(ns(picoseconds{1'001}), 2);
  EXPECT_EQ(ns(picoseconds{-1}), 0);
  EXPECT_EQ(ns(picoseconds{-1'500}), -1);
  EXPECT_EQ(ns(picoseconds{10'000'000'000'001}), 10'000'000'001);
  EXPECT_EQ(ns(picoseconds{INT64_MAX}), 9'223'372'036'854'776);
}

TEST(Time, RoundsUnitsThatAreNoWholeNanosecondsUp) {
  using thirds = duration<std::int64_t, std::ratio<1, 3>>;
  using video = duration<std::int64_t, std::ratio<1, 90'000>>;
  EXPECT_EQ(ns(thirds{1}), 333'333'334);
  EXPECT_EQ(ns(thirds{2}), 666'666'667);
  EXPECT_EQ(ns(thirds{3}), 1'000'000'000);
  EXPECT_EQ(ns(thirds{-1}), -333'333'333);
  EXPECT_EQ(ns(video{1}), 11'112);
  EXPECT_EQ(ns(video{9}), 100'000);
  EXPECT_EQ(ns(video{90'000LL * 3600 * 24 * 365}), 31'536'000'000'000'000);
}

TEST(Time, InstantsAndDurationsAddUp) {
  constexpr Instant start{1'000};
  EXPECT_EQ(start + 5_us, Instant{6'000});
  EXPECT_EQ(start - 1_us, Instant{0});
  EXPECT_EQ(Instant{6'000} - start, 5_us);
  EXPECT_EQ(2_us + 3_us, 5_us);
  EXPECT_EQ(2_us - 3_us, nanoseconds(-1'000));
  EXPECT_EQ(2_us * 3, 6_us);
  EXPECT_EQ(3 * 2_us, 6_us);
  EXPECT_EQ(start + std::chrono::milliseconds{1}, Instant{1'001'000});
}

TEST(Time, ADeadlineBeyondAllTimeIsTheLastInstant) {
  constexpr Instant start{1'000};
  EXPECT_EQ(start + Duration{INT64_MAX}, Instant{INT64_MAX});
  EXPECT_EQ(start + std::chrono::nanoseconds::max(), Instant{INT64_MAX});
  EXPECT_EQ(Instant{-1'000} + Duration{INT64_MIN}, Instant{INT64_MIN});
  EXPECT_EQ(start + Duration{INT64_MAX - 1'000}, Instant{INT64_MAX});
}

TEST(Time, InstantsMoveOn) {
  Instant instant{0};
  instant += 5_us;
  instant += std::chrono::microseconds{5};
  EXPECT_EQ(instant, Instant{10'000});
  EXPECT_LT(Instant{1}, Instant{2});
  EXPECT_LT(1_ns, 1_us);
}

}  // namespace
}  // namespace cane
