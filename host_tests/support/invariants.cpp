// The checks, each a sentence about one kind of thing. The kernel lock is held by whoever asks, which the analysis cannot
// see from here.

#include <algorithm>
#include <host_tests/support/inspect.hpp>
#include <host_tests/support/invariants.hpp>
#include <sched/clock.hpp>
#include <sched/core.hpp>
#include <sched/wait_queue.hpp>
#include <unordered_set>

namespace cane::test {

namespace {

bool contains(const std::vector<const ThreadControl*>& threads, const ThreadControl* thread) {
  return std::ranges::find(threads, thread) != threads.end();
}

std::string about(const ThreadControl& thread, const char* what) {
  return std::string{"thread "} + (thread.name == nullptr ? "without a name" : thread.name) + " " + what;
}

}  // namespace

void Invariants::set_starting(const Thread& thread, bool starting) {
  for (WatchedThread& watched : threads_) {
    if (watched.thread == &thread) watched.starting = starting;
  }
}

void Invariants::forget() {
  threads_.clear();
  queues_.clear();
}

std::string Invariants::broken() const CANE_NO_ANALYSIS {
  if (std::string problem = broken_containers(); !problem.empty()) return problem;
  const Ready ready = inspect::ready_threads(sched::this_core().ready);
  if (std::string problem = broken_threads(ready); !problem.empty()) return problem;
  for (const WatchedQueue& queue : queues_) {
    if (std::string problem = broken_queue(queue); !problem.empty()) return problem;
  }
  return broken_rule(ready);
}

std::string Invariants::broken_containers() CANE_NO_ANALYSIS {
  if (!sched::this_core().ready.validate()) return "the ready queue is not sound";
  if (!sched::pending_timeouts().validate()) return "the timeout store is not sound";
  return {};
}

std::string Invariants::broken_threads(const Ready& ready) const CANE_NO_ANALYSIS {
  std::unordered_set<const ThreadControl*> not_seen{ready.begin(), ready.end()};
  std::size_t armed = 0;
  for (const WatchedThread& watched : threads_) {
    const ThreadControl& thread = inspect::control(*watched.thread);
    const bool is_ready = not_seen.erase(&thread) != 0;
    if (std::string problem = broken_thread(watched, is_ready); !problem.empty()) return problem;
    if (thread.timeout.index != 0) ++armed;
  }
  if (!not_seen.empty()) return about(**not_seen.begin(), "is ready but not watched");
  if (armed != sched::pending_timeouts().size()) return "the timeout store holds other deadlines than the threads'";
  return {};
}

std::string Invariants::broken_thread(const WatchedThread& watched, bool is_ready) CANE_NO_ANALYSIS {
  const ThreadControl& thread = inspect::control(*watched.thread);
  const bool should_be_ready = thread.state == ThreadState::ready && !watched.starting;
  if (should_be_ready && !is_ready) return about(thread, "is ready but not in the ready queue");
  if (thread.state != ThreadState::ready && is_ready) return about(thread, "is in the ready queue but not ready");
  if (thread.state != ThreadState::waiting) {
    return thread.timeout.index != 0 ? about(thread, "does not wait but has a deadline") : "";
  }
  if (thread.waits_in == nullptr) {
    return thread.timeout.index == 0 ? about(thread, "sleeps without a deadline") : "";
  }
  if (!sched::validate(*thread.waits_in)) return about(thread, "waits in a list that is not sound");
  if (!contains(inspect::waiting_threads(*thread.waits_in), &thread)) return about(thread, "is not in its wait list");
  return {};
}

std::string Invariants::broken_queue(const WatchedQueue& watched) CANE_NO_ANALYSIS {
  if (!sched::validate(watched.queue->waiters)) return "a queue's wait list is not sound";
  const auto waiting = static_cast<std::int64_t>(inspect::waiting_threads(watched.queue->waiters).size());
  const auto capacity = static_cast<std::int64_t>(watched.capacity);
  const std::int64_t balance = watched.queue->waiters.balance;
  const std::int64_t told = balance < 0 ? -balance : std::max<std::int64_t>(balance - capacity, 0);
  if (told != waiting) {
    return "a queue's balance says " + std::to_string(told) + " waiters; " + std::to_string(waiting) + " are there";
  }
  if (watched.queue->read >= watched.capacity) return "a queue reads behind its last slot";
  return {};
}

// The idle thread is exempt: between the end of boot and its first switch, threads are ready while it runs.
std::string Invariants::broken_rule(const Ready& ready) CANE_NO_ANALYSIS {
  const sched::Core& core = sched::this_core();
  const ThreadControl& self = *arch::current_thread();
  if (&self == &core.idle) return {};
  if (self.state != ThreadState::ready || !contains(ready, &self)) return about(self, "runs but is not ready");
  const auto first_of_level =
      std::ranges::find_if(ready, [&](const ThreadControl* thread) { return thread->level == self.level; });
  if (*first_of_level != &self) return about(self, "runs but is not the head of its level");
  if (core.ready.first().level < self.threshold)
    return about(core.ready.first(), "should run: it is above the threshold");
  return {};
}

}  // namespace cane::test
