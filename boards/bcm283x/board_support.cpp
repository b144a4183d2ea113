// Bringing up what both boards have in common. Runs once, before main(), with interrupts masked.

#include <bcm283x/board_support.hpp>
#include <bcm283x/gpio.hpp>
#include <bcm283x/interrupt_controller.hpp>
#include <cane/print.hpp>
#include <platform/pins.hpp>

namespace cane::bcm283x {

constinit Pl011 uart0;
constinit PropertyMailbox firmware{memory_map::bus_alias};
constinit HandlerTable interrupt_handlers;

namespace {

constexpr Pin console_transmit = 14;  // pin 8 of the header
constexpr Pin console_receive = 15;   // pin 10

// The same UART on the pins of the Bluetooth chip, where some boards have one. Two inputs to one receiver do not work.
constexpr Pin bluetooth_transmit = 32;
constexpr Pin bluetooth_receive = 33;

// What the card's config.txt asks firmware for. Used when firmware does not say.
constexpr std::uint32_t usual_uart_clock = 48'000'000;

// The receiver's pin is pulled to the level of an idle line: with no cable on the header it would float, and noise would
// come in as characters and interrupts. Firmware's own set-up and Linux do the same. [BCM2835 ARM Peripherals 6.1]
void connect_console_pins() {
  gpio::select_function(bluetooth_transmit, PinFunction::input);
  gpio::select_function(bluetooth_receive, PinFunction::input);
  gpio::set_pull(console_transmit, PinPull::off);
  gpio::set_pull(console_receive, PinPull::up);
  gpio::select_function(console_transmit, PinFunction::alt0);
  gpio::select_function(console_receive, PinFunction::alt0);
}

void print_clock(std::string_view name, FirmwareClock clock) {
  if (const auto rate = firmware.clock_rate(clock)) {
    print(name, *rate, "Hz");
  } else {
    print(name, "? (", to_string(rate.error()), ")");
  }
}

}  // namespace

void bring_up_pins() {
  gpio::lower_mask(platform::switch_pins | platform::marker_pin);
  for (Pin pin = 0; pin < 32; ++pin) {
    const bool is_kernels = ((platform::switch_pins | platform::marker_pin) & gpio::pin_bit(pin)) != 0;
    if (is_kernels) gpio::select_function(pin, PinFunction::output);
  }
}

void bring_up_console() {
  connect_console_pins();
  (void)is_emulated();
  const std::uint32_t clock = firmware.clock_rate(FirmwareClock::uart).value_or(usual_uart_clock);
  if (!uart0.configure(clock, console_rate)) (void)uart0.configure(usual_uart_clock, console_rate);
  interrupt_handlers.attach(line::pl011, [](void*) { uart0.handle_interrupt(); }, nullptr);
  interrupt_controller::enable(line::pl011);
}

void print_first_line(std::string_view board, std::string_view entry_mode) {
  print("cane: ", board, " ", entry_mode);
  if (const auto memory = firmware.arm_memory()) {
    print(" memory=", memory->bytes >> 20, "MiB");
  } else {
    print(" memory=? (", to_string(memory.error()), ")");
  }
  print_clock(" clock arm=", FirmwareClock::arm);
  print_clock(" uart=", FirmwareClock::uart);
  print("\n");
  uart0.flush();
}

}  // namespace cane::bcm283x
