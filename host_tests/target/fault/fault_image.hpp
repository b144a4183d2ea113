#pragma once
// Where a fault is made: in a thread "worker", or in a handler that interrupts it. Getting past it fails the run.

#include "harness.hpp"

namespace fault {

// Runs `act` in the thread "worker"; survives for as long as the watchdog lets it.
void in_thread(void (*act)());

// Runs `act` in the handler of the software interrupt, which interrupts the thread "worker".
void in_handler(void (*act)());

// The stack of "worker".
inline constexpr std::size_t stack_bytes = 4096;
[[nodiscard]] cane::Stack<stack_bytes>& worker_stack();

}  // namespace fault
