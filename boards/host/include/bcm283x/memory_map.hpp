#pragma once
// Where the shared drivers find their peripherals on the desk: the addresses of the Raspberry Pi Zero, each answered by
// whatever model is attached to the recorder.

#include <cstdint>

namespace cane::bcm283x::memory_map {

inline constexpr std::uintptr_t peripherals = 0x2000'0000;
inline constexpr std::uint32_t bus_alias = 0x4000'0000;

}  // namespace cane::bcm283x::memory_map
