#pragma once
// What a stopped thread is on the desk: a stack pointer and the status it goes on with. The twin of arch/arm's.
//
// A thread runs on a stack of the desk's own, many times larger than a board's, for sanitizers and test frameworks need
// far more than the kernel does. The stack it was given is checked and its guard page closed, but nothing runs on it.
//
// Crosses layers: <cane/status.hpp>, because the switch carries the answer of the call that stopped a thread.

#include <arch/cpu.hpp>
#include <cane/status.hpp>
#include <cstddef>
#include <cstdint>

namespace cane::arch {

class DeskStack;

// First member of every ThreadControl.
struct Context {
  void* stack_pointer;  // while the thread does not run
  Status wait_result;   // what the call that stopped the thread returns when it runs again
  IrqState resumed;     // the status it goes on with
  DeskStack* stack;     // null in the context that booted
  void* sanitizer_stack;
};

// A register file that a thread may use without being asked and that must be stored before another thread runs: what the
// VFP unit is on the boards. It does nothing here but hold the kernel to the order of its calls.
struct PerCore {
  bool thread_registers_live;
  bool in_handler;
  std::uint32_t stores;
};

// Stops the current thread and runs `next`. `before` is the status the kernel lock found: the current thread resumes with
// it, so coming back also lifts the mask. Returns, when the current thread runs again, its wait_result.
// Context: thread, interrupts masked, kernel lock held; the lock is given back by resuming the other thread.
extern "C" Status cane_switch_context(ThreadControl* next, IrqState before);

// Makes `context` one that runs `entry(argument)` with interrupts unmasked; returning from it ends in cane_thread_exit().
void prepare_context(Context& context, void* low_end, std::size_t bytes, void (*entry)(void*), void* argument);

// Tells the processor its per-core block, and that the code that runs now is the context `boot`.
void initialise(PerCore& core, Context& boot);

inline bool must_leave_thread(const PerCore& core) { return core.thread_registers_live; }
void leave_thread(PerCore& core);
void enter_handler(PerCore& core);
void leave_handler(PerCore& core);

// Closes the page under a stack; later calls find it done.
void protect_guard_page(void* page);

}  // namespace cane::arch
