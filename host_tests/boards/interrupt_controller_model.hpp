#pragma once
// The interrupt controller as the hardware is: pending is level and enable; the basic word's summary bits leave out the
// lines that have a short cut there.

#include <array>
#include <bcm283x/interrupt_controller.hpp>
#include <cstdint>
#include <recorder.hpp>

namespace cane::desk {

class InterruptControllerModel : public RegisterModel {
 public:
  std::array<std::uint32_t, 3> levels{};
  std::array<std::uint32_t, 3> enables{};
  std::uint32_t fiq_control = 0;
  unsigned rises_after_look = 0;  // a line that comes up once the GPU words have been read; 0: none

  void raise(unsigned line) { levels.at(line / 32) |= 1U << line % 32; }
  void lower(unsigned line) { levels.at(line / 32) &= ~(1U << line % 32); }
  [[nodiscard]] bool is_enabled(unsigned line) const { return (enables.at(line / 32) >> line % 32 & 1) != 0; }

  [[nodiscard]] bool interrupt_pending() const {
    return ((levels[0] & enables[0]) | (levels[1] & enables[1]) | (levels[2] & enables[2])) != 0;
  }

  std::uint32_t load(std::uint32_t offset) override {
    switch (offset) {
      case 0x00: return basic_pending();
      case 0x04: return levels[0] & enables[0];
      case 0x08: return look_at_second_word();
      case 0x0C: return fiq_control;
      default: return 0;
    }
  }

  void store(std::uint32_t offset, std::uint32_t value) override {
    if (offset == 0x0C) fiq_control = value;
    if (offset >= 0x10 && offset < 0x1C) enables.at((offset - 0x10) / 4) |= value;
    if (offset >= 0x1C && offset < 0x28) enables.at((offset - 0x1C) / 4) &= ~value;
  }

 private:
  std::uint32_t look_at_second_word() {
    const std::uint32_t seen = levels[1] & enables[1];
    if (rises_after_look != 0) raise(rises_after_look);
    return seen;
  }

  [[nodiscard]] std::uint32_t basic_pending() const {
    constexpr std::array<unsigned, 11> short_cuts{7, 9, 10, 18, 19, 53, 54, 55, 56, 57, 62};
    std::array<std::uint32_t, 2> others{levels[0] & enables[0], levels[1] & enables[1]};
    std::uint32_t word = levels[2] & enables[2] & 0xFF;
    for (unsigned index = 0; index < short_cuts.size(); ++index) {
      const unsigned line = short_cuts[index];
      if ((others.at(line / 32) >> line % 32 & 1) != 0) word |= 1U << (10 + index);
      others.at(line / 32) &= ~(1U << line % 32);
    }
    return word | (others[0] != 0 ? 1U << 8 : 0) | (others[1] != 0 ? 1U << 9 : 0);
  }
};

}  // namespace cane::desk
