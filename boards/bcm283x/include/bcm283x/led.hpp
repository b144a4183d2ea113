#pragma once
// A light-emitting diode on a pin, of either polarity.

#include <bcm283x/gpio.hpp>
#include <cstdint>

namespace cane::bcm283x {

enum class LitWhen : std::uint32_t { low, high };

struct Led {
  Pin pin;
  LitWhen lit_when;

  /// Lets the pin drive the LED, which starts dark. Context: any. Fails: never. Checks: none. Time: constant.
  void initialise() const {
    turn_off();
    gpio::select_function(pin, PinFunction::output);
  }
  /// Lights it. Context: any. Fails: never. Checks: none. Time: one store.
  void turn_on() const { lit_when == LitWhen::high ? gpio::raise(pin) : gpio::lower(pin); }
  /// Darkens it. Context: any. Fails: never. Checks: none. Time: one store.
  void turn_off() const { lit_when == LitWhen::high ? gpio::lower(pin) : gpio::raise(pin); }
};

}  // namespace cane::bcm283x
