// The kernel's containers, each against the plainest thing of the standard library that keeps the same promise. Any
// sequence of operations; sound and equal after every one.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cane/detail/kernel_lock.hpp>
#include <deque>
#include <host_tests/support/inspect.hpp>
#include <host_tests/support/machine.hpp>
#include <map>
#include <sched/ready_queue.hpp>
#include <sched/timeout_queue.hpp>
#include <sched/wait_queue.hpp>
#include <utility>
#include <vector>

namespace cane::test {
namespace {

using Order = std::vector<const ThreadControl*>;

constexpr std::size_t thread_count = 12;

struct Step {
  unsigned action;
  std::size_t index;
  std::uint64_t number;
};

std::ostream& operator<<(std::ostream& out, const Step& step) {
  return out << "{action " << step.action << ", index " << step.index << ", number " << step.number << "}";
}

rc::Gen<std::vector<Step>> steps(unsigned actions, std::size_t indices, std::uint64_t numbers) {
  return rc::gen::container<std::vector<Step>>(rc::gen::construct<Step>(rc::gen::inRange(0U, actions),
                                                                        rc::gen::inRange(std::size_t{0}, indices),
                                                                        rc::gen::inRange(std::uint64_t{0}, numbers)));
}

// Levels of a model: for each level, its threads in the order they will run.
using Levels = std::map<unsigned, std::deque<ThreadControl*>>;

Order flatten(const Levels& levels) {
  Order order;
  for (const auto& [level, threads] : levels) order.insert(order.end(), threads.begin(), threads.end());
  return order;
}

RC_GTEST_PROP(ReadyQueueModel, IsAListForEachLevel, ()) {
  sched::ReadyQueue queue;
  ThreadControl idle{};
  queue.set_idle(idle);
  std::array<ThreadControl, thread_count> threads{};
  Levels model;
  for (const Step& step : *steps(4, thread_count, Priority::levels)) {
    ThreadControl& thread = threads.at(step.index);
    const bool is_in = thread.state == ThreadState::ready && thread.next != nullptr;
    if (!is_in) {
      thread.state = ThreadState::ready;
      thread.level = static_cast<ThreadControl::Level>(step.number % 2 == 0 ? step.number % 3 : step.number);
      auto& level = model[thread.level];
      if (step.action % 2 == 0) {
        queue.insert_last(thread);
        level.push_back(&thread);
      } else {
        queue.insert_first(thread);
        level.push_front(&thread);
      }
    } else {
      auto& level = model[thread.level];
      if (step.action == 0) {
        queue.rotate(*level.front());
        level.push_back(level.front());
        level.pop_front();
      } else {
        ThreadControl& leaver = step.action == 1 ? *level.front() : thread;
        step.action == 1 ? queue.remove_running(leaver) : queue.remove(leaver);
        std::erase(level, &leaver);
        leaver.next = nullptr;
      }
    }
    RC_ASSERT(queue.validate());
    RC_ASSERT(inspect::ready_threads(queue) == flatten(model));
    RC_ASSERT(&queue.first() == (flatten(model).empty() ? &idle : flatten(model).front()));
  }
}

RC_GTEST_PROP(WaitListModel, IsAListForEachPriority, ()) {
  const Machine machine;
  detail::WaitList list;
  std::array<ThreadControl, thread_count> threads{};
  Levels model;
  for (const Step& step : *steps(3, thread_count, 5)) {
    const detail::KernelGuard guard;
    ThreadControl& thread = threads.at(step.index);
    if (thread.waits_in == nullptr) {
      thread.priority = static_cast<ThreadControl::Level>(step.number);
      thread.state = ThreadState::waiting;
      thread.waits_in = &list;
      sched::insert(list, thread);
      model[thread.priority].push_back(&thread);
    } else {
      ThreadControl& leaver = step.action == 0 ? thread : *const_cast<ThreadControl*>(flatten(model).front());
      if (step.action == 0) {
        sched::remove(list, thread);
      } else {
        RC_ASSERT(&sched::pop(list) == &leaver);
      }
      std::erase(model[leaver.priority], &leaver);
      leaver.waits_in = nullptr;
    }
    RC_ASSERT(sched::validate(list));
    RC_ASSERT(inspect::waiting_threads(list) == flatten(model));
  }
}

RC_GTEST_PROP(TimeoutModel, IsAMultimapThatKeepsTies, ()) {
  const auto queue = std::make_unique<sched::TimeoutQueue>();
  std::array<sched::TimeoutNode, thread_count> nodes{};
  for (std::size_t count = 0; count < nodes.size(); ++count) RC_ASSERT(queue->reserve());
  std::multimap<std::uint64_t, sched::TimeoutNode*> model;
  for (const Step& step : *steps(3, thread_count, 8)) {
    sched::TimeoutNode& node = nodes.at(step.index);
    if (node.index == 0) {
      queue->insert(node, step.number);
      model.emplace(step.number, &node);
    } else {
      sched::TimeoutNode& leaver = step.action == 0 ? node : *queue->first();
      const auto [from, to] = model.equal_range(leaver.deadline);
      const auto place = std::find_if(from, to, [&](const auto& entry) { return entry.second == &leaver; });
      RC_ASSERT(place != to);
      queue->remove(leaver);
      model.erase(place);
    }
    RC_ASSERT(queue->validate());
    RC_ASSERT(queue->size() == model.size());
    RC_ASSERT(queue->first() == (model.empty() ? nullptr : model.begin()->second));
  }
}

// Waiters of a queue are threads at chosen priorities; the model keeps who they are and what they send.
class QueueAndModel {
 public:
  QueueAndModel() { machine_.watch(queue_); }

