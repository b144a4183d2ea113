#pragma once
// The board contract on the Raspberry Pi 2: what port/platform.hpp asks for. The clock and the alarm are the core's own
// virtual timer: 19.2 MHz on the board, 62.5 MHz in QEMU.

#include <cane/interrupt.hpp>
#include <cstdint>
#include <platform/generic_timer.hpp>
#include <string_view>

namespace cane::platform {

void initialise();

inline std::uint64_t ticks_now() { return generic_timer::count(); }
inline std::uint32_t tick_frequency() { return generic_timer::frequency(); }
inline void set_alarm(std::uint64_t ticks) { generic_timer::arm(ticks); }
inline void cancel_alarm() { generic_timer::disarm(); }

void dispatch_interrupt();
void attach_interrupt(InterruptLine line, interrupt::Handler handler, void* context);
void enable_interrupt(InterruptLine line);
void disable_interrupt(InterruptLine line);

void console_write(std::string_view text);
void console_write_now(std::string_view text);
[[noreturn]] void finish(std::uint32_t status);

}  // namespace cane::platform
