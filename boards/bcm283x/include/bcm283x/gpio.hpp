#pragma once
// The general-purpose pins: function, pull and level. Pins are BCM GPIO numbers, 0 to 53; the header's numbering is the
// board's. Interrupts on edges and levels are not here yet. [BCM2835 ARM Peripherals 6]

#include <bcm283x/registers.hpp>
#include <cstdint>

namespace cane::bcm283x {

struct Gpio {
  static constexpr std::uintptr_t base = memory_map::peripherals + 0x20'0000;
  enum class Register : std::uint32_t {
    function_select = 0x00,  // six words of ten pins
    set = 0x1C,              // two words: writing 1 raises the pin, 0 leaves it
    clear = 0x28,            // two words
    level = 0x34,            // two words
    pull_mode = 0x94,
    pull_clock = 0x98,  // two words
  };
};

using Pin = std::uint32_t;
inline constexpr Pin pin_count = 54;

enum class PinFunction : std::uint32_t {
  input = 0,
  output = 1,
  alt0 = 4,
  alt1 = 5,
  alt2 = 6,
  alt3 = 7,
  alt4 = 3,
  alt5 = 2
};
enum class PinPull : std::uint32_t { off = 0, down = 1, up = 2 };

namespace gpio {

// The bit of a pin in the two-word registers.
[[nodiscard]] constexpr std::uint32_t pin_bit(Pin pin) { return 1U << pin % 32; }

/// Connects a pin to a function. Context: any. Fails: never. Checks: none; a pin beyond 53 is ignored. Time: constant.
void select_function(Pin pin, PinFunction function);

/// Chooses a pin's pull resistor. Context: thread or before the kernel runs, one caller at a time: all pins share one mode
/// register. Fails: never. Checks: none; a pin beyond 53 is ignored. Time: about 4 µs of polling, as the hardware demands.
void set_pull(Pin pin, PinPull pull);

/// The level at a pin. Context: any. Fails: never. Checks: none; a pin beyond 53 reads low. Time: constant.
[[nodiscard]] bool is_high(Pin pin);

/// Raises or lowers an output. Context: any. Fails: never. Checks: none; a pin beyond 53 is ignored. Time: constant.
void raise(Pin pin);
void lower(Pin pin);

/// Raises or lowers, at the same instant, all of pins 0 to 31 that are set in the mask. Context: any. Fails: never.
/// Checks: none. Time: one store.
inline void raise_mask(std::uint32_t mask) { PeripheralAccess<Gpio>{}.write(Gpio::Register::set, mask); }
inline void lower_mask(std::uint32_t mask) { PeripheralAccess<Gpio>{}.write(Gpio::Register::clear, mask); }

}  // namespace gpio
}  // namespace cane::bcm283x
