// Starting, ending and joining threads. The first frame is the processor's business, who runs is the scheduler's.

#include <cane/check.hpp>
#include <cane/detail/kernel_lock.hpp>
#include <cane/thread.hpp>
#include <sched/clock.hpp>
#include <sched/scheduler.hpp>
#include <sched/wait_queue.hpp>
#include <trace/record.hpp>

namespace cane {

using arch::IrqState;
using detail::kernel_lock;

namespace {

using Level = ThreadControl::Level;

// The start as far as it can be refused: the object and a place in the timeout store are taken.
bool claim_for_start(ThreadControl& thread, const void* place) {
  const IrqState before = kernel_lock.acquire();
  const bool is_idle = thread.state == ThreadState::idle;
  const bool has_place = is_idle && sched::reserve_timeout();
  if (has_place) thread.state = ThreadState::ready;
  kernel_lock.release(before);
  if (!is_idle) detail::misuse(Call::thread_start, Misuse::already_started, &thread, place);
  if (is_idle && !has_place) detail::misuse(Call::thread_start, Misuse::too_many_timeouts, &thread, place);
  return has_place;
}

void set_priorities(ThreadControl& thread, const ThreadOptions& options) CANE_REQUIRES(kernel_lock) {
  thread.base_priority = thread.priority = thread.level = static_cast<Level>(options.priority.level());
  thread.threshold = static_cast<Level>(options.preemption_threshold.value_or(options.priority).level());
}

// What every kind of join asks first. A thread that has ended is free to start again once somebody has joined it.
enum class Joining { done, must_wait, never_started };
Joining try_to_join(ThreadControl& thread) CANE_REQUIRES(kernel_lock) {
  if (thread.state == ThreadState::idle) return Joining::never_started;
  if (thread.state != ThreadState::finished) return Joining::must_wait;
  thread.state = ThreadState::idle;
  return Joining::done;
}

}  // namespace

void Thread::begin(StackMemory stack, const ThreadOptions& options, void (*entry)(void*), void* argument) {
  const void* const place = __builtin_return_address(0);
  if (options.preemption_threshold && options.priority.is_above(*options.preemption_threshold)) {
    return detail::misuse(Call::thread_start, Misuse::bad_priority, this, place);
  }
  if (!claim_for_start(control_, place)) return;
  arch::protect_guard_page(stack.guard);
  arch::prepare_context(control_.context, stack.low_end, stack.bytes, entry, argument);
  control_.name = options.name;
  const IrqState before = kernel_lock.acquire();
  set_priorities(control_, options);
  (void)sched::make_ready(control_, before);
}

void Thread::join() {
  const IrqState before = kernel_lock.acquire();
  const void* const place = __builtin_return_address(0);
  if (!arch::may_switch(before)) {
    kernel_lock.release(before);
    return detail::misuse(Call::thread_join, Misuse::cannot_wait_here, this, place);
  }
  if (arch::current_thread() == &control_) {
    kernel_lock.release(before);
    return detail::misuse(Call::thread_join, Misuse::joins_itself, this, place);
  }
  switch (try_to_join(control_)) {
    case Joining::done: return kernel_lock.release(before);
    case Joining::must_wait: (void)sched::wait(control_.joiners, before); return;
    case Joining::never_started: break;
  }
  kernel_lock.release(before);
  detail::misuse(Call::thread_join, Misuse::not_started, this, place);
}

bool Thread::try_join() {
  const IrqState before = kernel_lock.acquire();
  const Joining joining = try_to_join(control_);
  kernel_lock.release(before);
  if (joining == Joining::never_started) {
    detail::misuse(Call::thread_join, Misuse::not_started, this, __builtin_return_address(0));
  }
  return joining == Joining::done;
}

bool Thread::try_join_until(Instant deadline) {
  const IrqState before = kernel_lock.acquire();
  const void* const place = __builtin_return_address(0);
  const bool can_wait = arch::may_switch(before);
  const bool is_self = arch::current_thread() == &control_;
  if (!can_wait || is_self) {
    kernel_lock.release(before);
    detail::misuse(Call::thread_join, can_wait ? Misuse::joins_itself : Misuse::cannot_wait_here, this, place);
    return false;
  }
  const Joining joining = try_to_join(control_);
  if (joining == Joining::must_wait && deadline > now()) {
    return sched::wait_until(control_.joiners, sched::ticks_of(deadline), before) == Status::ok;
  }
  kernel_lock.release(before);
  if (joining == Joining::never_started) detail::misuse(Call::thread_join, Misuse::not_started, this, place);
  return joining == Joining::done;
}

namespace {

// From here on nobody may preempt the ending thread: a joiner must not run, and reuse the stack, before it has left it.
// An interrupt still gets in between two steps.
void become_unpreemptible(ThreadControl& self) {
  detail::KernelGuard guard;
  self.threshold = 0;
}

bool wake_one_joiner(ThreadControl& self) {
  const IrqState before = kernel_lock.acquire();
  if (self.joiners.head == nullptr) {
    kernel_lock.release(before);
    return false;
  }
  (void)sched::make_ready(sched::pop(self.joiners), before);
  return true;
}

}  // namespace

}  // namespace cane

extern "C" void cane_thread_exit() {
  using namespace cane;
  ThreadControl& self = *arch::current_thread();
  become_unpreemptible(self);
  bool joined = false;
  while (wake_one_joiner(self)) joined = true;
  const IrqState before = kernel_lock.acquire();
  trace::record(trace::Event::internal_suspend, &self, nullptr);
  self.state = joined ? ThreadState::idle : ThreadState::finished;
  sched::unreserve_timeout();
  sched::leave_for_good(self, before);
}
