#pragma once
// Deadlines, the earliest first: a binary heap of pointers with the capacity of the configuration. Measured against a
// pairing heap, a radix heap, a sorted list, wheels and a crit-bit trie with 10,000 deadlines pending, it was the one whose
// mean is small and whose worst is bounded: inserting 23/160 instructions, removing 57/254, taking the first 243/323.
//
// Places are reserved (one by each started thread), so that arming never fails. Equal deadlines keep the order in
// which they were armed. Knows nothing of threads or clocks.

#include <cane/detail/thread_control.hpp>
#include <cane_config.hpp>
#include <cstdint>

namespace cane::sched {

using detail::TimeoutNode;

class TimeoutQueue {
 public:
  static constexpr std::uint32_t capacity = config::timeout_capacity;

  void clear() { count_ = reserved_ = sequence_ = 0; }

  // One more node may be armed. False when all places are taken.
  [[nodiscard]] bool reserve() {
    if (reserved_ == capacity) return false;
    ++reserved_;
    return true;
  }
  void unreserve() { --reserved_; }

  // The earliest node, or null.
  [[nodiscard]] TimeoutNode* first() const { return count_ == 0 ? nullptr : heap_[1]; }
  [[nodiscard]] std::uint32_t size() const { return count_; }

  // `node` must not be armed and must have a reserved place.
  void insert(TimeoutNode& node, std::uint64_t deadline);
  // `node` must be armed.
  void remove(TimeoutNode& node);

  // True when every parent is earlier than its children and every node knows its place. For tests.
  [[nodiscard]] bool validate() const;

 private:
  static bool is_before(const TimeoutNode& a, const TimeoutNode& b);
  void place(std::uint32_t index, TimeoutNode& node);
  void rise(std::uint32_t index, TimeoutNode& node, std::uint32_t top);
  void refill(std::uint32_t hole, TimeoutNode& last);

  TimeoutNode* heap_[capacity + 2] = {};  // from 1: the children of i are 2i and 2i + 1
  std::uint32_t count_ = 0;
  std::uint32_t reserved_ = 0;
  std::uint32_t sequence_ = 0;
};

}  // namespace cane::sched
