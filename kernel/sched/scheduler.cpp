// Who runs: making ready, stopping, yielding, preempting. See scheduler.hpp for the rule. The common paths come first in
// each function and end in a jump; what is rare is a function of its own that does not come back, because a path that
// merges costs the common one a stack frame.

#include <port/platform.hpp>
#include <sched/clock.hpp>
#include <sched/core.hpp>
#include <sched/scheduler.hpp>
#include <trace/record.hpp>

namespace cane::sched {

using arch::IrqState;
using detail::kernel_lock;

namespace {

// A running thread with a preemption-threshold is about to be preempted: it keeps its claim by waiting its turn at the
// head of that level, where it stays until it blocks or yields.
void stand_at_threshold(Core& core, ThreadControl& self) CANE_REQUIRES(kernel_lock) {
  core.ready.remove_running(self);
  self.level = self.threshold;
  core.ready.insert_first(self);
}

[[gnu::noinline]] Status make_ready_quietly(ThreadControl& thread, IrqState before) CANE_RELEASE(kernel_lock) {
  this_core().ready.insert_last(thread);
  kernel_lock.release(before);
  return Status::ok;
}

// In an interrupt, or before the kernel runs: the switch comes later, if it is due.
[[gnu::noinline]] Status make_ready_for_later(ThreadControl& thread, IrqState before) CANE_RELEASE(kernel_lock) {
  Core& core = this_core();
  if (thread.priority < arch::current_thread()->threshold) core.reschedule = 1;
  core.ready.insert_last(thread);
  kernel_lock.release(before);
  return Status::ok;
}

[[gnu::noinline]] Status preempt_claimant(ThreadControl& thread, IrqState before) CANE_RELEASE(kernel_lock) {
  Core& core = this_core();
  stand_at_threshold(core, *arch::current_thread());
  core.ready.insert_alone(thread);
  return switch_to(core, thread, before);
}

[[gnu::noinline]] Status make_ready_before_deadline(ThreadControl& thread, IrqState before) CANE_RELEASE(kernel_lock) {
  cancel_timeout(thread.timeout);
  return make_ready(thread, before);
}

// A thread that stood at its threshold goes back to its own level, behind its equals.
[[gnu::noinline]] void yield_claim(Core& core, ThreadControl& self, IrqState before) CANE_RELEASE(kernel_lock) {
  core.ready.remove_running(self);
  self.level = self.priority;
  core.ready.insert_last(self);
  ThreadControl& next = core.ready.first();
  if (&next == &self) return kernel_lock.release(before);
  (void)switch_to(core, next, before);
}

}  // namespace

Status make_ready(ThreadControl& thread, IrqState before) {
  if (thread.timeout.index != 0) [[unlikely]]
    return make_ready_before_deadline(thread, before);
  trace::record(trace::Event::internal_resume, &thread, nullptr);
  thread.state = ThreadState::ready;
  const ThreadControl::Level priority = thread.priority;
  thread.level = priority;
  if (!arch::may_switch(before)) return make_ready_for_later(thread, before);
  const ThreadControl& self = *arch::current_thread();
  if (priority >= self.threshold) return make_ready_quietly(thread, before);
  if (self.level != self.threshold) [[unlikely]]
    return preempt_claimant(thread, before);
  // Whoever may preempt is alone at its level: a ready equal would be running already.
  Core& core = this_core();
  core.ready.insert_alone(thread);
  return switch_to(core, thread, before);
}

Status leave_and_switch(Core& core, ThreadControl& next, IrqState before) {
  arch::leave_thread(core.arch);
  return arch::cane_switch_context(&next, before);
}

void yield(IrqState before) {
  Core& core = this_core();
  ThreadControl& self = *arch::current_thread();
  trace::record(trace::Event::relinquish, &self, nullptr);
  if constexpr (config::switch_pin) platform::pulse_marker();
  if (self.level != self.priority) [[unlikely]]
    return yield_claim(core, self, before);
  core.ready.rotate(self);
  ThreadControl& next = core.ready.first();
  if (&next == &self) [[unlikely]]
    return kernel_lock.release(before);
  (void)switch_to(core, next, before);
}

void run_ready_threads() {
  const IrqState before = kernel_lock.acquire();
  Core& core = this_core();
  core.reschedule = 0;
  ThreadControl& next = core.ready.first();
  if (&next == &core.idle) return kernel_lock.release(before);
  (void)switch_to(core, next, before);
}

void leave_for_good(ThreadControl& self, IrqState before) {
  Core& core = this_core();
  core.ready.remove_running(self);
  (void)switch_to(core, core.ready.first(), before);
  __builtin_unreachable();
}

ThreadControl* preempt_after_interrupt() {
  detail::KernelGuard guard;
  Core& core = this_core();
  ThreadControl& self = *arch::current_thread();
  core.reschedule = 0;
  ThreadControl& next = core.ready.first();
  if (next.level >= self.threshold) return nullptr;
  if (self.level != self.threshold) stand_at_threshold(core, self);
  note_switch(core, next);
  arch::leave_thread(core.arch);
  return &next;
}

std::uint32_t context_switches() {
  detail::KernelGuard guard;
  return this_core().switches;
}

}  // namespace cane::sched
