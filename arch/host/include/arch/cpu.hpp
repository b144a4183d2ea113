#pragma once
// The desk's processor as the kernel sees it, the twin of the one in arch/arm: an interrupt mask, the context a piece of
// code runs in, the current thread. Kept in variables instead of a status register. Never decides anything.
//
// Interrupts come at two kinds of instants only: when the mask is lifted, and when the board raises the interrupt line
// while it is not masked. So the same program makes the same run every time.

#include <arch/barrier.hpp>
#include <cstdint>

namespace cane {

class ThreadControl;

namespace arch {

// What masking found: the status of that instant. It goes back as a whole when the mask is lifted, and belongs to a thread
// that is switched out meanwhile.
enum class IrqState : std::uint32_t {};

inline constexpr std::uint32_t status_masked = 1U << 0;
inline constexpr std::uint32_t status_handler = 1U << 1;  // handlers always run masked, so both bits are set there

// Before boot: masked, as a board leaves reset.
struct Processor {
  std::uint32_t status = status_masked;
  ThreadControl* current_thread = nullptr;
};
extern constinit Processor processor;

// Puts back a status that is not masked: observers look, then the interrupts that are due come in. See interrupts.cpp.
void lift_mask(IrqState before);
// Stops the run: code broke the rules that the kernel has for the processor.
[[noreturn]] void protocol_violation(const char* what);

// Masks interrupts and says what was before.
inline IrqState mask_interrupts() {
  const IrqState before{processor.status};
  processor.status |= status_masked;
  return before;
}

// Puts the mask back as it was.
inline void restore_interrupts(IrqState before) {
  if ((processor.status & status_masked) == 0)
    protocol_violation("the interrupt mask is given back, but was not taken");
  if ((static_cast<std::uint32_t>(before) & status_masked) == 0) return lift_mask(before);
  processor.status = static_cast<std::uint32_t>(before);
}

// Lifts the mask for good: the end of boot.
inline void unmask_interrupts() { lift_mask(IrqState{}); }

// True when `before` was a thread with interrupts unmasked: the only context that may be switched away from.
inline bool may_switch(IrqState before) { return before == IrqState{}; }

// True in an interrupt handler, false in thread code, masked or not.
inline bool is_handler(IrqState before) { return (static_cast<std::uint32_t>(before) & status_handler) != 0; }

// The thread this core runs.
inline ThreadControl* current_thread() { return processor.current_thread; }
inline void set_current_thread(ThreadControl* thread) { processor.current_thread = thread; }

}  // namespace arch
}  // namespace cane
