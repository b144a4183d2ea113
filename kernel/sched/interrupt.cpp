// The way through an interrupt: the board runs the handler, and on the way out this file alone decides whether the
// interrupted thread goes on. Called by the processor's interrupt entry, on the interrupt stack, IRQ masked.

#include <cane/check.hpp>
#include <port/platform.hpp>
#include <port/upcalls.hpp>
#include <sched/core.hpp>
#include <sched/scheduler.hpp>

using cane::sched::Core;

// IRQ is masked throughout, which on one core is the lock: reading the one flag needs no more.
extern "C" cane::ThreadControl* cane_interrupt() CANE_NO_ANALYSIS {
  Core& core = cane::sched::this_core();
  cane::arch::enter_handler(core.arch);
  cane::platform::dispatch_interrupt();
  cane::arch::leave_handler(core.arch);
  if (core.reschedule) [[unlikely]]
    return cane::sched::preempt_after_interrupt();
  return nullptr;
}

namespace cane::interrupt {

void attach(InterruptLine line, Handler handler, void* context) {
  if (handler == nullptr) {
    return detail::misuse(Call::attach_interrupt, Misuse::out_of_range, nullptr, __builtin_return_address(0));
  }
  platform::attach_interrupt(line, handler, context);
}

void enable(InterruptLine line) { platform::enable_interrupt(line); }

void disable(InterruptLine line) { platform::disable_interrupt(line); }

}  // namespace cane::interrupt
