#pragma once
// The one place where a thread stops. Every object is a condition around a WaitList; here threads enter it, leave it in
// order of priority, and leave it early when a deadline comes. Within a priority the order is first come, first served.
//
// A list is a chain of groups, the most urgent first; a group is a ring of threads of one priority. Entering walks the
// groups: at most one step a priority level, however many threads wait. The most urgent waiter is always the head.

#include <cane/detail/thread_control.hpp>
#include <cane/detail/wait_list.hpp>
#include <cane/status.hpp>

namespace cane::sched {

using detail::kernel_lock;
using detail::WaitList;

// Stops the running thread in `list` until somebody pops it and makes it ready. Returns the waker's wait_result.
Status wait(WaitList& list, arch::IrqState before) CANE_RELEASE(kernel_lock);

// The same, until `deadline` at most: then it returns Status::timed_out and has left the list.
Status wait_until(WaitList& list, std::uint64_t deadline, arch::IrqState before) CANE_RELEASE(kernel_lock);

// Stops the running thread until `deadline`.
void sleep_until(std::uint64_t deadline, arch::IrqState before) CANE_RELEASE(kernel_lock);

// A timeout has come for a thread: a waiter leaves its list with Status::timed_out, a sleeper just becomes ready.
void time_out(ThreadControl& thread, arch::IrqState before) CANE_RELEASE(kernel_lock);

// Takes the most urgent waiter out. The list must not be empty. The caller makes it ready.
[[gnu::always_inline]] inline ThreadControl& pop(WaitList& list) CANE_REQUIRES(kernel_lock) {
  ThreadControl& first = *list.head;
  ThreadControl* const equal = first.next;
  if (equal == &first) [[likely]] {
    list.head = first.next_group;
  } else {
    equal->previous = first.previous;
    first.previous->next = equal;
    equal->next_group = first.next_group;
    list.head = equal;
  }
  return first;
}

// Puts a thread in by its priority, behind its equals.
void insert(WaitList& list, ThreadControl& thread) CANE_REQUIRES(kernel_lock);

// Takes any waiter out, for a timeout.
void remove(WaitList& list, ThreadControl& thread) CANE_REQUIRES(kernel_lock);

// True when the chain, the rings and the order are sound. For tests: it visits every waiter.
[[nodiscard]] bool validate(const WaitList& list) CANE_REQUIRES(kernel_lock);

}  // namespace cane::sched
