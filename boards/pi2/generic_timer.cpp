// The counter against the system timer. Reading two counters takes time, more so in an emulator on a busy machine, so each
// reading of one is taken between two readings of the other: the true interval is known to lie between two bounds, and
// only what contradicts both is an error.

#include <bcm283x/system_timer.hpp>
#include <cane/check.hpp>
#include <cane/print.hpp>
#include <platform/generic_timer.hpp>

namespace cane::platform::generic_timer {

namespace {

using bcm283x::system_timer::microseconds_now;

constexpr std::uint32_t interval_microseconds = 2000;

struct Reading {
  std::uint32_t before;
  std::uint64_t count;
  std::uint32_t after;
};

Reading read_both() {
  const std::uint32_t before = microseconds_now();
  const std::uint64_t now = count();
  return {before, now, microseconds_now()};
}

// 1 % of what passes in a microsecond is less than a tick at slow rates: compared in ticks a hundred intervals long.
bool agrees(const Reading& start, const Reading& end, std::uint32_t hertz) {
  const std::uint64_t shortest = end.before - start.after;
  const std::uint64_t longest = std::uint64_t{end.after} - start.before + 1;
  const std::uint64_t passed = (end.count - start.count) * 100 * bcm283x::system_timer::frequency;
  return passed >= shortest * 99 * hertz && passed <= longest * 101 * hertz;
}

}  // namespace

void check_rate() {
  const Reading start = read_both();
  bcm283x::system_timer::wait_microseconds(interval_microseconds);
  const Reading end = read_both();
  if (agrees(start, end, frequency())) return;
  print("cane: the counter advanced ", end.count - start.count, " ticks in ", end.before - start.before,
        " us; CNTFRQ says ", frequency(), " Hz\n");
  panic("the generic timer does not run at the rate that CNTFRQ tells");
}

}  // namespace cane::platform::generic_timer
