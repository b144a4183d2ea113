#pragma once
// The interrupt lines by name. 0 to 63: the GPU's, as the manual numbers them; 64 to 71: the ARM's own; 96 to 107: local
// to a core of the BCM2836, 96 + the bit in its source register. [BCM2835 ARM Peripherals 7.5; BCM2836 QA7 4.10]

#include <cane/interrupt.hpp>
#include <cstdint>

namespace cane::bcm283x::line {

inline constexpr InterruptLine system_timer_3{3};
inline constexpr InterruptLine auxiliary{29};  // mini UART, SPI1, SPI2
inline constexpr InterruptLine gpio_0{49};
inline constexpr InterruptLine pl011{57};

inline constexpr std::uint32_t gpu_lines = 64;
inline constexpr std::uint32_t first_arm_line = 64;
inline constexpr std::uint32_t arm_lines = 8;
inline constexpr std::uint32_t first_local_line = 96;
inline constexpr std::uint32_t local_lines = 12;
inline constexpr std::uint32_t end = first_local_line + local_lines;

// Is it one of the lines that the controller of both chips has?
[[nodiscard]] constexpr bool is_shared(InterruptLine line) {
  return static_cast<std::uint32_t>(line) < first_arm_line + arm_lines;
}

[[nodiscard]] constexpr bool is_local(InterruptLine line) {
  const auto number = static_cast<std::uint32_t>(line);
  return number >= first_local_line && number < end;
}

}  // namespace cane::bcm283x::line
