#pragma once
// The board contract: what a board must provide for the kernel to run on it, documented once and checked by check.cpp.
// boards/pi_zero, boards/pi2 and boards/host each provide it in <platform/platform.hpp> and <platform/pins.hpp>, chosen by
// the include path.
//
//   void initialise()                 every interrupt source off, clock and console up; once, before main()
//   uint64_t ticks_now()              a free-running counter that never wraps in use
//   uint32_t tick_frequency()         its rate in Hz, known after initialise()
//   void set_alarm(uint64_t ticks)    one interrupt at or after that instant; in the past: at once; replaces the last one.
//                                     The interrupt ends in the upcall cane_alarm(), after the board has silenced it
//   void cancel_alarm()
//   void dispatch_interrupt()         in handler context: run the handler of one pending source; none pending: return
//   attach_interrupt / enable_interrupt / disable_interrupt
//   void console_write(string_view)   thread context or boot; console_write_now: any context, with everything broken
//   [[noreturn]] void finish(status)  send what is printed, then end the run
//   struct SwitchPin, initialise(SwitchPin&), toggle(SwitchPin&), pulse_marker()

#include <cane/interrupt.hpp>
#include <concepts>
#include <cstdint>
#include <platform/pins.hpp>
#include <platform/platform.hpp>
#include <string_view>

namespace cane::port {

template <class Ticks>
concept BoardContract = requires(Ticks ticks,
                                 InterruptLine line,
                                 interrupt::Handler handler,
                                 void* context,
                                 std::string_view text,
                                 platform::SwitchPin& pin) {
  { platform::initialise() } -> std::same_as<void>;
  { platform::ticks_now() } -> std::same_as<Ticks>;
  { platform::tick_frequency() } -> std::same_as<std::uint32_t>;
  { platform::set_alarm(ticks) } -> std::same_as<void>;
  { platform::cancel_alarm() } -> std::same_as<void>;
  { platform::dispatch_interrupt() } -> std::same_as<void>;
  { platform::attach_interrupt(line, handler, context) } -> std::same_as<void>;
  { platform::enable_interrupt(line) } -> std::same_as<void>;
  { platform::disable_interrupt(line) } -> std::same_as<void>;
  { platform::console_write(text) } -> std::same_as<void>;
  { platform::console_write_now(text) } -> std::same_as<void>;
  { platform::finish(std::uint32_t{}) } -> std::same_as<void>;
  { platform::initialise(pin) } -> std::same_as<void>;
  { platform::toggle(pin) } -> std::same_as<void>;
  { platform::pulse_marker() } -> std::same_as<void>;
};

}  // namespace cane::port
