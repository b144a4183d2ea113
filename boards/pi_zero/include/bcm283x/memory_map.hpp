#pragma once
// Where the BCM2835 puts what the shared drivers need. [BCM2835 ARM Peripherals 1.2.2, 1.2.4]

#include <cstdint>

namespace cane::bcm283x::memory_map {

inline constexpr std::uintptr_t peripherals = 0x2000'0000;

// RAM as the GPU addresses it: the alias that goes through its L2 cache, which on this chip serves the ARM as well.
inline constexpr std::uint32_t bus_alias = 0x4000'0000;

}  // namespace cane::bcm283x::memory_map
