// Starting and switching contexts on the desk, and holding the kernel to the processor's protocol while it does: a switch
// happens in a thread with interrupts masked and nothing of it left in the core, handlers are entered and left in pairs.

#include <arch/context.hpp>
#include <arch/desk.hpp>
#include <port/upcalls.hpp>

#include "desk_stack.hpp"
#include "sanitizer.hpp"
#include "stack_switch.hpp"

namespace cane::arch {

namespace {

// The context that boots runs on the process's own stack, whose bounds the first switch away from it tells.
constinit PerCore* this_core = nullptr;
constinit Context* switched_from = nullptr;
constinit sanitizer::Bounds boot_stack{nullptr, 0};

// A context is the first member of its thread.
Context& context_of(ThreadControl* thread) { return *reinterpret_cast<Context*>(thread); }

sanitizer::Bounds bounds_of(const Context& context) {
  if (context.stack == nullptr) return boot_stack;
  return {context.stack->low_end(), DeskStack::bytes};
}

void arrive(const Context& self) {
  const sanitizer::Bounds before = sanitizer::finish_switch(self.sanitizer_stack);
  if (switched_from->stack == nullptr) boot_stack = before;
}

void check_switch(const Context& next) {
  if (processor.status != status_masked) protocol_violation("a switch that is not in a thread with interrupts masked");
  if (this_core->thread_registers_live) protocol_violation("a switch that leaves a thread's registers in the core");
  if (next.stack_pointer == nullptr) protocol_violation("a switch to a thread that was never stopped or started");
}

[[noreturn]] void begin_thread() {
  const Context& self = context_of(current_thread());
  arrive(self);
  lift_mask(self.resumed);
  self.stack->entry(self.stack->argument);
  cane_thread_exit();
}

}  // namespace

extern "C" Status cane_switch_context(ThreadControl* next, IrqState before) {
  Context& self = context_of(current_thread());
  Context& other = context_of(next);
  check_switch(other);
  self.resumed = before;
  switched_from = &self;
  set_current_thread(next);
  sanitizer::start_switch(&self.sanitizer_stack, bounds_of(other));
  void* const goes_on_with = other.stack_pointer;
  other.stack_pointer = nullptr;
  cane_switch_stacks(&self.stack_pointer, goes_on_with);
  arrive(self);
  const Status result = self.wait_result;
  restore_interrupts(self.resumed);
  return result;
}

void prepare_context(Context& context, void* low_end, std::size_t bytes, void (*entry)(void*), void* argument) {
  if (low_end == nullptr || bytes == 0) protocol_violation("a thread without a stack");
  if (context.stack == nullptr) context.stack = &DeskStack::take();
  context.stack->forget_frames();
  context.stack->entry = entry;
  context.stack->argument = argument;
  context.stack_pointer = prepare_stack(context.stack->low_end(), DeskStack::bytes, &begin_thread);
  context.wait_result = Status::ok;
  context.resumed = IrqState{};
  context.sanitizer_stack = nullptr;
}

void initialise(PerCore& core, Context& boot) {
  core = PerCore{};
  boot = Context{};
  this_core = &core;
}

void leave_thread(PerCore& core) {
  if (core.in_handler) protocol_violation("a thread's registers are stored inside a handler");
  if (!core.thread_registers_live) return;
  core.thread_registers_live = false;
  ++core.stores;
}

void enter_handler(PerCore& core) {
  if (core.in_handler) protocol_violation("a handler is entered inside a handler");
  core.in_handler = true;
}

void leave_handler(PerCore& core) {
  if (!core.in_handler) protocol_violation("a handler is left that was not entered");
  core.in_handler = false;
}

void desk::use_registers() { this_core->thread_registers_live = true; }

}  // namespace cane::arch
