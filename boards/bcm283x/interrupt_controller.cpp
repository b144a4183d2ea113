// The interrupt controller. Its enables are write-one registers, so nothing here needs a lock.

#include <bcm283x/interrupt_controller.hpp>
#include <bit>

namespace cane::bcm283x::interrupt_controller {

namespace {

using Register = InterruptControllerBlock::Register;
using Access = PeripheralAccess<InterruptControllerBlock>;

constexpr std::uint32_t all_lines = 0xFFFF'FFFF;
constexpr std::uint32_t all_arm_lines = (1U << line::arm_lines) - 1;

// A line's word among the enable and disable registers, and its bit there.
constexpr std::uint32_t word_of(InterruptLine line) { return static_cast<std::uint32_t>(line) / 32; }
constexpr std::uint32_t bit_of(InterruptLine line) { return 1U << static_cast<std::uint32_t>(line) % 32; }

// The highest line of a word: one count-leading-zeros.
InterruptLine highest(std::uint32_t word, std::uint32_t first_line) {
  return InterruptLine{first_line + 31 - static_cast<std::uint32_t>(std::countl_zero(word))};
}

}  // namespace

void disable_all() {
  {
    const Access controller;
    controller.write(Register::fiq_control, 0);
    controller.write(Register::disable, 0, all_lines);
    controller.write(Register::disable, 1, all_lines);
    controller.write(Register::disable, 2, all_arm_lines);
  }
  register_backend::complete_memory();
}

void enable(InterruptLine line) { Access{}.write(Register::enable, word_of(line), bit_of(line)); }

void disable(InterruptLine line) {
  Access{}.write(Register::disable, word_of(line), bit_of(line));
  register_backend::complete_memory();
}

std::optional<InterruptLine> next_pending() {
  const Access controller;
  if (const std::uint32_t low = controller.read(Register::pending, 0)) return highest(low, 0);
  if (const std::uint32_t high = controller.read(Register::pending, 1)) return highest(high, 32);
  const std::uint32_t arm = controller.read(Register::basic_pending) & all_arm_lines;
  if (arm != 0) return highest(arm, line::first_arm_line);
  return std::nullopt;
}

}  // namespace cane::bcm283x::interrupt_controller
