// The Raspberry Pi Zero behind the board contract: which driver does what. Decides nothing that both boards share.

#include <arch/boot_record.hpp>
#include <bcm283x/board_support.hpp>
#include <bcm283x/dispatch.hpp>
#include <bcm283x/interrupt_controller.hpp>
#include <board.hpp>
#include <cane/check.hpp>
#include <platform/platform.hpp>
#include <port/upcalls.hpp>

namespace cane::platform {

namespace {

constinit bcm283x::SystemTimerAlarm alarm;

// The compare's line is the kernel's; the rest of the controller's lines are anybody's.
constexpr bool is_free(InterruptLine line) {
  return bcm283x::line::is_shared(line) && line != bcm283x::line::system_timer_3;
}

void refuse(InterruptLine line, const void* place) {
  detail::misuse(Call::attach_interrupt, Misuse::out_of_range,
                 reinterpret_cast<const void*>(static_cast<std::uintptr_t>(line)), place);
}

void answer_alarm(void*) {
  if (alarm.handle_interrupt()) cane_alarm();
}

}  // namespace

void initialise() {
  bcm283x::interrupt_controller::disable_all();
  alarm.initialise();
  bcm283x::bring_up_pins();
  board::activity_led.initialise();
  bcm283x::bring_up_console();
  bcm283x::print_first_line(board::name, arch::boot_record.entry_mode());
  bcm283x::interrupt_handlers.attach(bcm283x::line::system_timer_3, answer_alarm, nullptr);
  bcm283x::interrupt_controller::enable(bcm283x::line::system_timer_3);
}

void set_alarm(std::uint64_t ticks) { alarm.set(ticks); }

void cancel_alarm() { alarm.cancel(); }

void dispatch_interrupt() { bcm283x::dispatch_shared_line(bcm283x::interrupt_handlers); }

void attach_interrupt(InterruptLine line, interrupt::Handler handler, void* context) {
  if (!is_free(line)) return refuse(line, __builtin_return_address(0));
  bcm283x::interrupt_handlers.attach(line, handler, context);
}

void enable_interrupt(InterruptLine line) {
  if (!is_free(line)) return refuse(line, __builtin_return_address(0));
  bcm283x::interrupt_controller::enable(line);
}

void disable_interrupt(InterruptLine line) {
  if (!is_free(line)) return refuse(line, __builtin_return_address(0));
  bcm283x::interrupt_controller::disable(line);
}

void console_write(std::string_view text) { bcm283x::uart0.write(text); }

// A fault before the console is up still gets its words out.
void console_write_now(std::string_view text) {
  if (!bcm283x::uart0.is_configured()) bcm283x::bring_up_console();
  bcm283x::uart0.write_now(text);
}

void finish(std::uint32_t status) { bcm283x::end_run(status); }

}  // namespace cane::platform
