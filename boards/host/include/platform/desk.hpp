#pragma once
// The knobs of the desk's board: who turns the clock, what interrupts, where the console's text is. For tests; the kernel
// never includes this.

#include <cane/interrupt.hpp>
#include <cstdint>
#include <optional>
#include <string>

namespace cane::platform::desk {

inline constexpr unsigned interrupt_lines = 32;

// Power-on with a counter of that frequency, standing at `ticks`. The console's text is kept for console() from now on;
// before the first call it goes to the standard output.
void reset(std::uint32_t frequency, std::uint64_t ticks);

// Turns the clock forward and takes the alarm if it is due and interrupts are not masked. Never back.
void turn_clock_to(std::uint64_t ticks);

// Every reading of the clock finds it that much later than the one before: time passes in the midst of calls.
void set_ticks_per_reading(std::uint64_t ticks);

// The instant the alarm is set for.
[[nodiscard]] std::optional<std::uint64_t> alarm();

// One interrupt of that line, when it is enabled and interrupts are not masked.
void raise(InterruptLine line);

// An interrupt that nothing asked for: no source is pending when the board looks.
void raise_spurious();

// What was printed since reset().
[[nodiscard]] std::string& console();

}  // namespace cane::platform::desk
