#pragma once
// What the glue of both boards shares: the one UART, mailbox and handler table, and the steps of bringing a board up that
// are the same on both. Called by boards/pi_zero and boards/pi2 only; applications use <board.hpp>.

#include <bcm283x/handler_table.hpp>
#include <bcm283x/pl011.hpp>
#include <bcm283x/property_mailbox.hpp>
#include <cstdint>
#include <string_view>

namespace cane::bcm283x {

extern constinit Pl011 uart0;
extern constinit PropertyMailbox firmware;
extern constinit HandlerTable interrupt_handlers;

inline constexpr std::uint32_t console_rate = 115'200;

// Makes the kernel's pins outputs.
void bring_up_pins();

// Connects the UART to the header, asks firmware for its clock and sets the rate; then its interrupt.
void bring_up_console();

// The first line on the console: `board` and how it was entered, memory and clocks. It has left when the call returns.
void print_first_line(std::string_view board, std::string_view entry_mode);

/// Is this an emulator, where a run ends with a verdict, or a board, where it goes on until the power is cut?
/// Context: any, after boot. Fails: never. Checks: none. Time: constant.
[[nodiscard]] bool is_emulated();

// Sends everything printed; then ends the emulator with `status`, or on a board stands still.
[[noreturn]] void end_run(std::uint32_t status);

}  // namespace cane::bcm283x
