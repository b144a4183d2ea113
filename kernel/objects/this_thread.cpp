// What a thread does to itself.

#include <cane/check.hpp>
#include <cane/detail/kernel_lock.hpp>
#include <cane/detail/thread_control.hpp>
#include <cane/this_thread.hpp>
#include <sched/clock.hpp>
#include <sched/scheduler.hpp>
#include <sched/wait_queue.hpp>

extern "C" [[noreturn]] void cane_thread_exit();

namespace cane::this_thread {

using arch::IrqState;
using detail::kernel_lock;

namespace {

[[gnu::noinline, gnu::cold]] void refuse(Call call, IrqState before) CANE_RELEASE(kernel_lock) {
  kernel_lock.release(before);
  detail::misuse(call, Misuse::cannot_wait_here, nullptr, __builtin_return_address(0));
}

}  // namespace

void yield() {
  const IrqState before = kernel_lock.acquire();
  if (!arch::may_switch(before)) [[unlikely]]
    return refuse(Call::yield, before);
  sched::yield(before);
}

void sleep_until(Instant deadline) {
  const IrqState before = kernel_lock.acquire();
  if (!arch::may_switch(before)) [[unlikely]]
    return refuse(Call::sleep, before);
  if (deadline <= now()) return kernel_lock.release(before);
  sched::sleep_until(sched::ticks_of(deadline), before);
}

const char* name() { return arch::current_thread()->name; }

void exit() {
  const IrqState before = kernel_lock.acquire();
  const bool can_end = arch::may_switch(before);
  kernel_lock.release(before);
  if (!can_end) detail::misuse(Call::thread_exit, Misuse::cannot_wait_here, nullptr, __builtin_return_address(0));
  cane_thread_exit();
}

}  // namespace cane::this_thread
