#pragma once
// The board contract on the Raspberry Pi Zero: what port/platform.hpp asks for. The clock is the system timer, 1 MHz in
// 64 bits; the alarm is its compare 3.

#include <bcm283x/system_timer.hpp>
#include <cane/interrupt.hpp>
#include <cstdint>
#include <string_view>

namespace cane::platform {

void initialise();

inline std::uint64_t ticks_now() { return bcm283x::system_timer::ticks_now(); }
constexpr std::uint32_t tick_frequency() { return bcm283x::system_timer::frequency; }
void set_alarm(std::uint64_t ticks);
void cancel_alarm();

void dispatch_interrupt();
void attach_interrupt(InterruptLine line, interrupt::Handler handler, void* context);
void enable_interrupt(InterruptLine line);
void disable_interrupt(InterruptLine line);

void console_write(std::string_view text);
void console_write_now(std::string_view text);
[[noreturn]] void finish(std::uint32_t status);

}  // namespace cane::platform
