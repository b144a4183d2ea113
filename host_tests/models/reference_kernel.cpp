// The specification of the scheduler, the queues and time, written for reading and not for speed: lists that are searched,
// no links, no bitmaps, no interrupts masked. A program makes one run here and the kernel must make the same.
//
// The rules, each in one place below:
//   dispatch     the front of the most urgent level that has a thread
//   preemption   a ready thread above the running one's threshold; the running one waits at the head of its threshold level
//   yield        to the back of the level of its priority
//   waiting      by priority, among equals first come first served
//   timeouts     by deadline, among equals in the order of arming; each is an interrupt of its own

#include <algorithm>
#include <array>
#include <deque>
#include <host_tests/models/program.hpp>
#include <limits>
#include <list>
#include <map>
#include <optional>

namespace cane::test {

namespace {

constexpr int nobody = -1;
constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

struct Waiter {
  int thread;
  int message;
};

struct ReferenceQueue {
  std::size_t capacity = 0;
  std::deque<int> messages;
  std::list<Waiter> senders;
  std::list<Waiter> receivers;
};

struct ReferenceThread {
  const Script* script = nullptr;
  std::size_t operation = 0;
  std::string result;  // of the operation it waits in
  bool in_operation = false;
  std::int64_t works_until = 0;
};

struct Timeout {
  int thread;
  std::int64_t deadline;
  ReferenceQueue* queue;  // null: it sleeps
};

class Reference {
 public:
  explicit Reference(const Program& program) : program_{program} {
    for (std::size_t index = 0; index < queues; ++index) queues_.at(index).capacity = program.capacities.at(index);
    for (const Script& script : program.threads) threads_.push_back({.script = &script, .result = {}});
  }

  Record operator()() {
    for (std::size_t number = 0; number < threads_.size(); ++number) make_ready(static_cast<int>(number));
    dispatch();
    for (;;) {
      while (running_ != nobody) step(running_);
      if (std::min(next_timeout(), next_device_time()) > end_of_run) break;
      pass_time(end_of_run);
    }
    for (std::size_t index = 0; index < queues; ++index) {
      record_.note("queue " + std::to_string(index) + " holds " + std::to_string(queues_.at(index).messages.size()));
    }
    record_.note(std::to_string(switches_) + " context switches");
    return record_;
  }

 private:
  // Who runs.

  [[nodiscard]] unsigned priority(int thread) const { return script(thread).priority; }
  [[nodiscard]] unsigned threshold(int thread) const { return script(thread).threshold; }
  [[nodiscard]] const Script& script(int thread) const { return *threads_.at(static_cast<std::size_t>(thread)).script; }

  void make_ready(int thread) { ready_[priority(thread)].push_back(thread); }

  void dispatch() {
    running_ = nobody;
    for (auto& [level, waiting] : ready_) {
      if (waiting.empty()) continue;
      running_ = waiting.front();
      waiting.pop_front();
      break;
    }
    if (running_ != last_) ++switches_;
    last_ = running_;
  }

  [[nodiscard]] bool somebody_is_above(unsigned level) const {
    return std::ranges::any_of(ready_, [&](const auto& entry) { return entry.first < level && !entry.second.empty(); });
  }

  void preempt_if_due() {
    if (running_ == nobody) return dispatch_if_any();
    if (!somebody_is_above(threshold(running_))) return;
    ready_[threshold(running_)].push_front(running_);
    dispatch();
  }

  void dispatch_if_any() {
    if (somebody_is_above(std::numeric_limits<unsigned>::max())) dispatch();
  }

  // Waiting.

  void enqueue(std::list<Waiter>& list, Waiter waiter) {
    const auto place = std::ranges::find_if(
        list, [&](const Waiter& other) { return priority(other.thread) > priority(waiter.thread); });
    list.insert(place, waiter);
  }

  void wake(int thread, const std::string& result) {
    std::erase_if(timeouts_, [&](const Timeout& timeout) { return timeout.thread == thread; });
    threads_.at(static_cast<std::size_t>(thread)).result = result;
    make_ready(thread);
  }

  // Queues: what was done, or nothing when the caller would have to wait.

  std::optional<std::string> try_send(ReferenceQueue& queue, int message) {
    if (!queue.receivers.empty()) {
      const Waiter receiver = queue.receivers.front();
      queue.receivers.pop_front();
      wake(receiver.thread, "got " + std::to_string(message));
      return "ok";
    }
    if (queue.messages.size() == queue.capacity) return std::nullopt;
    queue.messages.push_back(message);
    return "ok";
  }

  std::optional<std::string> try_receive(ReferenceQueue& queue) {
    if (queue.messages.empty()) return std::nullopt;
    const std::string result = "got " + std::to_string(queue.messages.front());
    queue.messages.pop_front();
    if (!queue.senders.empty()) {
      const Waiter sender = queue.senders.front();
      queue.senders.pop_front();
      queue.messages.push_back(sender.message);
      wake(sender.thread, "ok");
    }
    return result;
  }

  std::string make(const HandlerCall& call, int message) {
    ReferenceQueue& queue = queues_.at(call.queue);
    return call.sends ? try_send(queue, message).value_or("full") : try_receive(queue).value_or("empty");
  }

  // Time.

  [[nodiscard]] std::int64_t next_timeout() const {
    const auto first = std::ranges::min_element(timeouts_, {}, &Timeout::deadline);
    return first == timeouts_.end() ? never : first->deadline;
  }

  [[nodiscard]] std::int64_t next_device_time() const {
    return next_device_event_ < program_.device.size() ? program_.device[next_device_event_].time : never;
  }

