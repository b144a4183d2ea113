// Walking the kernel's lists. They must be sound: validate() comes first.

#include <host_tests/support/inspect.hpp>

namespace cane::test::inspect {

namespace {

void append_ring(std::vector<const ThreadControl*>& threads, const ThreadControl* head) {
  const ThreadControl* thread = head;
  do {
    threads.push_back(thread);
    thread = thread->next;
  } while (thread != head);
}

// The members of a ready queue, in their order.
struct ReadyQueueLayout {
  ThreadControl* heads[Priority::levels + 1];
  sched::ReadyMap<Priority::levels> map;
};
static_assert(sizeof(ReadyQueueLayout) == sizeof(sched::ReadyQueue));

}  // namespace

std::vector<const ThreadControl*> ready_threads(const sched::ReadyQueue& queue) {
  const auto& layout = *reinterpret_cast<const ReadyQueueLayout*>(&queue);
  std::vector<const ThreadControl*> threads;
  auto levels_left = layout.map;
  for (unsigned level = levels_left.first(); level != Priority::levels; level = levels_left.first()) {
    append_ring(threads, layout.heads[level]);
    levels_left.clear(level);
  }
  return threads;
}

std::vector<const ThreadControl*> waiting_threads(const detail::WaitList& list) CANE_NO_ANALYSIS {
  std::vector<const ThreadControl*> threads;
  for (const ThreadControl* leader = list.head; leader != nullptr; leader = leader->next_group) {
    append_ring(threads, leader);
  }
  return threads;
}

}  // namespace cane::test::inspect
