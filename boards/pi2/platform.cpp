// The Raspberry Pi 2 behind the board contract: which driver does what. Decides nothing that both boards share.

#include "local_interrupts.hpp"

#include <arch/boot_record.hpp>
#include <bcm283x/board_support.hpp>
#include <bcm283x/dispatch.hpp>
#include <bcm283x/interrupt_controller.hpp>
#include <bit>
#include <board.hpp>
#include <cane/check.hpp>
#include <platform/platform.hpp>
#include <port/upcalls.hpp>

namespace cane::platform {

namespace {

void refuse(InterruptLine line, const void* place) {
  detail::misuse(Call::attach_interrupt, Misuse::out_of_range,
                 reinterpret_cast<const void*>(static_cast<std::uintptr_t>(line)), place);
}

void dispatch_local_line(std::uint32_t sources) {
  const InterruptLine line{bcm283x::line::first_local_line + 31 -
                           static_cast<std::uint32_t>(std::countl_zero(sources))};
  if (!bcm283x::interrupt_handlers.run(line)) local_interrupts::disable(line);
}

}  // namespace

void initialise() {
  generic_timer::disarm();
  local_interrupts::initialise();
  bcm283x::interrupt_controller::disable_all();
  bcm283x::bring_up_pins();
  board::activity_led.initialise();
  bcm283x::bring_up_console();
  bcm283x::print_first_line(board::name, arch::boot_record.entry_mode());
  generic_timer::check_rate();
  local_interrupts::enable_virtual_timer();
}

// The kernel's alarm first, then the lines of the shared controller, then the core's others. No source at all is common on
// this chip: a level that went down between the interrupt and here. Bits beyond the last source are reserved, and whatever
// they read as is nobody's line. [QA7 4.10]
void dispatch_interrupt() {
  const std::uint32_t sources = local_interrupts::pending();
  if ((sources & local_interrupts::virtual_timer_source) != 0) {
    generic_timer::disarm();
    return cane_alarm();
  }
  if ((sources & local_interrupts::gpu_source) != 0) return bcm283x::dispatch_shared_line(bcm283x::interrupt_handlers);
  const std::uint32_t others = sources & ((1U << bcm283x::line::local_lines) - 1);
  if (others != 0) dispatch_local_line(others);
}

void attach_interrupt(InterruptLine line, interrupt::Handler handler, void* context) {
  if (!bcm283x::line::is_shared(line) && !local_interrupts::is_free(line)) {
    return refuse(line, __builtin_return_address(0));
  }
  bcm283x::interrupt_handlers.attach(line, handler, context);
}

void enable_interrupt(InterruptLine line) {
  if (bcm283x::line::is_shared(line)) return bcm283x::interrupt_controller::enable(line);
  if (local_interrupts::is_free(line)) return local_interrupts::enable(line);
  refuse(line, __builtin_return_address(0));
}

void disable_interrupt(InterruptLine line) {
  if (bcm283x::line::is_shared(line)) return bcm283x::interrupt_controller::disable(line);
  if (local_interrupts::is_free(line)) return local_interrupts::disable(line);
  refuse(line, __builtin_return_address(0));
}

void console_write(std::string_view text) { bcm283x::uart0.write(text); }

// A fault before the console is up still gets its words out.
void console_write_now(std::string_view text) {
  if (!bcm283x::uart0.is_configured()) bcm283x::bring_up_console();
  bcm283x::uart0.write_now(text);
}

void finish(std::uint32_t status) { bcm283x::end_run(status); }

}  // namespace cane::platform
