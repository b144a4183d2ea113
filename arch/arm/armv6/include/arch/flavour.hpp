#pragma once
// What the ARM1176 needs to be told: its VFP11 hands denormals and other exceptional cases to support code, which there is
// none of; flush-to-zero with the default NaN ("RunFast") never does. [ARM1176JZF-S TRM 18.4, 20.4.2]

#include <cstdint>

namespace cane::arch {

inline constexpr std::uint32_t initial_fpscr = 1U << 25 | 1U << 24;  // DN, FZ

}  // namespace cane::arch
