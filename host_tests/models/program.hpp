#pragma once
// Random programs: a few threads, each with a list of things to do, on a few queues, with time and interrupts. The same
// program runs on the real kernel and on the reference, and both write down what could be observed.

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace cane::test {

enum class Action : std::uint8_t {
  send,
  try_send,
  send_for,
  receive,
  try_receive,
  receive_for,
  yield,
  sleep,
  work,       // until that much time has passed on the clock, preemptible
  interrupt,  // an interrupt comes, whose handler makes `handler` try_ calls
};
inline constexpr unsigned actions = 10;

struct HandlerCall {
  bool sends;  // else it receives
  unsigned queue;
};

struct Operation {
  Action action;
  unsigned queue;
  std::int64_t duration;
  std::vector<HandlerCall> handler;
};

struct Script {
  unsigned priority;
  unsigned threshold;
  std::vector<Operation> operations;
};

// An interrupt that a device makes at a given time.
struct DeviceEvent {
  std::int64_t time;
  HandlerCall call;
};

inline constexpr unsigned queues = 3;

struct Program {
  std::vector<unsigned> capacities;  // of the queues, 1 to 3
  std::vector<Script> threads;
  std::vector<DeviceEvent> device;  // in the order of their times
};

std::ostream& operator<<(std::ostream& out, const HandlerCall& call);
std::ostream& operator<<(std::ostream& out, const Operation& operation);
std::ostream& operator<<(std::ostream& out, const Script& script);
std::ostream& operator<<(std::ostream& out, const Program& program);

// What thread `thread` sends in its operation number `operation`; handlers and the device have numbers of their own.
constexpr int message_of(unsigned thread, std::size_t operation) {
  return static_cast<int>(thread * 1'000 + operation);
}
inline constexpr unsigned handler_thread = 100;
inline constexpr unsigned device_thread = 200;

// What can be seen of a run: each line something that happened, in order, with its time; then how it ended.
class Record {
 public:
  void note(const char* who, unsigned number, std::size_t operation, const std::string& what, std::int64_t time);
  void note(const std::string& line) { lines_.push_back(line); }

  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }
  bool operator==(const Record&) const = default;

 private:
  std::vector<std::string> lines_;
};

// The time after which a run is over, whatever still sleeps.
inline constexpr std::int64_t end_of_run = 1'000'000;

Record run_on_kernel(const Program& program);     // program_on_kernel.cpp
Record run_on_reference(const Program& program);  // reference_kernel.cpp

}  // namespace cane::test
