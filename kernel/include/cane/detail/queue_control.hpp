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

// What an erased path must know of the type, in one word and as an immediate value: bytes of a message, whether it may be
// copied by words, and how many the queue holds.
enum class QueueShape : std::uint32_t {};
inline constexpr std::uint32_t queue_shape_words = 1U << 15;

constexpr QueueShape make_shape(std::size_t bytes, std::size_t capacity, bool whole_words) {
  return QueueShape{static_cast<std::uint32_t>(bytes | (whole_words ? queue_shape_words : 0) | capacity << 16)};
}
constexpr std::uint32_t bytes_of(QueueShape shape) {
  return static_cast<std::uint32_t>(shape) & (queue_shape_words - 1);
}
constexpr std::uint32_t capacity_of(QueueShape shape) { return static_cast<std::uint32_t>(shape) >> 16; }
// A message of exactly `bytes` that may be copied by words.
constexpr bool is_words_of(QueueShape shape, std::uint32_t bytes) {
  return (static_cast<std::uint32_t>(shape) & 0xFFFF) == (bytes | queue_shape_words);
}

// The queue is full, or receivers wait.
Status queue_send_or_wait(QueueControl& queue, const void* message, QueueShape shape, arch::IrqState before)
    CANE_RELEASE(kernel_lock);
Status queue_send_or_fail(QueueControl& queue, const void* message, QueueShape shape, arch::IrqState before)
    CANE_RELEASE(kernel_lock);
Status queue_send_or_wait_until(QueueControl& queue,
                                const void* message,
                                QueueShape shape,
                                arch::IrqState before,
                                Instant deadline) CANE_RELEASE(kernel_lock);

// Nothing is there: waits for a message.
Status queue_receive_wait(QueueControl& queue, void* place, arch::IrqState before) CANE_RELEASE(kernel_lock);

// The queue is full and senders wait: the oldest message comes out and the first sender's goes in.
Status queue_receive_and_admit(QueueControl& queue, void* place, QueueShape shape, arch::IrqState before)
    CANE_RELEASE(kernel_lock);

// The queue is empty, or senders wait.
Status queue_receive_or_fail(QueueControl& queue, void* place, QueueShape shape, arch::IrqState before)
    CANE_RELEASE(kernel_lock);
Status queue_receive_or_wait_until(QueueControl& queue,
                                   void* place,
                                   QueueShape shape,
                                   arch::IrqState before,
                                   Instant deadline) CANE_RELEASE(kernel_lock);

// A call that may wait was made where nothing can: stops with a report. Returns as little as misuse() does.
[[gnu::cold]] Status queue_refuse(Call call, const void* queue, arch::IrqState before) CANE_RELEASE(kernel_lock);

void record_send_event(const void* queue) CANE_REQUIRES(kernel_lock);
void record_receive_event(const void* queue) CANE_REQUIRES(kernel_lock);

[[gnu::always_inline]] inline void record_send(const void* queue) CANE_REQUIRES(kernel_lock) {
  if constexpr (config::trace) record_send_event(queue);
}
[[gnu::always_inline]] inline void record_receive(const void* queue) CANE_REQUIRES(kernel_lock) {
  if constexpr (config::trace) record_receive_event(queue);
}

}  // namespace cane::detail
