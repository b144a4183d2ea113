#pragma once
// Who runs. The only place that changes the ready queue of a core and the only caller of the context switch. The
// functions that take `before` are entered with the kernel lock held and give it back, most of them by resuming another
// thread: that is why they are written to be the last thing their callers do.
//
// The rule: the running thread is the head of the most urgent level, or holds a claim (its preemption-threshold) above
// that level. A thread made ready preempts when it is above the running thread's threshold.

#include <cane/detail/kernel_lock.hpp>
#include <cane/detail/thread_control.hpp>
#include <cane/status.hpp>
#include <sched/core.hpp>
#include <trace/record.hpp>

namespace cane::sched {

// What every switch does besides switching: what is compiled out leaves nothing.
[[gnu::always_inline]] inline void note_switch(Core& core, const ThreadControl& next)
    CANE_REQUIRES(detail::kernel_lock) {
  if constexpr (config::statistics) ++core.switches;
  trace::record(trace::Event::context_switch, &next, nullptr);
  if constexpr (config::switch_pin) platform::toggle(core.switch_pin);
}

// The thread that stops has something in the core that must be stored first: its VFP registers.
[[gnu::noinline]] Status leave_and_switch(Core& core, ThreadControl& next, arch::IrqState before)
    CANE_RELEASE(detail::kernel_lock) CANE_NO_ANALYSIS;

// The switch gives the lock back: `before` goes into the frame of the thread that stops, the next thread's own comes out
// of its frame. The analysis cannot know that.
[[gnu::always_inline]] inline Status switch_to(Core& core, ThreadControl& next, arch::IrqState before)
    CANE_RELEASE(detail::kernel_lock) CANE_NO_ANALYSIS {
  note_switch(core, next);
  if (arch::must_leave_thread(core.arch)) [[unlikely]]
    return leave_and_switch(core, next, before);
  return arch::cane_switch_context(&next, before);
}

// Makes a thread ready that was waiting or is new, and lets it preempt if it may. From an interrupt the switch happens on
// the way out. Returns Status::ok, the answer of the call that woke the thread, so that such a call can end in it.
// Time: constant; a thread with a deadline also leaves the timeout store.
Status make_ready(ThreadControl& thread, arch::IrqState before) CANE_RELEASE(detail::kernel_lock);

// A thread stops in two steps, with its place in a wait list or in the timeout store in between. First it leaves the
// ready queue; the caller has checked that it may switch. Time: constant.
[[gnu::always_inline]] inline void leave_ready(ThreadControl& self) CANE_REQUIRES(detail::kernel_lock) {
  trace::record(trace::Event::internal_suspend, &self, nullptr);
  self.state = ThreadState::waiting;
  this_core().ready.remove_running(self);
}

// Then the next thread runs. Returns, when the stopped one runs again, what its waker left as its wait_result.
[[gnu::always_inline]] inline Status run_next(arch::IrqState before) CANE_RELEASE(detail::kernel_lock) {
  Core& core = this_core();
  return switch_to(core, core.ready.first(), before);
}

// Lets the equals of the running thread go first; gives a claim up. Time: constant.
void yield(arch::IrqState before) CANE_RELEASE(detail::kernel_lock);

// The idle thread offers the core to whoever is ready. Returns when nobody is.
void run_ready_threads();

// The running thread's end: never returns. Its joiners have been woken.
[[noreturn]] void leave_for_good(ThreadControl& self, arch::IrqState before) CANE_RELEASE(detail::kernel_lock);

// In handler context, after the handlers have run: the thread to switch to, or null.
ThreadControl* preempt_after_interrupt();

// Context switches since boot.
std::uint32_t context_switches();

}  // namespace cane::sched
