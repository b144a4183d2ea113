#pragma once
// The event trace: what the kernel did, with time and thread, in a ring in RAM. Compiled in by configuration; recording
// costs about twenty instructions an event and never touches a device but the counter.

#include <cane/detail/thread_control.hpp>
#include <cane_config.hpp>
#include <cstdint>

namespace cane::trace {

enum class Event : std::uint32_t {
  queue_send,        // QS  a message was sent; thread: the sender
  queue_receive,     // QR  a receive returned a message; thread: the receiver
  internal_suspend,  // IS  a thread blocked; thread: itself
  internal_resume,   // IR  a thread was made ready; thread: the one resumed
  relinquish,        // RO  a thread yielded; thread: itself
  context_switch,    // CS  another thread runs; thread: the one that runs now
};
inline constexpr unsigned event_kinds = 6;

struct Record {
  std::uint32_t time;  // counter ticks since boot, the low 32 bits
  Event event;
  const ThreadControl* thread;
  const void* object;
};

/// The two letters of an event. Context: any. Fails: never. Checks: none. Time: constant.
[[nodiscard]] const char* to_string(Event event);

/// Forgets what was recorded and starts afresh. Context: thread or before the kernel runs. Fails: never. Checks: none.
/// Time: constant.
void clear();

/// Stops recording until clear(). Context: any. Fails: never. Checks: none. Time: constant.
void freeze();

/// How many records are held, the oldest first, and how many older ones the ring has overwritten.
/// Context: any, after freeze(). Fails: never. Checks: none. Time: constant.
[[nodiscard]] std::uint32_t size();
/// See size(). Context: any, after freeze(). Fails: never. Checks: none. Time: constant.
[[nodiscard]] std::uint32_t lost();
/// The record at `index`, 0 the oldest. Context: any, after freeze(). Fails: never. Checks: index below size().
/// Time: constant.
[[nodiscard]] const Record& at(std::uint32_t index);

/// Prints the whole ring to the console in the form that scripts/trace reads.
/// Context: thread or before the kernel runs, after freeze(). Fails: never. Checks: none. Time: a line each record.
void dump();

}  // namespace cane::trace
