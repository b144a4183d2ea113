#pragma once
// The state of one place where threads wait: part of every object, all zero when nobody waits. What happens to it is
// sched/wait_queue.hpp's; objects read the balance on their fast paths.

#include <cane/detail/kernel_lock.hpp>
#include <cane_annotations.hpp>
#include <cstdint>

namespace cane {

class ThreadControl;

namespace detail {

// `balance` is one number that tells an object everything its fast path asks. At or above zero: that many tokens or
// messages are there. Below zero: that many threads wait to take. Above an object's capacity: the excess wait to give.
// An object that does not count leaves it zero. When a waiter leaves early (a timeout), the wait queue moves the balance
// one step back towards zero, so that it stays exact at every instant.
struct WaitList {
  ThreadControl* head CANE_GUARDED_BY(kernel_lock) = nullptr;  // leader of the most urgent group
  std::int32_t balance CANE_GUARDED_BY(kernel_lock) = 0;
};

}  // namespace detail
}  // namespace cane
