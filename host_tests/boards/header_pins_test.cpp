// The header's numbering, against the pins that the rest of the project names both ways.

#include <gtest/gtest.h>
#include <bcm283x/header_pins.hpp>
#include <set>

namespace cane::bcm283x {
namespace {

static_assert(header_pin(3) == 2 && header_pin(5) == 3);
static_assert(header_pin(7) == 4 && header_pin(26) == 7);
static_assert(header_pin(8) == 14 && header_pin(10) == 15);
static_assert(header_pin(11) == 17 && header_pin(12) == 18);
static_assert(header_pin(19) == 10 && header_pin(21) == 9 && header_pin(23) == 11);
static_assert(header_pin(40) == 21 && header_pin(37) == 26);

TEST(HeaderPins, CarryEachOfGpio0To27Once) {
  std::multiset<unsigned> found;
  for (const unsigned pin : detail::gpio_of_pin) {
    if (pin != detail::no_gpio) found.insert(pin);
  }
  std::multiset<unsigned> expected;
  for (unsigned pin = 0; pin < 28; ++pin) expected.insert(pin);
  EXPECT_EQ(found, expected);
}

TEST(HeaderPins, HaveNoGpioAtPowerAndGround) {
  for (const unsigned number : {1U, 2U, 4U, 6U, 9U, 14U, 17U, 20U, 25U, 30U, 34U, 39U}) {
    EXPECT_EQ(detail::gpio_of_pin[number - 1], detail::no_gpio) << "pin " << number;
  }
}

}  // namespace
}  // namespace cane::bcm283x
