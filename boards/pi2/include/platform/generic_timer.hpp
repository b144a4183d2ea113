#pragma once
// The virtual timer of this core, through CP15. It compares 64 bits and its interrupt is a level: a deadline in the past
// interrupts at once and none is ever lost. Nothing else reads or writes these registers.
// [ARM DDI 0406C B8.1.3–B8.1.5, B8.1.9]

#include <arch/barrier.hpp>
#include <cstdint>

namespace cane::platform::generic_timer {

inline constexpr std::uint32_t control_enable = 1;

// Not fenced: a counter read a few instructions early makes the caller a little late, never early.
inline std::uint64_t count() {
  std::uint64_t count;
  asm volatile("mrrc p15, 1, %Q0, %R0, c14" : "=r"(count));
  return count;
}

// What firmware, or the emulator, says the counter runs at.
inline std::uint32_t frequency() {
  std::uint32_t hertz;
  asm("mrc p15, 0, %0, c14, c0, 0" : "=r"(hertz));
  return hertz;
}

inline void arm(std::uint64_t deadline) {
  asm volatile("mcrr p15, 3, %Q0, %R0, c14" ::"r"(deadline) : "memory");
  asm volatile("mcr p15, 0, %0, c14, c3, 1" ::"r"(control_enable) : "memory");
}

// The level is down when it returns: an interrupt unmasked afterwards does not see it any more.
inline void disarm() {
  asm volatile("mcr p15, 0, %0, c14, c3, 1" ::"r"(0) : "memory");
  arch::instruction_synchronization_barrier();
}

// Compares the counter with the 1 MHz system timer over two milliseconds, and stops the machine when frequency() is more
// than 1 % off: every timeout would be wrong by as much.
void check_rate();

}  // namespace cane::platform::generic_timer
