#pragma once
// Page tables where the Cortex-A7 differs: memory is shared among four cores, the table walk is coherent with the data
// cache (ID_MMFR3 says so), and forgetting a translation is told to every core.
// [ARM DDI 0406C B4.1.154 TTBR0, B4.2.2 TLB maintenance; Cortex-A7 MPCore TRM 5.2, 4.3.13]

#include <arch/barrier.hpp>
#include <cstdint>

namespace cane::arch {

inline constexpr bool memory_is_shared = true;

// TTBR0's low bits: the walk is cacheable write-back write-allocate, inner (IRGN = 01, bit 6) and outer (RGN = 01, bit
// 3), and shareable (bit 1).
inline constexpr std::uint32_t table_walk_attributes = 1U << 6 | 1U << 3 | 1U << 1;

// Makes a changed entry visible to the walk.
inline void publish_table_entry(const std::uint32_t*) { data_synchronization_barrier(); }

// Forgets every translation (on this core: at start-up the others have none), and one on all cores (TLBIMVAAIS).
// Counts after a barrier.
inline void invalidate_all_translations() {
  asm volatile("mcr p15, 0, %0, c8, c7, 0\n\tmcr p15, 0, %0, c7, c5, 6" ::"r"(0) : "memory");
}
inline void invalidate_translation(std::uintptr_t page) {
  asm volatile("mcr p15, 0, %0, c8, c3, 3" ::"r"(page) : "memory");
}

}  // namespace cane::arch
