// Pins: the slow half. Function-select words hold ten pins each and are changed with interrupts masked, so that two users
// of neighbouring pins never lose each other's change.

#include <bcm283x/gpio.hpp>
#include <bcm283x/system_timer.hpp>

namespace cane::bcm283x::gpio {

using Register = Gpio::Register;

void select_function(Pin pin, PinFunction function) {
  if (pin >= pin_count) return;
  const std::uint32_t shift = pin % 10 * 3;
  const register_backend::InterruptMask mask;
  const PeripheralAccess<Gpio> gpio;
  const std::uint32_t others = gpio.read(Register::function_select, pin / 10) & ~(7U << shift);
  gpio.write(Register::function_select, pin / 10, others | static_cast<std::uint32_t>(function) << shift);
}

// The sequence of the manual: the mode, 150 cycles of set-up, the clock for the pins it is for, 150 cycles of hold, both
// off again. A cycle of the core clock lasts 4 ns at 250 MHz; a microsecond is enough at any rate the chip has.
// [BCM2835 ARM Peripherals 6.1, GPPUDCLKn] Not masked: microseconds without interrupts are too dear for a set-up call.
void set_pull(Pin pin, PinPull pull) {
  if (pin >= pin_count) return;
  PeripheralAccess<Gpio>{}.write(Register::pull_mode, static_cast<std::uint32_t>(pull));
  system_timer::wait_microseconds(1);
  PeripheralAccess<Gpio>{}.write(Register::pull_clock, pin / 32, pin_bit(pin));
  system_timer::wait_microseconds(1);
  const PeripheralAccess<Gpio> gpio;
  gpio.write(Register::pull_mode, 0);
  gpio.write(Register::pull_clock, pin / 32, 0);
}

bool is_high(Pin pin) {
  if (pin >= pin_count) return false;
  return (PeripheralAccess<Gpio>{}.read(Register::level, pin / 32) & pin_bit(pin)) != 0;
}

void raise(Pin pin) {
  if (pin < pin_count) PeripheralAccess<Gpio>{}.write(Register::set, pin / 32, pin_bit(pin));
}

void lower(Pin pin) {
  if (pin < pin_count) PeripheralAccess<Gpio>{}.write(Register::clear, pin / 32, pin_bit(pin));
}

}  // namespace cane::bcm283x::gpio
