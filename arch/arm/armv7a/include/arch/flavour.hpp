#pragma once
// What the Cortex-A7 needs to be told: nothing; its VFPv4 computes everything in hardware. [Cortex-A7 FPU TRM 2.1]

#include <cstdint>

namespace cane::arch {

inline constexpr std::uint32_t initial_fpscr = 0;

}  // namespace cane::arch
