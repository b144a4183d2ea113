// Runs a random program on the real kernel, on the desk.

#include <algorithm>
#include <array>
#include <host_tests/models/program.hpp>
#include <host_tests/support/machine.hpp>

namespace cane::test {

namespace {

// Queues of three capacities behind one face.
class AnyQueue {
 public:
  AnyQueue(Machine& machine, unsigned capacity) : capacity_{capacity} {
    machine.watch(one_);
    machine.watch(two_);
    machine.watch(three_);
  }

  template <class Call>
  auto with(Call call) {
    if (capacity_ == 1) return call(one_);
    if (capacity_ == 2) return call(two_);
    return call(three_);
  }

 private:
  unsigned capacity_;
  Queue<int, 1> one_;
  Queue<int, 2> two_;
  Queue<int, 3> three_;
};

std::string words(const std::expected<int, Status>& message) {
  return message ? "got " + std::to_string(*message) : to_string(message.error());
}

class Run {
 public:
  explicit Run(const Program& program) : program_{program} {
    for (std::size_t index = 0; index < queues; ++index) {
      queues_.at(index) = std::make_unique<AnyQueue>(machine_, program.capacities.at(index));
    }
  }

  Record operator()() {
    for (unsigned number = 0; number < program_.threads.size(); ++number) start(number);
    machine_.run();
    pass_until(end_of_run);
    if (std::string problem = machine_.take_problem(); !problem.empty()) record_.note("broken invariant: " + problem);
    for (std::size_t index = 0; index < queues; ++index) {
      const std::size_t left = queues_.at(index)->with([](auto& queue) { return queue.size(); });
      record_.note("queue " + std::to_string(index) + " holds " + std::to_string(left));
    }
    record_.note(std::to_string(kernel::context_switches()) + " context switches");
    return record_;
  }

 private:
  void start(unsigned number) {
    const Script& script = program_.threads[number];
    machine_.thread("random", script.priority, script.threshold, [this, number] { perform(number); });
  }

  void perform(unsigned number) {
    const Script& script = program_.threads[number];
    for (std::size_t index = 0; index < script.operations.size(); ++index) {
      const std::string result = perform(number, index, script.operations[index]);
      record_.note("thread", number, index, result, to_nanoseconds(now()));
    }
    record_.note("thread", number, script.operations.size(), "ends", to_nanoseconds(now()));
  }

  std::string perform(unsigned number, std::size_t index, const Operation& operation) {
    const int message = message_of(number, index);
    const Duration duration = nanoseconds(operation.duration);
    AnyQueue& any = *queues_.at(operation.queue);
    switch (operation.action) {
      case Action::send: return any.with([&](auto& queue) { return to_string(queue.send(message)); });
      case Action::try_send: return any.with([&](auto& queue) { return to_string(queue.try_send(message)); });
      case Action::send_for:
        return any.with([&](auto& queue) { return to_string(queue.try_send_for(message, duration)); });
      case Action::receive: return any.with([&](auto& queue) { return words(queue.receive()); });
      case Action::try_receive: return any.with([&](auto& queue) { return words(queue.try_receive()); });
      case Action::receive_for: return any.with([&](auto& queue) { return words(queue.try_receive_for(duration)); });
      case Action::yield: this_thread::yield(); return "yielded";
      case Action::sleep: this_thread::sleep_for(duration); return "slept";
      case Action::work: pass_until(to_nanoseconds(now()) + operation.duration); return "worked";
      case Action::interrupt: machine_.interrupt([&] { handle(number, index, operation); }); return "was interrupted";
    }
    return "did nothing";
  }

  void handle(unsigned number, std::size_t index, const Operation& operation) {
    for (std::size_t call = 0; call < operation.handler.size(); ++call) {
      const int message = message_of(handler_thread + number, index * 10 + call);
      record_.note("handler", number, index, make(operation.handler[call], message), to_nanoseconds(now()));
    }
  }

  std::string make(const HandlerCall& call, int message) {
    AnyQueue& any = *queues_.at(call.queue);
    if (call.sends) return any.with([&](auto& queue) { return to_string(queue.try_send(message)); });
    return any.with([&](auto& queue) { return words(queue.try_receive()); });
  }

  // Whoever lets time pass lets the device's events on the way come, each when the alarms of its instant have.
  void pass_until(std::int64_t time) {
    while (next_event_ < program_.device.size() && program_.device[next_event_].time <= time) {
      const std::size_t number = next_event_;
      const std::int64_t event_time = program_.device[number].time;
      machine_.pass_until(Instant{event_time});
      if (next_event_ != number) continue;  // a thread that ran meanwhile let it come
      ++next_event_;
      machine_.interrupt([this, number] {
        const std::string result = make(program_.device[number].call, message_of(device_thread, number));
        record_.note("device", 0, number, result, to_nanoseconds(now()));
      });
    }
    machine_.pass_until(Instant{time});
  }

  const Program& program_;
  Machine machine_;
  std::array<std::unique_ptr<AnyQueue>, queues> queues_;
  Record record_;
  std::size_t next_event_ = 0;
};

}  // namespace

Record run_on_kernel(const Program& program) { return Run{program}(); }

}  // namespace cane::test
