#pragma once
// What a thread does to itself.

#include <cane/time.hpp>

namespace cane::this_thread {

/// Lets the other ready threads of this priority run first, and gives a preemption-threshold's claim up.
/// Context: thread; does not wait, but may switch. Fails: never. Checks: thread context. Time: constant.
void yield();

/// Stops the calling thread until `deadline`, never less. An instant in the past returns at once.
/// Context: thread; waits. Fails: never. Checks: thread context. Time: one insertion into the timeout store.
void sleep_until(Instant deadline);

/// Stops the calling thread for `duration`, never less. Zero and negative durations return at once.
/// Context: thread; waits. Fails: never. Checks: thread context. Time: one insertion into the timeout store.
template <AnyDuration D>
void sleep_for(D duration) {
  sleep_until(now() + to_duration(duration));
}

/// The calling thread's name. Context: any; in a handler, the interrupted thread's. Fails: never. Checks: none.
/// Time: constant.
[[nodiscard]] const char* name();

/// Ends the calling thread, as returning from its function does.
/// Context: thread; never returns. Fails: never. Checks: thread context. Time: constant, and a wake for each joiner.
[[noreturn]] void exit();

}  // namespace cane::this_thread
