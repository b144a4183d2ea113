#pragma once
// The bare change of stacks, made twice: a few instructions where this folder has them (switch_x86_64.S), the C library's
// contexts everywhere else (switch_ucontext.cpp). CMake chooses. Private to arch/host.

#include <cstddef>

namespace cane::arch {

// Stops here, leaving in `*stopped` what a later call needs to come back, and goes on where `next` was stopped.
extern "C" void cane_switch_stacks(void** stopped, void* next);

// Something to go on with for the first time: `begin()`, which never returns, on the stack of `bytes` at `low_end`.
void* prepare_stack(std::byte* low_end, std::size_t bytes, void (*begin)());

}  // namespace cane::arch
