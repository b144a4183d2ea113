#pragma once
// A machine for one test: the kernel as boot leaves it, a clock turned by hand, interrupts at chosen instants. The test
// itself is what runs before the kernel: it starts threads and calls whatever needs no waiting, with interrupts masked;
// run() lets the threads run until all of them wait. Every time a critical section ends, the invariants are checked.

#include <cane/cane.hpp>
#include <cstdint>
#include <deque>
#include <functional>
#include <host_tests/support/inspect.hpp>
#include <host_tests/support/invariants.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace cane::test {

class Machine;

// A thread with a stack and something to do.
class Worker {
 public:
  Worker(Machine& machine, ThreadOptions options, std::function<void()> body)
      : machine_{machine}, options_{options}, body_{std::move(body)} {}

  // Starts the thread, as often as it has been joined.
  void start();

  [[nodiscard]] Thread& thread() { return thread_; }
  [[nodiscard]] ThreadControl& control() { return inspect::control(thread_); }
  [[nodiscard]] Stack<4096>& stack() { return stack_; }

 private:
  static void run(Worker& self);

  Machine& machine_;
  ThreadOptions options_;
  std::function<void()> body_;
  Thread thread_;
  Stack<4096> stack_;
};

class Machine {
 public:
  struct Options {
    std::uint32_t frequency = 1'000'000'000;
    std::uint64_t ticks = 0;  // where the counter stands at boot
  };

  Machine() : Machine(Options{}) {}
  explicit Machine(Options options);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // A thread that lives as long as the machine. thread() starts it, prepare_thread() leaves that to the test.
  Worker& thread(const char* name, unsigned priority, std::function<void()> body);
  Worker& thread(const char* name, unsigned priority, unsigned threshold, std::function<void()> body);
  Worker& prepare_thread(const ThreadOptions& options, std::function<void()> body);

  // A thread or queue that the test has made itself takes part in the checks.
  void watch(Thread& thread) { invariants_.watch(thread); }
  template <class T, std::size_t N>
  void watch(Queue<T, N>& queue) {
    invariants_.watch(inspect::control(queue), N);
  }

  // Lets the threads run until all of them wait. From the test, never from a thread.
  void run();

  // Turns the clock forward, stopping at every alarm on the way. From the test: the threads that wake run. From a thread:
  // it works that long, and may be preempted. From a handler: it takes that long.
  void pass(Duration duration);
  void pass_until(Instant instant);

  // Runs, jumping from alarm to alarm, until no alarm is set or `limit` has come.
  void run_until_quiet(Instant limit);

  // `handler` runs in an interrupt: as soon as interrupts are not masked (from the test: at once).
  void interrupt(std::function<void()> handler);

  // `handler` runs in an interrupt at the n-th exit of a critical section from now, 1 being the next.
  void interrupt_at_unmask(std::uint64_t n, std::function<void()> handler);
  [[nodiscard]] bool interrupt_at_unmask_is_pending() const { return unmasks_left_ != 0; }

  // What was printed. And the first broken invariant, which also fails the test at the end unless it is taken.
  [[nodiscard]] static std::string& console();
  [[nodiscard]] std::string take_problem() { return std::exchange(problem_, {}); }

 private:
  friend class Worker;

  static void observe_unmask();
  static void handle_interrupt(void* machine);
  void at_unmask();

  Invariants invariants_;
  std::string problem_;
  std::deque<std::unique_ptr<Worker>> workers_;
  std::deque<std::function<void()>> handlers_;
  std::uint64_t unmasks_left_ = 0;
  std::function<void()> handler_at_unmask_;
};

}  // namespace cane::test
