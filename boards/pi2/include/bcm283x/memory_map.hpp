#pragma once
// Where the BCM2836 puts what the shared drivers need. [BCM2835 ARM Peripherals 1.2, moved; BCM2836 QA7 2]

#include <cstdint>

namespace cane::bcm283x::memory_map {

inline constexpr std::uintptr_t peripherals = 0x3F00'0000;
inline constexpr std::uintptr_t local_peripherals = 0x4000'0000;

// RAM as the GPU addresses it: the alias that goes past its L2 cache, which on this chip is not the ARM's.
inline constexpr std::uint32_t bus_alias = 0xC000'0000;

}  // namespace cane::bcm283x::memory_map
