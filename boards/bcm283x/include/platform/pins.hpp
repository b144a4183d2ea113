#pragma once
// The two pins the kernel drives on both boards: the switch level, which flips at every context switch, and the marker,
// which pulses when a thread relinquishes. Part of the kernel's hottest path; nothing here may cost an instruction more.
//
// The switch level is on BCM GPIO 4 (pin 7 of the header) and on BCM GPIO 7 (pin 26) with one store: whichever a person
// takes "pin 7" for, the probe sees the switch. The marker is BCM GPIO 17 (pin 11).

#include <bcm283x/gpio.hpp>
#include <cstdint>

namespace cane::platform {

inline constexpr std::uint32_t switch_pins = bcm283x::gpio::pin_bit(4) | bcm283x::gpio::pin_bit(7);
inline constexpr std::uint32_t marker_pin = bcm283x::gpio::pin_bit(17);

namespace pin_registers {
inline constexpr std::uintptr_t set = bcm283x::Gpio::base + static_cast<std::uint32_t>(bcm283x::Gpio::Register::set);
inline constexpr std::uintptr_t clear =
    bcm283x::Gpio::base + static_cast<std::uint32_t>(bcm283x::Gpio::Register::clear);
}  // namespace pin_registers

// The register that the next switch stores to: GPSET0 and GPCLR0 in turn. No level is read back, and none is kept twice.
struct SwitchPin {
  std::uintptr_t next_register;
};

// Starts with the level low, so that the first switch raises it. The pins are outputs by then.
inline void initialise(SwitchPin& pin) {
  bcm283x::gpio::lower_mask(switch_pins | marker_pin);
  pin.next_register = pin_registers::set;
}

// Unordered on purpose, here and below: an edge is seen by a probe outside the chip, and against the GPIO's own stores it
// stays in order. No driver waits for it, and a barrier would cost more than the rest of the switch's observers together.
[[gnu::always_inline]] inline void toggle(SwitchPin& pin) {
  bcm283x::store_unordered(pin.next_register, switch_pins);
  pin.next_register ^= pin_registers::set ^ pin_registers::clear;
}

[[gnu::always_inline]] inline void pulse_marker() {
  bcm283x::store_unordered(pin_registers::set, marker_pin);
  bcm283x::store_unordered(pin_registers::clear, marker_pin);
}

}  // namespace cane::platform
