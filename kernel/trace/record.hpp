#pragma once
// Recording an event: the inline half of the trace, for the paths it watches. Nothing is left of it when the trace is
// compiled out. Never takes the kernel lock: whoever records holds it.
//
// Crosses layers: objects' and the scheduler's hot paths include this and the board's counter.

#include <cane/detail/kernel_lock.hpp>
#include <cane/trace.hpp>
#include <cane_config.hpp>
#include <port/platform.hpp>

namespace cane::trace {

// The ring. `written` counts every record since clear(); its low bits are the next place.
struct Ring {
  std::uint32_t written CANE_GUARDED_BY(detail::kernel_lock);
  std::uint32_t frozen CANE_GUARDED_BY(detail::kernel_lock);
  Record records[config::trace ? config::trace_capacity : 1];
};
extern constinit Ring ring;
static_assert((config::trace_capacity & (config::trace_capacity - 1)) == 0, "trace_capacity must be a power of two");

[[gnu::always_inline]] inline void record(Event event, const ThreadControl* thread, const void* object)
    CANE_REQUIRES(detail::kernel_lock) {
  if constexpr (config::trace) {
    if (ring.frozen) [[unlikely]]
      return;
    const std::uint32_t index = ring.written++;
    Record& place = ring.records[index & (config::trace_capacity - 1)];
    place.time = static_cast<std::uint32_t>(platform::ticks_now());
    place.event = event;
    place.thread = thread;
    place.object = object;
  }
}

}  // namespace cane::trace
