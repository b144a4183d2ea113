#pragma once
// A queue of messages: `Queue<T, N>` holds N values of T. A send finds a free place, a waiting receiver, or waits; a message
// for a waiting receiver is handed over directly and never passes through a slot. Order is first in, first out; among
// waiting threads, the most urgent first. Nothing closes a queue yet: Status::closed is reserved for that.
//
// Crosses layers: the fast paths are templates here, because copying a message of known size is a few instructions and a
// call would be more than the rest. Waiting is erased and lives in objects/queue.cpp.

#include <cane/check.hpp>
#include <cane/detail/queue_control.hpp>
#include <cane/status.hpp>
#include <cane/time.hpp>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <type_traits>

namespace cane {

template <class T, std::size_t N>
class Queue {
  static_assert(std::is_trivially_copyable_v<T>, "messages are copied by bytes: T must be trivially copyable");
  static_assert(sizeof(T) <= 4096, "a message is at most 4 KiB: send a pointer or a block of a pool instead");
  static_assert(N >= 1 && N <= 32768, "a queue holds 1 to 32,768 messages");

 public:
  constexpr Queue() = default;
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  /// Sends `message`, waiting for a free place.
  /// Context: thread; may wait. Fails: closed. Checks: thread context. Time: constant, and the copy.
  Status send(const T& message) {
    const arch::IrqState before = detail::kernel_lock.acquire();
    if (!arch::may_switch(before)) [[unlikely]]
      return detail::queue_refuse(Call::queue_send, this, before);
    const auto count = static_cast<std::uint32_t>(control_.waiters.balance);
    if (count >= N) [[unlikely]]
      return detail::queue_send_or_wait(control_, &message, shape, before);
    put(message, count);
    detail::kernel_lock.release(before);
    return Status::ok;
  }

  /// Sends `message` if there is a free place or a waiting receiver.
  /// Context: thread, interrupt or before the kernel runs; does not wait. Fails: full, closed. Checks: none.
  /// Time: constant, and the copy.
  Status try_send(const T& message) {
    const arch::IrqState before = detail::kernel_lock.acquire();
    const auto count = static_cast<std::uint32_t>(control_.waiters.balance);
    if (count >= N) [[unlikely]]
      return detail::queue_send_or_fail(control_, &message, shape, before);
    put(message, count);
    detail::kernel_lock.release(before);
    return Status::ok;
  }

  /// Sends `message`, waiting for a free place until `deadline` at most.
  /// Context: thread; may wait. Fails: timed_out, closed. Checks: thread context. Time: constant, the copy, and one place
  /// in the timeout store while waiting.
  Status try_send_until(const T& message, Instant deadline) {
    const arch::IrqState before = detail::kernel_lock.acquire();
    if (!arch::may_switch(before)) [[unlikely]]
      return detail::queue_refuse(Call::queue_send, this, before);
    const auto count = static_cast<std::uint32_t>(control_.waiters.balance);
    if (count >= N) return detail::queue_send_or_wait_until(control_, &message, shape, before, deadline);
    put(message, count);
    detail::kernel_lock.release(before);
    return Status::ok;
  }

  /// Sends `message`, waiting for a free place for `duration` at most.
  /// Context: thread; may wait. Fails: timed_out, closed. Checks: thread context. Time: as try_send_until.
  template <AnyDuration D>
  Status try_send_for(const T& message, D duration) {
    return try_send_until(message, now() + to_duration(duration));
  }

  /// Receives the oldest message, waiting for one.
  /// Context: thread; may wait. Fails: closed. Checks: thread context. Time: constant, and the copy.
  [[nodiscard]] std::expected<T, Status> receive() {
    const arch::IrqState before = detail::kernel_lock.acquire();
    if (!arch::may_switch(before)) [[unlikely]] {
      return std::unexpected(detail::queue_refuse(Call::queue_receive, this, before));
    }
    const std::uint32_t left = static_cast<std::uint32_t>(control_.waiters.balance) - 1;
    if (left >= N) [[unlikely]]
      return receive_slowly(before);
    return take(left, before);
  }

  /// Receives the oldest message if there is one.
  /// Context: thread, interrupt or before the kernel runs; does not wait. Fails: empty, closed. Checks: none.
  /// Time: constant, and the copy.
  [[nodiscard]] std::expected<T, Status> try_receive() {
    const arch::IrqState before = detail::kernel_lock.acquire();
    const std::uint32_t left = static_cast<std::uint32_t>(control_.waiters.balance) - 1;
    if (left >= N) [[unlikely]] {
      return finish([&](void* place) CANE_RELEASE(detail::kernel_lock) {
        return detail::queue_receive_or_fail(control_, place, shape, before);
      });
    }
    return take(left, before);
  }

