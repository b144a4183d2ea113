// The interrupt mask and the way into an interrupt: what vectors.S and exceptions.S do on a board. The handler runs on the
// stack of the thread it interrupts, which the desk has plenty of.

#include <arch/context.hpp>
#include <arch/desk.hpp>
#include <cstdio>
#include <cstdlib>
#include <port/upcalls.hpp>

#include "desk_stack.hpp"

namespace cane::arch {

constinit Processor processor{};

namespace {

struct Desk {
  bool line_is_up = false;
  void (*pass_time)() = nullptr;
  void (*observer)() = nullptr;
  std::uint64_t unmasks = 0;
};
constinit Desk state{};

constexpr IrqState in_masked_thread{status_masked};

// A preempted thread is switched out inside its interrupt and goes on from there.
void take_one_interrupt() {
  processor.status = status_masked | status_handler;
  ThreadControl* const next = cane_interrupt();
  if (processor.status != (status_masked | status_handler))
    protocol_violation("a handler came back with another status");
  processor.status = status_masked;
  if (next != nullptr) (void)cane_switch_context(next, in_masked_thread);
  processor.status = 0;
}

}  // namespace

void protocol_violation(const char* what) {
  std::fprintf(stderr, "arch/host: %s\n", what);
  std::abort();
}

void lift_mask(IrqState before) {
  if ((processor.status & status_handler) != 0) protocol_violation("an interrupt handler lifts the interrupt mask");
  ++state.unmasks;
  if (state.observer != nullptr) state.observer();
  processor.status = static_cast<std::uint32_t>(before);
  desk::take_interrupts();
}

void wait_for_interrupt() {
  if (!state.line_is_up && state.pass_time == nullptr)
    protocol_violation("nothing makes time pass while the core sleeps");
  if (!state.line_is_up) state.pass_time();
  desk::take_interrupts();
}

namespace desk {

void set_interrupt_line(bool up) { state.line_is_up = up; }

void take_interrupts() {
  while (state.line_is_up && (processor.status & status_masked) == 0) take_one_interrupt();
}

void when_idle(void (*pass_time)()) { state.pass_time = pass_time; }

void observe_unmask(void (*observer)()) { state.observer = observer; }

std::uint64_t unmasks() { return state.unmasks; }

void reset() {
  processor = Processor{};
  state = Desk{};
  release_all_stacks();
  open_all_guard_pages();
}

}  // namespace desk
}  // namespace cane::arch
