#pragma once
// The interrupt controller that both chips have: 64 lines from the GPU's side and 8 of the ARM's own. Enables, disables
// and finds lines; runs nothing and knows no handler. Routes nothing to FIQ. [BCM2835 ARM Peripherals 7]

#include <bcm283x/interrupt_lines.hpp>
#include <bcm283x/registers.hpp>
#include <cstdint>
#include <optional>

namespace cane::bcm283x {

struct InterruptControllerBlock {
  static constexpr std::uintptr_t base = memory_map::peripherals + 0xB200;
  enum class Register : std::uint32_t {
    basic_pending = 0x00,
    pending = 0x04,  // two words, GPU lines
    fiq_control = 0x0C,
    enable = 0x10,  // three words: GPU lines 0–31, 32–63, ARM lines; writing 1 enables, 0 leaves
    disable = 0x1C  // three words, likewise
  };
};

namespace interrupt_controller {

// Every line and the FIQ off, whatever firmware or an earlier program left enabled.
void disable_all();

// `line` is a shared one (line::is_shared).
void enable(InterruptLine line);

// When it returns, the line does not interrupt any more.
void disable(InterruptLine line);

// One line that is enabled and pending. GPU lines first; among them the higher number of the lower word.
// The two GPU words are read themselves: the summary bits in the basic word leave out the lines that have a short cut
// there, the UART's among them. [BCM2835 ARM Peripherals 7.5, basic pending]
[[nodiscard]] std::optional<InterruptLine> next_pending();

}  // namespace interrupt_controller
}  // namespace cane::bcm283x
