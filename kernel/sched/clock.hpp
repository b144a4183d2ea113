#pragma once
// Time in the kernel: counter ticks inside, nanoseconds at the API, and the one hardware alarm, always set for the
// earliest deadline or earlier. There is no periodic tick.

#include <cane/detail/kernel_lock.hpp>
#include <cane/time.hpp>
#include <sched/timeout_queue.hpp>

namespace cane::sched {

using detail::kernel_lock;

// Learns the counter's frequency and forgets every deadline. Once, before any thread starts.
void initialise_clock(std::uint32_t frequency);

// The first tick at which `instant` has come: rounded up, so that no wait ends early.
[[nodiscard]] std::uint64_t ticks_of(Instant instant);
[[nodiscard]] Instant instant_of(std::uint64_t ticks);

// Arms the deadline of a node that has a reserved place, and sets the alarm earlier if need be.
void arm_timeout(TimeoutNode& node, std::uint64_t deadline) CANE_REQUIRES(kernel_lock);
// Takes an armed node back. The alarm stays: one that comes for nobody is cheaper than setting it again.
void cancel_timeout(TimeoutNode& node) CANE_REQUIRES(kernel_lock);

// A place in the timeout store for a thread that starts; false when there is none left.
[[nodiscard]] bool reserve_timeout() CANE_REQUIRES(kernel_lock);
void unreserve_timeout() CANE_REQUIRES(kernel_lock);

// For tests.
[[nodiscard]] const TimeoutQueue& pending_timeouts() CANE_REQUIRES(kernel_lock);

}  // namespace cane::sched
