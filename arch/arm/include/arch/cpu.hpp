#pragma once
// The processor as the kernel sees it: the interrupt mask, the context a piece of code runs in, the current thread, and
// sleeping. Inline throughout: these are the first and last instructions of every kernel call. Never decides anything.
//
// Modes: threads run in SVC with IRQ unmasked, interrupt handlers in IRQ mode on the interrupt stack, faults in ABT and
// UND. USR and SYS stay free for unprivileged threads. FIQ is never masked here: it belongs to the application.

#include <arch/barrier.hpp>
#include <cstdint>

// A thread that waits resumes with the CPSR read by mask_interrupts(), where the Thumb bit always reads as zero.
// [ARM DDI 0406C B9.3.8, MRS] So whatever calls the kernel is in ARM state; functions that do not may be in Thumb.
#ifdef __thumb__
#error "Cane is called from ARM state only: compile what includes its headers with -marm"
#endif

namespace cane {

class ThreadControl;

namespace arch {

// What masking found: the CPSR of that instant. It goes back as a whole when the mask is lifted, and into the frame of a
// thread that is switched out meanwhile, so that resuming it and lifting the mask are one instruction.
enum class IrqState : std::uint32_t {};

// CPSR bits that a thread able to block never has: I, and the mode bits that ABT, UND and SYS have and SVC has not.
// Handlers, FIQ included, always run with I set. [ARM DDI 0406C B1.3.3, the CPSR; B1.8.3, masking on entry]
inline constexpr std::uint32_t cpsr_not_plain_thread = 0x8C;
inline constexpr std::uint32_t cpsr_mode_mask = 0x1F;
inline constexpr std::uint32_t cpsr_mode_irq = 0x12;
inline constexpr std::uint32_t cpsr_mode_fiq = 0x11;
inline constexpr std::uint32_t cpsr_mode_svc = 0x13;

// Masks IRQ and says what was before. A compiler barrier: nothing that a lock protects may move above it.
[[gnu::always_inline]] inline IrqState mask_interrupts() {
  std::uint32_t cpsr;
  asm volatile("mrs %0, cpsr\n\tcpsid i" : "=r"(cpsr)::"memory");
  return IrqState{cpsr};
}

// Puts the mask back as it was. A compiler barrier: nothing that a lock protects may sink below it.
[[gnu::always_inline]] inline void restore_interrupts(IrqState before) {
  asm volatile("msr cpsr_c, %0" ::"r"(before) : "memory");
}

// Lifts the mask for good: the end of boot.
[[gnu::always_inline]] inline void unmask_interrupts() { asm volatile("cpsie i" ::: "memory"); }

// True when `before` was a thread with IRQ unmasked: the only context that may be switched away from.
// The branch is inside the asm because one `tst` feeds it; as a bool it would cost two instructions more.
[[gnu::always_inline]] inline bool may_switch(IrqState before) {
  asm goto("tst %0, %1\n\tbne %l2" ::"r"(before), "I"(cpsr_not_plain_thread) : "cc" : no);
  return true;
no:
  __attribute__((cold));
  return false;
}

// True in an interrupt handler (IRQ or FIQ), false in thread code, masked or not.
[[gnu::always_inline]] inline bool is_handler(IrqState before) {
  const std::uint32_t mode = static_cast<std::uint32_t>(before) & cpsr_mode_mask;
  return mode == cpsr_mode_irq || mode == cpsr_mode_fiq;
}

// The thread this core runs, from TPIDRPRW. [ARM1176JZF-S TRM 3.2.46; ARM DDI 0406C B4.1.152]
// Not volatile: across a switch the same thread comes back to the same code, so the compiler may keep the value.
[[gnu::always_inline]] inline ThreadControl* current_thread() {
  ThreadControl* thread;
  asm("mrc p15, 0, %0, c13, c0, 4" : "=r"(thread));
  return thread;
}

[[gnu::always_inline]] inline void set_current_thread(ThreadControl* thread) {
  asm volatile("mcr p15, 0, %0, c13, c0, 4" ::"r"(thread) : "memory");
}

}  // namespace arch
}  // namespace cane
