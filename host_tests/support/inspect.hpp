#pragma once
// Looking into the kernel's objects from outside, where their layout is defined: a thread is its control block, a queue ends
// in its control words, a ready queue begins with its heads. Reads only.

#include <cane/queue.hpp>
#include <cane/thread.hpp>
#include <cstddef>
#include <sched/ready_queue.hpp>
#include <type_traits>
#include <vector>

namespace cane::test::inspect {

static_assert(std::is_standard_layout_v<Thread> && sizeof(Thread) == sizeof(ThreadControl));
static_assert(std::is_standard_layout_v<sched::ReadyQueue>);

inline ThreadControl& control(Thread& thread) { return *reinterpret_cast<ThreadControl*>(&thread); }
inline const ThreadControl& control(const Thread& thread) { return *reinterpret_cast<const ThreadControl*>(&thread); }

template <class T, std::size_t N>
detail::QueueControl& control(Queue<T, N>& queue) {
  constexpr std::size_t alignment = alignof(detail::QueueControl);
  constexpr std::size_t offset = (sizeof(T) * N + alignment - 1) / alignment * alignment;
  return *reinterpret_cast<detail::QueueControl*>(reinterpret_cast<std::byte*>(&queue) + offset);
}

// How many messages are there, and beyond that who waits: below zero receivers, above the capacity senders.
template <class T, std::size_t N>
std::int32_t balance(Queue<T, N>& queue) CANE_NO_ANALYSIS {
  return control(queue).waiters.balance;
}

// Every ready thread, the most urgent level first, each level in the order it will run.
std::vector<const ThreadControl*> ready_threads(const sched::ReadyQueue& queue);

// Every waiting thread, in the order they will be woken.
std::vector<const ThreadControl*> waiting_threads(const detail::WaitList& list);

}  // namespace cane::test::inspect
