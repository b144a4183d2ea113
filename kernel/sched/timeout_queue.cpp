// The heap of deadlines. A removed node leaves a hole that sinks to the floor along the earlier child without looking at
// the node that will fill it, which then rises from there: one comparison a level instead of two, and the last node of a
// heap nearly always belongs near the floor.

#include <sched/timeout_queue.hpp>

namespace cane::sched {

bool TimeoutQueue::is_before(const TimeoutNode& a, const TimeoutNode& b) {
  if (a.deadline != b.deadline) return a.deadline < b.deadline;
  return static_cast<std::int32_t>(a.sequence - b.sequence) < 0;
}

void TimeoutQueue::place(std::uint32_t index, TimeoutNode& node) {
  heap_[index] = &node;
  node.index = index;
}

// Moves `node` up from `index` while its parent is later, not above `top`.
void TimeoutQueue::rise(std::uint32_t index, TimeoutNode& node, std::uint32_t top) {
  while (index > top) {
    TimeoutNode& parent = *heap_[index / 2];
    if (!is_before(node, parent)) break;
    place(index, parent);
    index /= 2;
  }
  place(index, node);
}

void TimeoutQueue::refill(std::uint32_t hole, TimeoutNode& last) {
  const std::uint32_t top = hole;
  while (2 * hole < count_) {
    std::uint32_t child = 2 * hole;
    if (is_before(*heap_[child + 1], *heap_[child])) ++child;
    place(hole, *heap_[child]);
    hole = child;
  }
  if (2 * hole == count_) {
    place(hole, *heap_[count_]);
    hole = count_;
  }
  rise(hole, last, top);
}

void TimeoutQueue::insert(TimeoutNode& node, std::uint64_t deadline) {
  node.deadline = deadline;
  node.sequence = sequence_++;
  rise(++count_, node, 1);
}

void TimeoutQueue::remove(TimeoutNode& node) {
  const std::uint32_t index = node.index;
  TimeoutNode& last = *heap_[count_];
  --count_;
  node.index = 0;
  if (&last == &node) return;
  if (index > 1 && is_before(last, *heap_[index / 2])) return rise(index, last, 1);
  refill(index, last);
}

bool TimeoutQueue::validate() const {
  if (count_ > reserved_ || reserved_ > capacity) return false;
  for (std::uint32_t index = 1; index <= count_; ++index) {
    if (heap_[index]->index != index) return false;
    if (index > 1 && is_before(*heap_[index], *heap_[index / 2])) return false;
  }
  return true;
}

}  // namespace cane::sched
