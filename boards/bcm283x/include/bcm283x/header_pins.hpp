#pragma once
// The 40-pin header, which both boards have: which GPIO is behind which pin. [raspberrypi.com, GPIO and the 40-pin header]

#include <bcm283x/gpio.hpp>
#include <cstdint>

namespace cane::bcm283x {

namespace detail {
inline constexpr std::uint8_t no_gpio = 0xFF;
// In the order of the pins, odd and even side by side as on the board; pin 1 is at the end with the SD card.
inline constexpr std::uint8_t gpio_of_pin[40] = {
    no_gpio, no_gpio, 2,  no_gpio, 3,  no_gpio, 4,       14, no_gpio, 15,       //  1–10
    17,      18,      27, no_gpio, 22, 23,      no_gpio, 24, 10,      no_gpio,  // 11–20
    9,       25,      11, 8,       no_gpio, 7,       0,  1,  5,       no_gpio,  // 21–30
    6,       12,      13, no_gpio, 19, 16,      26,      20, no_gpio, 21,       // 31–40
};

// Never defined, and not constexpr: calling them at compile time is an error that carries their name.
void the_header_has_pins_1_to_40();
void this_pin_is_power_or_ground();
}  // namespace detail

/// The GPIO behind a pin of the header, by the number printed on the board: header_pin(7) is GPIO 4. A pin that is power,
/// ground or not there does not compile.
/// Context: any. Fails: never. Checks: at compile time. Time: none.
[[nodiscard]] consteval Pin header_pin(unsigned number) {
  if (number < 1 || number > 40) detail::the_header_has_pins_1_to_40();
  if (detail::gpio_of_pin[number - 1] == detail::no_gpio) detail::this_pin_is_power_or_ground();
  return detail::gpio_of_pin[number - 1];
}

}  // namespace cane::bcm283x
