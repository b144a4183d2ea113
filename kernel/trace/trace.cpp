// The event ring and its dump. Recording is in record.hpp.

#include <cane/check.hpp>
#include <cane/detail/kernel_lock.hpp>
#include <cane/print.hpp>
#include <cane/trace.hpp>
#include <trace/record.hpp>

namespace cane::trace {

constinit Ring ring{};

const char* to_string(Event event) {
  switch (event) {
    case Event::queue_send: return "QS";
    case Event::queue_receive: return "QR";
    case Event::internal_suspend: return "IS";
    case Event::internal_resume: return "IR";
    case Event::relinquish: return "RO";
    case Event::context_switch: return "CS";
  }
  return "??";
}

void clear() {
  detail::KernelGuard guard;
  ring.written = 0;
  ring.frozen = 0;
}

void freeze() {
  detail::KernelGuard guard;
  ring.frozen = 1;
}

std::uint32_t size() {
  if constexpr (!config::trace) return 0;
  const detail::KernelGuard guard;
  return ring.written < config::trace_capacity ? ring.written : config::trace_capacity;
}

std::uint32_t lost() {
  const std::uint32_t held = size();
  const detail::KernelGuard guard;
  return ring.written - held;
}

const Record& at(std::uint32_t index) {
  if (index >= size()) panic("trace::at: there is no such record");
  return ring.records[(lost() + index) & (config::trace_capacity - 1)];
}

void dump() {
  print("trace: begin frequency=", platform::tick_frequency(), " events=", size(), " lost=", lost(), "\n");
  for (std::uint32_t index = 0; index < size(); ++index) {
    const Record& record = at(index);
    detail::Line line;
    line.append("trace: ");
    line.append(record.time);
    line.append(' ');
    line.append(to_string(record.event));
    line.append(' ');
    line.append(record.thread->name);
    line.append(' ');
    if (record.object != nullptr) {
      line.append(hex(reinterpret_cast<std::uintptr_t>(record.object)));
    } else {
      line.append('-');
    }
    line.append('\n');
    detail::write_to_console(line.view());
  }
  print("trace: end\n");
}

}  // namespace cane::trace
