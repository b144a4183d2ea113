#pragma once
// The interrupt routing that sits beside the cores of the BCM2836: which of a core's own sources may interrupt it, and what
// is pending. Every line here is core 0's. [BCM2836 ARM-local peripherals (QA7) 3.1, 4]

#include <bcm283x/interrupt_lines.hpp>
#include <bcm283x/registers.hpp>
#include <cstdint>

namespace cane::platform {

struct LocalBlock {
  static constexpr std::uintptr_t base = bcm283x::memory_map::local_peripherals;
  enum class Register : std::uint32_t {
    control = 0x00,
    prescaler = 0x08,
    gpu_routing = 0x0C,
    performance_routing_set = 0x10,
    performance_routing_clear = 0x14,
    axi_interrupt = 0x30,
    local_timer_control = 0x34,
    timer_control = 0x40,    // a word a core
    mailbox_control = 0x50,  // a word a core
    irq_source = 0x60,       // a word a core
  };
};

namespace local_interrupts {

inline constexpr std::uint32_t virtual_timer_source = 1U << 3;
inline constexpr std::uint32_t gpu_source = 1U << 8;

// Every source off on every core, the GPU's lines to core 0, and the counter behind the generic timers at the rate of the
// crystal: firmware sets CNTFRQ but leaves the scaling to us.
void initialise();

// The lines that applications may have: the four timers but the kernel's, the four mailboxes, the performance counter.
[[nodiscard]] bool is_free(InterruptLine line);

void enable(InterruptLine line);
void disable(InterruptLine line);

// The kernel's own line.
void enable_virtual_timer();

// Bits of irq_source.
[[gnu::always_inline]] inline std::uint32_t pending() {
  return bcm283x::PeripheralAccess<LocalBlock>{}.read(LocalBlock::Register::irq_source);
}

}  // namespace local_interrupts
}  // namespace cane::platform
