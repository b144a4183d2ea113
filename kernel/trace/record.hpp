#pragma once
// Recording an event: the inline half of the trace, for the paths it watches. Nothing is left of it when the trace is
// compiled out. Never takes a lock: it is called with the kernel lock held.
//
// Crosses layers: objects' and the scheduler's hot paths include this and the board's counter.

#include <cane/trace.hpp>
#include <cane_config.hpp>
#include <port/platform.hpp>

namespace cane::trace {

// The ring. `written` counts every record since clear(); its low bits are the next place.
struct Ring {
  std::uint32_t written;
  std::uint32_t frozen;
  Record records[config::trace ? config::trace_capacity : 1];
};
extern constinit Ring ring;
static_assert((config::trace_capacity & (config::trace_capacity - 1)) == 0, "trace_capacity must be a power of two");

[[gnu::always_inline]] inline void record(Event event, const ThreadControl* thread, const void* object) {
  if constexpr (config::trace) {
    if (ring.frozen) [[unlikely]] return;
    const std::uint32_t index = ring.written++;
    Record& place = ring.records[index & (config::trace_capacity - 1)];
    place.time = static_cast<std::uint32_t>(platform::ticks_now());
    place.event = event;
    place.thread = thread;
    place.object = object;
  }
}

}  // namespace cane::trace
