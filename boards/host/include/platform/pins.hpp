#pragma once
// The two pins the kernel drives, as a probe on the desk would see them: edges of the switch level and pulses of the
// marker, counted.

#include <cstdint>

namespace cane::platform {

enum class Level : std::uint8_t { low, high };

struct PinProbe {
  std::uint32_t switch_edges = 0;
  std::uint32_t marker_pulses = 0;
  Level switch_level = Level::low;
};
extern constinit PinProbe probe;

// The level the next switch drives. Kept here and not read back, as the boards do.
struct SwitchPin {
  Level next_level;
};

inline void initialise(SwitchPin& pin) {
  probe = PinProbe{};
  pin.next_level = Level::high;
}

inline void toggle(SwitchPin& pin) {
  if (probe.switch_level != pin.next_level) ++probe.switch_edges;
  probe.switch_level = pin.next_level;
  pin.next_level = pin.next_level == Level::low ? Level::high : Level::low;
}

inline void pulse_marker() { ++probe.marker_pulses; }

}  // namespace cane::platform
