#pragma once
// The CPU contract: what a processor must provide for the kernel to run on it, documented once and checked by check.cpp.
// arch/arm and arch/host each provide it in <arch/cpu.hpp> and <arch/context.hpp>, chosen by the include path.
//
//   IrqState mask_interrupts()              mask IRQ, say what was before; a compiler barrier
//   void restore_interrupts(IrqState)       put it back; a compiler barrier
//   bool may_switch(IrqState)               was it a thread with IRQ unmasked?
//   bool is_handler(IrqState)               was it an interrupt handler?
//   ThreadControl* current_thread()         the thread this core runs
//   void set_current_thread(ThreadControl*)
//   void wait_for_interrupt()               sleep until an interrupt is pending, masked or not
//   Status cane_switch_context(next, state) stop this thread, run the other; storing the old context is the last act
//   void unmask_interrupts()                the end of boot
//   void initialise(PerCore&, Context&)     the per-core block, and the context that boots
//   void prepare_context(...)               the first frame of a thread, and what the processor keeps of its stack
//   bool must_leave_thread(PerCore&)        has the running thread something in the core that must be stored?
//   void leave_thread(PerCore&)             store it, before a switch; enter_handler / leave_handler around interrupt handlers
//   void protect_guard_page(void*)          unmap a page under a stack

#include <arch/context.hpp>
#include <arch/cpu.hpp>
#include <concepts>

namespace cane::port {

template <class State>
concept ProcessorContract = requires(State state,
                                     ThreadControl* thread,
                                     arch::PerCore& core,
                                     arch::Context& context,
                                     void* memory,
                                     void (*entry)(void*)) {
  { arch::mask_interrupts() } -> std::same_as<State>;
  { arch::restore_interrupts(state) } -> std::same_as<void>;
  { arch::may_switch(state) } -> std::same_as<bool>;
  { arch::is_handler(state) } -> std::same_as<bool>;
  { arch::current_thread() } -> std::same_as<ThreadControl*>;
  { arch::set_current_thread(thread) } -> std::same_as<void>;
  { arch::wait_for_interrupt() } -> std::same_as<void>;
  { arch::cane_switch_context(thread, state) } -> std::same_as<Status>;
  { arch::unmask_interrupts() } -> std::same_as<void>;
  { arch::initialise(core, context) } -> std::same_as<void>;
  { arch::prepare_context(context, memory, std::size_t{}, entry, memory) } -> std::same_as<void>;
  { arch::must_leave_thread(core) } -> std::same_as<bool>;
  { arch::leave_thread(core) } -> std::same_as<void>;
  { arch::enter_handler(core) } -> std::same_as<void>;
  { arch::leave_handler(core) } -> std::same_as<void>;
  { arch::protect_guard_page(memory) } -> std::same_as<void>;
};

}  // namespace cane::port