  void apply(const Step& step) {
    const unsigned priority = static_cast<unsigned>(step.index % 4) + 1;
    switch (step.action) {
      case 0: return try_send();
      case 1: return try_receive();
      case 2: return start_sender(priority);
      default: return start_receiver(priority);
    }
  }

  void compare() {
    machine_.run();
    RC_ASSERT(machine_.take_problem().empty());
    RC_ASSERT(received_ == expected_);
    RC_ASSERT(queue_.size() == messages_.size());
  }

  [[nodiscard]] bool has_room_for_threads() const { return started_ < config::timeout_capacity; }

 private:
  struct Waiter {
    unsigned id;
    int message;
  };
  using Waiters = std::map<unsigned, std::deque<Waiter>>;

  static Waiter pop(Waiters& waiters) {
    auto& [priority, group] = *waiters.begin();
    const Waiter waiter = group.front();
    group.pop_front();
    if (group.empty()) waiters.erase(priority);
    return waiter;
  }

  void try_send() {
    const int message = next_message_++;
    const bool fits = !receivers_.empty() || messages_.size() < queue_.capacity();
    RC_ASSERT(queue_.try_send(message) == (fits ? Status::ok : Status::full));
    if (fits) model_send(message);
  }

  void try_receive() {
    const auto message = queue_.try_receive();
    RC_ASSERT(message.has_value() == !messages_.empty());
    if (!message) return;
    RC_ASSERT(*message == messages_.front());
    model_take();
  }

  void start_sender(unsigned priority) {
    const unsigned id = started_++;
    const int message = next_message_++;
    machine_.thread("sender", priority, [this, message] { (void)queue_.send(message); });
    if (messages_.size() < queue_.capacity() || !receivers_.empty()) {
      model_send(message);
    } else {
      senders_[priority].push_back({id, message});
    }
  }

  void start_receiver(unsigned priority) {
    const unsigned id = started_++;
    machine_.thread("receiver", priority, [this, id] { received_.emplace(id, queue_.receive().value()); });
    if (messages_.empty()) {
      receivers_[priority].push_back({id, 0});
    } else {
      expected_.emplace(id, messages_.front());
      model_take();
    }
  }

  void model_send(int message) {
    if (receivers_.empty()) {
      messages_.push_back(message);
    } else {
      expected_.emplace(pop(receivers_).id, message);
    }
  }

  void model_take() {
    messages_.pop_front();
    if (!senders_.empty()) messages_.push_back(pop(senders_).message);
  }

  Machine machine_;
  Queue<int, 3> queue_;
  std::map<unsigned, int> received_;
  std::deque<int> messages_;
  Waiters senders_;
  Waiters receivers_;
  std::map<unsigned, int> expected_;  // who should have received what
  int next_message_ = 1;
  unsigned started_ = 0;
};

RC_GTEST_PROP(QueueModel, IsADequeWithOrderedWaiters, ()) {
  QueueAndModel both;
  for (const Step& step : *steps(4, 4, 1)) {
    if (!both.has_room_for_threads()) break;
    both.apply(step);
    both.compare();
  }
}

}  // namespace
}  // namespace cane::test