  // Whoever runs, or nobody, lets time pass until `target` or until something comes. False when the target has come and
  // nothing else. The device's events come when the alarms of their instant have.
  bool pass_time(std::int64_t target) {
    const std::int64_t next = std::min(next_timeout(), std::min(next_device_time(), target));
    if (next_device_time() <= std::min(now_, target)) {
      let_device_event_come();
    } else if (next > now_) {
      come_to(next);
    } else {
      return false;
    }
    return true;
  }

  // The clock stands at `time`; each timeout that is due comes in an interrupt of its own.
  void come_to(std::int64_t time) {
    now_ = time;
    while (next_timeout() <= now_) {
      expire(*std::ranges::min_element(timeouts_, {}, &Timeout::deadline));
      preempt_if_due();
    }
  }

  void let_device_event_come() {
    const std::size_t number = next_device_event_++;
    const std::string result = make(program_.device[number].call, message_of(device_thread, number));
    record_.note("device", 0, number, result, now_);
    preempt_if_due();
  }

  void expire(const Timeout timeout) {
    if (timeout.queue != nullptr) {
      const auto is_it = [&](const Waiter& waiter) { return waiter.thread == timeout.thread; };
      std::erase_if(timeout.queue->senders, is_it);
      std::erase_if(timeout.queue->receivers, is_it);
    }
    wake(timeout.thread, timeout.queue == nullptr ? "slept" : "timed out");
  }

  // One step of the running thread: it begins its next operation, or goes on with the one it was in.

  void step(int number) {
    ReferenceThread& self = threads_.at(static_cast<std::size_t>(number));
    if (self.in_operation) return go_on(number, self);
    if (self.operation == self.script->operations.size()) {
      record_.note("thread", static_cast<unsigned>(number), self.operation, "ends", now_);
      return dispatch();
    }
    self.in_operation = true;
    self.result.clear();
    begin(number, self, self.script->operations[self.operation]);
  }

  void go_on(int number, ReferenceThread& self) {
    if (self.script->operations[self.operation].action == Action::work) return work(self);
    finish(number, self);
  }

  void finish(int number, ReferenceThread& self) {
    record_.note("thread", static_cast<unsigned>(number), self.operation, self.result, now_);
    self.in_operation = false;
    ++self.operation;
  }

  void work(ReferenceThread& self) {
    if (pass_time(self.works_until)) return;
    self.result = "worked";
    finish(running_, self);
  }

  void begin(int number, ReferenceThread& self, const Operation& operation) {
    ReferenceQueue& queue = queues_.at(operation.queue);
    const int message = message_of(static_cast<unsigned>(number), self.operation);
    switch (operation.action) {
      case Action::send: return wait_unless(try_send(queue, message), queue.senders, {number, message});
      case Action::try_send: return answer(try_send(queue, message).value_or("full"));
      case Action::send_for:
        return wait_for(try_send(queue, message), queue, queue.senders, {number, message}, operation.duration);
      case Action::receive: return wait_unless(try_receive(queue), queue.receivers, {number, 0});
      case Action::try_receive: return answer(try_receive(queue).value_or("empty"));
      case Action::receive_for:
        return wait_for(try_receive(queue), queue, queue.receivers, {number, 0}, operation.duration);
      case Action::yield: return yield();
      case Action::sleep: return sleep(operation.duration);
      case Action::work: self.works_until = now_ + operation.duration; return;
      case Action::interrupt: return interrupt(number, self.operation, operation);
    }
  }

  // The running thread's call is done; whom it woke may preempt it before it goes on.
  void answer(const std::string& result) {
    threads_.at(static_cast<std::size_t>(running_)).result = result;
    preempt_if_due();
  }

  void wait_unless(const std::optional<std::string>& done, std::list<Waiter>& list, Waiter waiter) {
    if (done) return answer(*done);
    enqueue(list, waiter);
    dispatch();
  }

  void wait_for(const std::optional<std::string>& done,
                ReferenceQueue& queue,
                std::list<Waiter>& list,
                Waiter waiter,
                std::int64_t duration) {
    if (done) return answer(*done);
    if (duration <= 0) return answer("timed out");
    timeouts_.push_back({waiter.thread, now_ + duration, &queue});
    enqueue(list, waiter);
    dispatch();
  }

  void yield() {
    threads_.at(static_cast<std::size_t>(running_)).result = "yielded";
    make_ready(running_);
    dispatch();
  }

  void sleep(std::int64_t duration) {
    if (duration <= 0) return answer("slept");
    timeouts_.push_back({running_, now_ + duration, nullptr});
    dispatch();
  }

  void interrupt(int number, std::size_t index, const Operation& operation) {
    for (std::size_t call = 0; call < operation.handler.size(); ++call) {
      const int message = message_of(handler_thread + static_cast<unsigned>(number), index * 10 + call);
      const std::string result = make(operation.handler[call], message);
      record_.note("handler", static_cast<unsigned>(number), index, result, now_);
    }
    answer("was interrupted");
  }

  const Program& program_;
  std::array<ReferenceQueue, queues> queues_;
  std::vector<ReferenceThread> threads_;
  std::map<unsigned, std::deque<int>> ready_;
  std::vector<Timeout> timeouts_;  // in the order of arming
  std::size_t next_device_event_ = 0;
  std::int64_t now_ = 0;
  int running_ = nobody;
  int last_ = nobody;
  unsigned switches_ = 0;
  Record record_;
};

}  // namespace

Record run_on_reference(const Program& program) { return Reference{program}(); }

}  // namespace cane::test
