#pragma once
// The 40-pin header, which both boards have: which GPIO is behind which pin. [raspberrypi.com, GPIO and the 40-pin header]

#include <bcm283x/gpio.hpp>
#include <cstdint>

namespace cane::bcm283x {

namespace detail {
inline constexpr std::uint8_t no_gpio = 0xFF;
// In the order of the pins, as the board shows them: odd numbers left, even ones right, pin 1 at the end with the SD card.
// clang-format off
inline constexpr std::uint8_t gpio_of_pin[40] = {
    no_gpio, no_gpio,  //  1  2
    2,       no_gpio,  //  3  4
    3,       no_gpio,  //  5  6
    4,       14,       //  7  8
    no_gpio, 15,       //  9 10
    17,      18,       // 11 12
    27,      no_gpio,  // 13 14
    22,      23,       // 15 16
    no_gpio, 24,       // 17 18
    10,      no_gpio,  // 19 20
    9,       25,       // 21 22
    11,      8,        // 23 24
    no_gpio, 7,        // 25 26
    0,       1,        // 27 28
    5,       no_gpio,  // 29 30
    6,       12,       // 31 32
    13,      no_gpio,  // 33 34
    19,      16,       // 35 36
    26,      20,       // 37 38
    no_gpio, 21,       // 39 40
};
// clang-format on

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
