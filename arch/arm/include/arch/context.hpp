#pragma once
// What a stopped thread is: a stack pointer. The frame it points at is drawn over cane_switch_context in switch.S.
// The owner of the VFP registers is kept here too, because the switch and the interrupt entry ask for it.
//
// Crosses layers: <cane/status.hpp>, because the switch carries the answer of the call that stopped a thread.

#include <arch/cpu.hpp>
#include <cane/status.hpp>
#include <cstddef>
#include <cstdint>

namespace cane::arch {

// Where a thread's VFP/NEON registers are while others use the unit: d0–d31 and FPSCR, and whether they hold anything
// yet. It lies at the high end of the thread's stack, out of the way of its frames, which grow down to the guard page. The
// ARM1176 has d0–d15 only, but stack sizes mean the same on both.
struct VfpArea {
  std::uint64_t registers[32];
  std::uint32_t fpscr;  // offset 256: vfp_registers.S
  std::uint32_t in_use;
};
static_assert(offsetof(VfpArea, fpscr) == 256);

// First member of every ThreadControl; switch.S knows these offsets.
struct Context {
  void* stack_pointer;  // offset 0: the frame, while the thread does not run
  Status wait_result;   // offset 4: what the call that stopped the thread returns when it runs again. Ok, but from the
                        // moment a waker writes a reason why not until the waiter has read it
  VfpArea* vfp;
};
static_assert(offsetof(Context, stack_pointer) == 0 && offsetof(Context, wait_result) == 4);

// Whose registers the VFP unit holds. See vfp.cpp for the whole story.
enum class VfpState : std::uint32_t {
  off,      // nobody's; the unit traps
  thread,   // the current thread's; the unit is on
  held,     // the interrupted thread's; the unit traps, so that a handler cannot touch them unseen
  handler,  // the running handler's; the interrupted thread's are stored
};

struct PerCore {
  VfpState vfp;
};

// Stops the current thread and runs `next`. `before` is the state the kernel lock found: it becomes the CPSR the current
// thread resumes with, so coming back also lifts the mask. Returns, when the current thread runs again, its wait_result.
// Context: thread, IRQ masked, kernel lock held; the lock is given back by resuming the other thread.
extern "C" Status cane_switch_context(ThreadControl* next, IrqState before);

// Builds the first frame of a thread on the stack of `bytes` at `low_end`: `entry(argument)` runs in SVC mode with IRQ
// unmasked; returning from it ends in cane_thread_exit(). Both ends must be 8-byte aligned [AAPCS 6.2.1.2].
void prepare_context(Context& context, void* low_end, std::size_t bytes, void (*entry)(void*), void* argument);

// Tells the processor its per-core block, and that the code that runs now is the context `boot`.
void initialise(PerCore& core, Context& boot);

void vfp_leave_thread(PerCore& core);
void vfp_enter_handler(PerCore& core);
void vfp_leave_handler(PerCore& core);

[[gnu::always_inline]] inline bool vfp_is_off(const PerCore& core) { return core.vfp == VfpState::off; }

// True when the running thread has VFP registers in the core. Three instructions with the branch on it.
[[gnu::always_inline]] inline bool must_leave_thread(const PerCore& core) { return !vfp_is_off(core); }

// Called when a thread is about to lose the core: its live VFP registers are stored.
[[gnu::always_inline]] inline void leave_thread(PerCore& core) {
  if (!vfp_is_off(core)) [[unlikely]]
    vfp_leave_thread(core);
}

// Called when a handler starts: the interrupted thread's VFP registers stay where they are but become untouchable.
[[gnu::always_inline]] inline void enter_handler(PerCore& core) {
  if (!vfp_is_off(core)) [[unlikely]]
    vfp_enter_handler(core);
}

// Called when a handler ends: gives the unit back to the interrupted thread, or switches it off.
[[gnu::always_inline]] inline void leave_handler(PerCore& core) {
  if (!vfp_is_off(core)) [[unlikely]]
    vfp_leave_handler(core);
}

// Unmaps the page under a stack, once; later calls find it done. Context: thread or before start, kernel lock held or not.
void protect_guard_page(void* page);

}  // namespace cane::arch
