#pragma once
// The Raspberry Pi 2 as applications see it: its name, its header's pins, its LED, its UART and its interrupt lines.

#include <bcm283x/board_support.hpp>
#include <bcm283x/header_pins.hpp>
#include <bcm283x/interrupt_lines.hpp>
#include <bcm283x/led.hpp>
#include <string_view>

namespace cane::board {

inline constexpr std::string_view name = "pi2";

using bcm283x::header_pin;
using bcm283x::is_emulated;

inline constexpr bcm283x::Led activity_led{.pin = 47, .lit_when = bcm283x::LitWhen::high};

// The console's UART, on pins 8 (transmit) and 10 (receive) of the header.
inline constinit bcm283x::Pl011& uart = bcm283x::uart0;

}  // namespace cane::board