  /// Receives the oldest message, waiting for one until `deadline` at most.
  /// Context: thread; may wait. Fails: timed_out, closed. Checks: thread context. Time: constant, the copy, and one place
  /// in the timeout store while waiting.
  [[nodiscard]] std::expected<T, Status> try_receive_until(Instant deadline) {
    const arch::IrqState before = detail::kernel_lock.acquire();
    if (!arch::may_switch(before)) [[unlikely]] {
      return std::unexpected(detail::queue_refuse(Call::queue_receive, this, before));
    }
    const std::uint32_t left = static_cast<std::uint32_t>(control_.waiters.balance) - 1;
    if (left >= N) {
      return finish([&](void* place) CANE_RELEASE(detail::kernel_lock) {
        return detail::queue_receive_or_wait_until(control_, place, shape, before, deadline);
      });
    }
    return take(left, before);
  }

  /// Receives the oldest message, waiting for one for `duration` at most.
  /// Context: thread; may wait. Fails: timed_out, closed. Checks: thread context. Time: as try_receive_until.
  template <AnyDuration D>
  [[nodiscard]] std::expected<T, Status> try_receive_for(D duration) {
    return try_receive_until(now() + to_duration(duration));
  }

  /// The messages waiting in the queue at this instant. Context: any. Fails: never. Checks: none. Time: constant.
  [[nodiscard]] std::size_t size() const {
    detail::KernelGuard guard;
    const std::int32_t balance = control_.waiters.balance;
    if (balance <= 0) return 0;
    return static_cast<std::size_t>(balance) > N ? N : static_cast<std::size_t>(balance);
  }

  /// The most messages the queue holds. Context: any. Fails: never. Checks: none. Time: constant.
  [[nodiscard]] static constexpr std::size_t capacity() { return N; }

 private:
  static constexpr bool whole_words = sizeof(T) % 4 == 0 && alignof(T) >= 4;
  static constexpr detail::QueueShape shape = detail::make_shape(sizeof(T), N, whole_words);
  static constexpr std::uint32_t wrap(std::uint32_t index) {
    if constexpr ((N & (N - 1)) == 0) {
      return index & (N - 1);
    } else {
      return index >= N ? index - static_cast<std::uint32_t>(N) : index;
    }
  }

  // A free slot is there: `count` messages come before this one.
  [[gnu::always_inline]] void put(const T& message, std::uint32_t count) CANE_REQUIRES(detail::kernel_lock) {
    slots_[wrap(control_.read + count)].value = message;
    control_.waiters.balance = static_cast<std::int32_t>(count + 1);
    detail::record_send(this);
  }

  // A message is there and no sender waits: `left` messages stay behind it.
  [[gnu::always_inline]] std::expected<T, Status> take(std::uint32_t left, arch::IrqState before)
      CANE_RELEASE(detail::kernel_lock) {
    const std::uint32_t read = control_.read;
    control_.read = wrap(read + 1);
    control_.waiters.balance = static_cast<std::int32_t>(left);
    std::expected<T, Status> message{std::in_place, slots_[read].value};
    detail::record_receive(this);
    detail::kernel_lock.release(before);
    return message;
  }

  [[gnu::noinline]] std::expected<T, Status> receive_slowly(arch::IrqState before) CANE_RELEASE(detail::kernel_lock) {
    return finish([&](void* place) CANE_RELEASE(detail::kernel_lock) {
      if (control_.waiters.balance <= 0) [[likely]]
        return detail::queue_receive_wait(control_, place, before);
      return detail::queue_receive_and_admit(control_, place, shape, before);
    });
  }

  // Gives a rare path a place for the message and turns what it says into the answer.
  template <class Receive>
  [[gnu::always_inline]] std::expected<T, Status> finish(Receive receive) CANE_RELEASE(detail::kernel_lock) {
    union Place {
      Place() {}  // a T need not be constructible from nothing
      T value;
    } place;
    const Status status = receive(&place.value);
    if (status != Status::ok) [[unlikely]]
      return std::unexpected(status);
    if constexpr (config::trace) {
      const detail::KernelGuard guard;
      detail::record_receive(this);
    }
    return place.value;
  }

  // Storage for a message that need not be constructible from nothing.
  union Slot {
    constexpr Slot() : empty{} {}
    unsigned char empty;
    T value;
  };

  Slot slots_[N];  // before the control words: the erased paths find them by the shape
  detail::QueueControl control_;
};

}  // namespace cane
