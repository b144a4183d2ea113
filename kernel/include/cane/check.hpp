#pragma once
// Misuse stops the machine by name. A check names the call, what is wrong with it, the object (an address that the desk
// turns into its symbol) and the place; the report is panic.cpp's. Checks are always on.

#include <cstdint>

namespace cane {

// The public call that was misused, for the report.
enum class Call : std::uint32_t {
  start_kernel,
  thread_start,
  thread_join,
  thread_exit,
  yield,
  sleep,
  queue_send,
  queue_receive,
  attach_interrupt,
  kernel,
};

// What was wrong.
enum class Misuse : std::uint32_t {
  cannot_wait_here,  // a call that may wait, in an interrupt handler, with interrupts masked, or before the kernel runs
  already_started,   // a thread that is started and has not been joined
  not_started,       // a join of a thread that was never started
  joins_itself,      // a thread waiting for its own end
  too_many_timeouts,  // more started threads than timeout_capacity
  bad_priority,       // a preemption-threshold less urgent than the priority
  bad_stack,          // a stack that is misaligned or not in the memory of the image
  returned_nonzero,   // main() returned an error
  out_of_range,       // a number outside what the call takes
  broken_invariant,   // the kernel found its own structures inconsistent
};

/// The name of a call as a user writes it. Context: any. Fails: never. Checks: none. Time: constant.
[[nodiscard]] const char* to_string(Call call);
/// What was wrong, in words. Context: any. Fails: never. Checks: none. Time: constant.
[[nodiscard]] const char* to_string(Misuse misuse);

namespace detail {

// Reports the misuse and stops. It never returns, but is not declared so: then a caller can end in it with a plain jump,
// which keeps the checked path free of a stack frame and leaves the return address as the place of the call.
[[gnu::cold]] void misuse(Call call, Misuse what, const void* object, const void* place);

}  // namespace detail

/// Stops the machine with a report of `what`. For an application's own invariants.
/// Context: any. Fails: never returns. Checks: none. Time: does not matter any more.
[[noreturn, gnu::cold]] void panic(const char* what);

}  // namespace cane
