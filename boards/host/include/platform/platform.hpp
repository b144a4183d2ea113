#pragma once
// The board contract on the desk: what port/platform.hpp asks for, with a clock that somebody turns by hand. The knobs are
// in <platform/desk.hpp>.

#include <cane/interrupt.hpp>
#include <cstdint>
#include <string_view>

namespace cane::platform {

void initialise();

std::uint64_t ticks_now();
std::uint32_t tick_frequency();
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
