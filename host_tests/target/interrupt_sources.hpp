#pragma once
// Interrupts that a test makes itself. One by software, at a chosen instruction: the MPHI block's software interrupt, which
// both chips have and the emulator models [QEMU hw/misc/bcm2835_mphi.c]. One by the system timer's compare 1, at instants
// that have nothing to do with what the processor is doing. The kernel's own alarm is neither.

#include <bcm283x/registers.hpp>
#include <cane/interrupt.hpp>

#include <arch/barrier.hpp>
#include <cstdint>

namespace test {

struct MphiBlock {
  static constexpr std::uintptr_t base = cane::bcm283x::memory_map::peripherals + 0x6000;
  enum class Register : std::uint32_t { software_set = 0x1F0, software_clear = 0x1F4 };
};
inline constexpr cane::InterruptLine software_line{32};

// When it returns, an unmasked processor has taken the interrupt.
inline void raise_software_interrupt() {
  cane::bcm283x::PeripheralAccess<MphiBlock>{}.write(MphiBlock::Register::software_set, 1);
  cane::arch::data_synchronization_barrier();
  cane::arch::instruction_synchronization_barrier();
}

// In the handler: lowers the line.
inline void acknowledge_software_interrupt() {
  cane::bcm283x::PeripheralAccess<MphiBlock>{}.write(MphiBlock::Register::software_clear, 1);
  cane::arch::data_synchronization_barrier();
}

struct CompareBlock {
  static constexpr std::uintptr_t base = cane::bcm283x::memory_map::peripherals + 0x3000;
  enum class Register : std::uint32_t { status = 0x00, counter_low = 0x04, compare_1 = 0x10 };
};
inline constexpr cane::InterruptLine compare_line{1};

// One interrupt, `microseconds` (at least 2) from now.
inline void arm_compare_interrupt(std::uint32_t microseconds) {
  using Register = CompareBlock::Register;
  const cane::bcm283x::PeripheralAccess<CompareBlock> timer;
  timer.write(Register::compare_1, timer.read(Register::counter_low) + microseconds);
}

inline void acknowledge_compare_interrupt() {
  cane::bcm283x::PeripheralAccess<CompareBlock>{}.write(CompareBlock::Register::status, 1U << 1);
  cane::arch::data_synchronization_barrier();
}

}  // namespace test
