#pragma once
// How urgent a thread is. 0 is the most urgent. Priorities are compared by name (is_above), never by <, because half the
// world counts the other way.

#include <cane_config.hpp>
#include <cstdint>
#include <type_traits>

namespace cane {

class Priority {
 public:
  static constexpr unsigned levels = config::priority_levels;
  static_assert(levels >= 1 && levels <= 1024, "priority_levels must be 1 to 1,024");

  // The least urgent priority.
  constexpr Priority() = default;

  /// A priority known at compile time; out of range does not compile.
  /// Context: any. Fails: never. Checks: range, at compile time. Time: constant.
  consteval explicit Priority(unsigned level) : level_{static_cast<Level>(level < levels ? level : out_of_range())} {}

  /// A priority computed at run time. Context: any. Fails: never. Checks: clamps to the least urgent level. Time: constant.
  [[nodiscard]] static constexpr Priority from_level(unsigned level) {
    Priority priority;
    if (level < levels) priority.level_ = static_cast<Level>(level);
    return priority;
  }

  /// The level as a number, 0 the most urgent. Context: any. Fails: never. Checks: none. Time: constant.
  [[nodiscard]] constexpr unsigned level() const { return level_; }

  /// True when this priority is strictly more urgent. Context: any. Fails: never. Checks: none. Time: constant.
  [[nodiscard]] constexpr bool is_above(Priority other) const { return level_ < other.level_; }

  constexpr bool operator==(const Priority&) const = default;

 private:
  using Level = std::conditional_t<(levels < 256), std::uint8_t, std::uint16_t>;

  static unsigned out_of_range();  // not constexpr, never defined: calling it is the compile error

  Level level_ = levels - 1;
};

}  // namespace cane
