#pragma once
// A thread: start it on a stack, wait for its end. The object is all zero until it starts and must live as long as the
// thread does.

#include <cane/detail/thread_control.hpp>
#include <cane/priority.hpp>
#include <cane/stack.hpp>
#include <cane/status.hpp>
#include <cane/time.hpp>
#include <cstddef>
#include <optional>

namespace cane {

struct ThreadOptions {
  const char* name = "unnamed";  // kept, not copied: for reports and the trace
  Priority priority{};           // the least urgent unless said
  // While it runs, only threads above this may preempt it. Given up when it blocks or yields, kept when preempted.
  // Unset: its priority, the usual rule.
  std::optional<Priority> preemption_threshold{};
};

class Thread {
 public:
  constexpr Thread() = default;
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;

  /// Starts the thread: `function()` runs on `stack`. It competes at once, and before this returns if it may preempt.
  /// Context: thread, or before the kernel runs; does not wait. Fails: never.
  /// Checks: not started already, a place in the timeout store, threshold not less urgent than the priority.
  /// Time: constant; the first start on a stack also unmaps its guard page.
  template <std::size_t Bytes>
  void start(Stack<Bytes>& stack, const ThreadOptions& options, void (*function)()) {
    begin({stack.guard(), stack.low_end(), Stack<Bytes>::usable_bytes}, options, &call_plain,
          reinterpret_cast<void*>(function));
  }

  /// Starts the thread: `function(argument)` runs on `stack`. `argument` must outlive the thread.
  /// Context: thread, or before the kernel runs; does not wait. Fails: never.
  /// Checks: not started already, a place in the timeout store, threshold not less urgent than the priority.
  /// Time: constant; the first start on a stack also unmaps its guard page.
  template <auto function, class Argument, std::size_t Bytes>
  void start(Stack<Bytes>& stack, const ThreadOptions& options, Argument& argument) {
    begin(
        {stack.guard(), stack.low_end(), Stack<Bytes>::usable_bytes}, options,
        [](void* erased) { function(*static_cast<Argument*>(erased)); }, &argument);
  }

  /// Waits until the thread has ended. Afterwards it can be started again and its stack reused.
  /// Context: thread; may wait. Fails: never. Checks: thread context, not itself, was started. Time: constant.
  void join();

  /// As join(), but never waits: false while the thread runs.
  /// Context: thread or before the kernel runs; does not wait. Fails: false while it runs. Checks: was started.
  /// Time: constant.
  [[nodiscard]] bool try_join();

  /// As join(), giving up at `deadline`.
  /// Context: thread; may wait. Fails: false when the deadline came first. Checks: thread context, not itself, was started.
  /// Time: constant, and one place in the timeout store while waiting.
  [[nodiscard]] bool try_join_until(Instant deadline);

  /// As join(), giving up after `duration`.
  /// Context: thread; may wait. Fails: false when the time was up first. Checks: as try_join_until. Time: as try_join_until.
  template <AnyDuration D>
  [[nodiscard]] bool try_join_for(D duration) {
    return try_join_until(now() + to_duration(duration));
  }

  /// The name given at the start. Context: any. Fails: never. Checks: none. Time: constant.
  [[nodiscard]] const char* name() const { return control_.name; }

 private:
  struct StackMemory {
    void* guard;
    void* low_end;
    std::size_t bytes;
  };

  static void call_plain(void* function) { reinterpret_cast<void (*)()>(function)(); }
  void begin(StackMemory stack, const ThreadOptions& options, void (*entry)(void*), void* argument);

  ThreadControl control_{};
};

}  // namespace cane
