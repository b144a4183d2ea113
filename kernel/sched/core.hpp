#pragma once
// What one core is doing: its ready threads, its idle thread, and the request to look again who should run. An array of
// one today; every path takes the core as a reference, so that more cores change this file and the lock, not the paths.
//
// Crosses layers: <platform/pins.hpp>, because the switch flips the board's pin inline.

#include <cane/detail/kernel_lock.hpp>
#include <cane_config.hpp>
#include <platform/pins.hpp>
#include <port/arch.hpp>
#include <sched/ready_queue.hpp>

namespace cane::sched {

struct alignas(64) Core {
  ReadyQueue ready CANE_GUARDED_BY(detail::kernel_lock);              // at offset 0: its heads are the hottest words
  std::uint32_t reschedule CANE_GUARDED_BY(detail::kernel_lock) = 0;  // a handler woke a thread that may preempt
  arch::PerCore arch{};
  std::uint32_t switches CANE_GUARDED_BY(detail::kernel_lock) = 0;
  platform::SwitchPin switch_pin{};
  ThreadControl idle{};
};

extern constinit Core cores[config::cores];

[[gnu::always_inline]] inline Core& this_core() {
  static_assert(config::cores == 1, "finding a core's own block is for the port to four cores");
  return cores[0];
}

// Makes this core ready to schedule: nobody ready, the code that runs now is the idle thread.
void initialise_core();

}  // namespace cane::sched
