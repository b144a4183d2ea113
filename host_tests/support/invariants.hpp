#pragma once
// What must hold whenever a critical section ends: every container sound, every thread in exactly the list that its state
// names, every balance equal to what is there, and nobody ready who should be running instead. Reads only.

#include <cane/queue.hpp>
#include <cane/thread.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace cane::test {

class Invariants {
 public:
  // All threads that start while this is in use must be watched.
  void watch(Thread& thread) { threads_.push_back({&thread, false}); }
  // Between the two, a thread is claimed for its start but need not be in the ready queue yet.
  void set_starting(const Thread& thread, bool starting);
  void watch(detail::QueueControl& queue, std::size_t capacity) { queues_.push_back({&queue, capacity}); }
  void forget();

  // The first thing that does not hold, in words; empty when all is well. With the kernel lock held, whoever holds it.
  [[nodiscard]] std::string broken() const;

 private:
  struct WatchedThread {
    Thread* thread;
    bool starting;
  };
  struct WatchedQueue {
    detail::QueueControl* queue;
    std::size_t capacity;
  };

  using Ready = std::vector<const ThreadControl*>;

  [[nodiscard]] static std::string broken_containers();
  [[nodiscard]] std::string broken_threads(const Ready& ready) const;
  [[nodiscard]] static std::string broken_thread(const WatchedThread& watched, bool is_ready);
  [[nodiscard]] static std::string broken_queue(const WatchedQueue& watched);
  [[nodiscard]] static std::string broken_rule(const Ready& ready);

  std::vector<WatchedThread> threads_;
  std::vector<WatchedQueue> queues_;
};

}  // namespace cane::test
