// How programs and records look to a person.

#include <array>
#include <host_tests/models/program.hpp>
#include <ostream>

namespace cane::test {

namespace {

constexpr std::array<const char*, actions> names{"send",        "try_send", "send_for", "receive", "try_receive",
                                                 "receive_for", "yield",    "sleep",    "work",    "interrupt"};

bool has_queue(Action action) { return action <= Action::receive_for; }

bool has_duration(Action action) {
  return action == Action::send_for || action == Action::receive_for || action == Action::sleep ||
         action == Action::work;
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const HandlerCall& call) {
  return out << (call.sends ? "try_send " : "try_receive ") << call.queue;
}

std::ostream& operator<<(std::ostream& out, const Operation& operation) {
  out << names.at(static_cast<std::size_t>(operation.action));
  if (has_queue(operation.action)) out << " " << operation.queue;
  if (has_duration(operation.action)) out << " " << operation.duration << "ns";
  if (operation.action == Action::interrupt) {
    for (const HandlerCall& call : operation.handler) out << " " << call << ";";
  }
  return out;
}

std::ostream& operator<<(std::ostream& out, const Script& script) {
  out << "priority " << script.priority << " threshold " << script.threshold << ":\n";
  for (const Operation& operation : script.operations) out << "    " << operation << "\n";
  return out;
}

std::ostream& operator<<(std::ostream& out, const Program& program) {
  out << "queues of";
  for (const unsigned capacity : program.capacities) out << " " << capacity;
  out << "\n";
  for (std::size_t number = 0; number < program.threads.size(); ++number) {
    out << "  thread " << number << " " << program.threads[number];
  }
  for (const DeviceEvent& event : program.device) out << "  at " << event.time << "ns " << event.call << "\n";
  return out;
}

void Record::note(const char* who, unsigned number, std::size_t operation, const std::string& what, std::int64_t time) {
  lines_.push_back(std::to_string(time) + ": " + who + " " + std::to_string(number) + " operation " +
                   std::to_string(operation) + " " + what);
}

}  // namespace cane::test
