#pragma once
// Time as applications see it: signed 64-bit nanoseconds since boot, in two types that cannot be mixed up and that travel
// in registers. Any std::chrono duration is accepted wherever a duration is taken, without <chrono> being included here.

#include <compare>
#include <concepts>
#include <cstdint>
#include <ratio>

namespace cane {

enum class Instant : std::int64_t {};   // nanoseconds since boot
enum class Duration : std::int64_t {};  // nanoseconds

namespace detail {
// Anything shaped like std::chrono::duration with an integer count.
template <class D>
concept ChronoDuration = requires(const D& d) {
  typename D::rep;
  typename D::period;
  { D::period::num } -> std::convertible_to<std::int64_t>;
  { D::period::den } -> std::convertible_to<std::int64_t>;
  { d.count() } -> std::convertible_to<std::int64_t>;
} && std::integral<typename D::rep>;
}  // namespace detail

template <class D>
concept AnyDuration = std::same_as<D, Duration> || detail::ChronoDuration<D>;

/// Converts any duration to Cane's; finer units than a nanosecond are rounded up, so that no wait gets shorter.
/// Context: any. Fails: never. Checks: none; more than 292 years overflow. Time: constant.
template <AnyDuration D>
[[nodiscard]] constexpr Duration to_duration(D duration) {
  if constexpr (std::same_as<D, Duration>) {
    return duration;
  } else {
    // A unit in nanoseconds, in lowest terms. Whole multiples first, so that nothing overflows on the way.
    using Unit = std::ratio_multiply<std::giga, std::ratio<D::period::num, D::period::den>>;
    const auto count = static_cast<std::int64_t>(duration.count());
    if constexpr (Unit::den == 1) {
      return Duration{count * Unit::num};
    } else {
      const std::int64_t rest = count % Unit::den * Unit::num;
      return Duration{count / Unit::den * Unit::num + rest / Unit::den + (rest % Unit::den > 0 ? 1 : 0)};
    }
  }
}

/// A duration of `count` nanoseconds. Context: any. Fails: never. Checks: none. Time: constant.
[[nodiscard]] constexpr Duration nanoseconds(std::int64_t count) { return Duration{count}; }
/// A duration of `count` microseconds. Context: any. Fails: never. Checks: none. Time: constant.
[[nodiscard]] constexpr Duration microseconds(std::int64_t count) { return Duration{count * 1'000}; }
/// A duration of `count` milliseconds. Context: any. Fails: never. Checks: none. Time: constant.
[[nodiscard]] constexpr Duration milliseconds(std::int64_t count) { return Duration{count * 1'000'000}; }
/// A duration of `count` seconds. Context: any. Fails: never. Checks: none. Time: constant.
[[nodiscard]] constexpr Duration seconds(std::int64_t count) { return Duration{count * 1'000'000'000}; }

/// The nanoseconds of a duration as a number. Context: any. Fails: never. Checks: none. Time: constant.
[[nodiscard]] constexpr std::int64_t to_nanoseconds(Duration duration) { return static_cast<std::int64_t>(duration); }
/// The nanoseconds since boot of an instant as a number. Context: any. Fails: never. Checks: none. Time: constant.
[[nodiscard]] constexpr std::int64_t to_nanoseconds(Instant instant) { return static_cast<std::int64_t>(instant); }

// A deadline further off than 292 years is the last instant there is: "as long as you like" must not become the past.
constexpr Instant operator+(Instant instant, Duration duration) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(to_nanoseconds(instant), to_nanoseconds(duration), &sum)) [[unlikely]]
    return Instant{to_nanoseconds(duration) < 0 ? INT64_MIN : INT64_MAX};
  return Instant{sum};
}
constexpr Instant operator-(Instant instant, Duration duration) {
  return Instant{to_nanoseconds(instant) - to_nanoseconds(duration)};
}
constexpr Duration operator-(Instant later, Instant earlier) {
  return Duration{to_nanoseconds(later) - to_nanoseconds(earlier)};
}
constexpr Duration operator+(Duration a, Duration b) { return Duration{to_nanoseconds(a) + to_nanoseconds(b)}; }
constexpr Duration operator-(Duration a, Duration b) { return Duration{to_nanoseconds(a) - to_nanoseconds(b)}; }
constexpr Duration operator*(Duration a, std::int64_t n) { return Duration{to_nanoseconds(a) * n}; }
constexpr Duration operator*(std::int64_t n, Duration a) { return a * n; }
template <class D>
  requires detail::ChronoDuration<D>
constexpr Instant operator+(Instant instant, D duration) {
  return instant + to_duration(duration);
}
constexpr Instant& operator+=(Instant& instant, Duration duration) { return instant = instant + duration; }
template <class D>
  requires detail::ChronoDuration<D>
constexpr Instant& operator+=(Instant& instant, D duration) {
  return instant = instant + to_duration(duration);
}

/// The time since boot. Context: thread, interrupt or before start; never waits. Fails: never. Checks: none.
/// Time: constant (one counter read and one multiplication).
[[nodiscard]] Instant now();

inline namespace literals {
consteval Duration operator""_ns(unsigned long long count) { return nanoseconds(static_cast<std::int64_t>(count)); }
consteval Duration operator""_us(unsigned long long count) { return microseconds(static_cast<std::int64_t>(count)); }
consteval Duration operator""_ms(unsigned long long count) { return milliseconds(static_cast<std::int64_t>(count)); }
consteval Duration operator""_s(unsigned long long count) { return seconds(static_cast<std::int64_t>(count)); }
}  // namespace literals

}  // namespace cane
