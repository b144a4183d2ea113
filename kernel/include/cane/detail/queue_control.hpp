#pragma once
// The part of a message queue that does not know its type, and the paths that wait. See objects/queue.cpp.

#include <cane/check.hpp>
#include <cane/detail/wait_list.hpp>
#include <cane/status.hpp>
#include <cane/time.hpp>
#include <cane_annotations.hpp>
#include <cane_config.hpp>
#include <cstddef>
#include <cstdint>

namespace cane::detail {

// All zero when the queue is empty. The balance of the waiters says everything: 0 to N messages are there; below zero,
// that many receivers wait; above N, the excess senders wait.
struct QueueControl {
  WaitList waiters;
  std::uint32_t read CANE_GUARDED_BY(kernel_lock) = 0;  // slot of the oldest message
};

// What an erased path must know of the type, in one word, so that it travels in a register.
class QueueShape {
 public:
  constexpr QueueShape(std::size_t bytes, std::size_t capacity, bool whole_words)
      : word_{static_cast<std::uint32_t>(bytes | (whole_words ? words_bit : 0) | capacity << 16)} {}

  [[nodiscard]] constexpr std::uint32_t bytes() const { return word_ & (words_bit - 1); }
  [[nodiscard]] constexpr std::uint32_t capacity() const { return word_ >> 16; }
  // A message of exactly `bytes` that may be copied by words.
  [[nodiscard]] constexpr bool is_words_of(std::uint32_t bytes) const { return (word_ & 0xFFFF) == (bytes | words_bit); }

 private:
  static constexpr std::uint32_t words_bit = 1U << 15;

  std::uint32_t word_;
};
static_assert(sizeof(QueueShape) == 4);

// The queue is full, or receivers wait.
Status queue_send_or_wait(QueueControl& queue, const void* message, QueueShape shape, arch::IrqState before)
    CANE_RELEASE(kernel_lock);
Status queue_send_or_fail(QueueControl& queue, const void* message, QueueShape shape, arch::IrqState before)
    CANE_RELEASE(kernel_lock);
Status queue_send_or_wait_until(QueueControl& queue, const void* message, QueueShape shape, arch::IrqState before,
                                Instant deadline) CANE_RELEASE(kernel_lock);

// The queue is empty, or senders wait.
Status queue_receive_or_wait(QueueControl& queue, void* place, QueueShape shape, arch::IrqState before)
    CANE_RELEASE(kernel_lock);
Status queue_receive_or_fail(QueueControl& queue, void* place, QueueShape shape, arch::IrqState before)
    CANE_RELEASE(kernel_lock);
Status queue_receive_or_wait_until(QueueControl& queue, void* place, QueueShape shape, arch::IrqState before,
                                   Instant deadline) CANE_RELEASE(kernel_lock);

// A call that may wait was made where nothing can: stops with a report. Returns as little as misuse() does.
[[gnu::cold]] Status queue_refuse(Call call, const void* queue, arch::IrqState before) CANE_RELEASE(kernel_lock);

void record_send_event(const void* queue);
void record_receive_event(const void* queue);

[[gnu::always_inline]] inline void record_send(const void* queue) {
  if constexpr (config::trace) record_send_event(queue);
}
[[gnu::always_inline]] inline void record_receive(const void* queue) {
  if constexpr (config::trace) record_receive_event(queue);
}

}  // namespace cane::detail
