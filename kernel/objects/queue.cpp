// Message queues: the paths on which somebody waits or has waited. The types are erased here; a waiting thread's wait_data
// is where its message goes to (a receiver) or comes from (a sender). The fast paths are in <cane/queue.hpp>.
//
// Order: the paths that hand over come first and end in make_ready, which may switch at once.

#include <cane/detail/queue_control.hpp>
#include <cstring>
#include <sched/clock.hpp>
#include <sched/scheduler.hpp>
#include <sched/wait_queue.hpp>
#include <trace/record.hpp>

namespace cane::detail {

using arch::IrqState;

namespace {

struct Words4 {
  std::uint32_t word[4];
};

// The two sizes that most messages have are a few instructions; the rest is memcpy's.
[[gnu::always_inline]] inline void copy_message(void* to, const void* from, QueueShape shape) {
  if (is_words_of(shape, 4)) {
    *static_cast<std::uint32_t*>(to) = *static_cast<const std::uint32_t*>(from);
  } else if (is_words_of(shape, 16)) {
    *static_cast<Words4*>(to) = *static_cast<const Words4*>(from);
  } else {
    std::memcpy(to, from, bytes_of(shape));
  }
}

// The slots lie before the control words, as Queue<T, N> lays them out.
std::byte* slot(QueueControl& queue, QueueShape shape, std::uint32_t index) {
  const std::uint32_t slots_bytes =
      (bytes_of(shape) * capacity_of(shape) + alignof(QueueControl) - 1) & ~(alignof(QueueControl) - 1);
  return reinterpret_cast<std::byte*>(&queue) - slots_bytes + index * bytes_of(shape);
}

// The address of the Queue<T, N> itself, which is what the trace and the reports name: its slots come first.
const void* whole_queue(QueueControl& queue, QueueShape shape) { return slot(queue, shape, 0); }

// A receiver waits: the message goes straight to it.
Status hand_over(QueueControl& queue, const void* message, QueueShape shape, IrqState before)
    CANE_RELEASE(kernel_lock) {
  queue.waiters.balance += 1;
  ThreadControl& receiver = sched::pop(queue.waiters);
  copy_message(receiver.wait_data, message, shape);
  record_send(whole_queue(queue, shape));
  return sched::make_ready(receiver, before);
}

Status give_up(Status why, IrqState before) CANE_RELEASE(kernel_lock) {
  kernel_lock.release(before);
  return why;
}

}  // namespace

Status queue_send_or_wait(QueueControl& queue, const void* message, QueueShape shape, IrqState before) {
  if (queue.waiters.balance < 0) return hand_over(queue, message, shape, before);
  queue.waiters.balance += 1;
  arch::current_thread()->wait_data = const_cast<void*>(message);
  return sched::wait(queue.waiters, before);
}

Status queue_send_or_fail(QueueControl& queue, const void* message, QueueShape shape, IrqState before) {
  if (queue.waiters.balance < 0) return hand_over(queue, message, shape, before);
  return give_up(Status::full, before);
}

Status queue_send_or_wait_until(
    QueueControl& queue, const void* message, QueueShape shape, IrqState before, Instant deadline) {
  if (queue.waiters.balance < 0) return hand_over(queue, message, shape, before);
  if (deadline <= now()) return give_up(Status::timed_out, before);
  queue.waiters.balance += 1;
  arch::current_thread()->wait_data = const_cast<void*>(message);
  return sched::wait_until(queue.waiters, sched::ticks_of(deadline), before);
}

// A sender waits, so the queue is full: the oldest message comes out, the sender's takes the slot that became free.
Status queue_receive_and_admit(QueueControl& queue, void* place, QueueShape shape, IrqState before) {
  queue.waiters.balance -= 1;
  const std::uint32_t read = queue.read;
  std::byte* const oldest = slot(queue, shape, read);
  copy_message(place, oldest, shape);
  ThreadControl& sender = sched::pop(queue.waiters);
  copy_message(oldest, sender.wait_data, shape);
  trace::record(trace::Event::queue_send, &sender, whole_queue(queue, shape));
  queue.read = read + 1 == capacity_of(shape) ? 0 : read + 1;
  return sched::make_ready(sender, before);
}

Status queue_receive_wait(QueueControl& queue, void* place, IrqState before) {
  queue.waiters.balance -= 1;
  arch::current_thread()->wait_data = place;
  return sched::wait(queue.waiters, before);
}

Status queue_receive_or_fail(QueueControl& queue, void* place, QueueShape shape, IrqState before) {
  if (queue.waiters.balance > 0) return queue_receive_and_admit(queue, place, shape, before);
  return give_up(Status::empty, before);
}

Status queue_receive_or_wait_until(
    QueueControl& queue, void* place, QueueShape shape, IrqState before, Instant deadline) {
  if (queue.waiters.balance > 0) return queue_receive_and_admit(queue, place, shape, before);
  if (deadline <= now()) return give_up(Status::timed_out, before);
  queue.waiters.balance -= 1;
  arch::current_thread()->wait_data = place;
  return sched::wait_until(queue.waiters, sched::ticks_of(deadline), before);
}

Status queue_refuse(Call call, const void* queue, IrqState before) {
  kernel_lock.release(before);
  misuse(call, Misuse::cannot_wait_here, queue, __builtin_return_address(0));
  return Status::closed;
}

void record_send_event(const void* queue) { trace::record(trace::Event::queue_send, arch::current_thread(), queue); }

void record_receive_event(const void* queue) {
  trace::record(trace::Event::queue_receive, arch::current_thread(), queue);
}

}  // namespace cane::detail
