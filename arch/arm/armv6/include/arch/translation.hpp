#pragma once
// Page tables where the ARM1176 differs: memory is not shared, and the table walk does not look into the data cache.
// With the shareable bit the exclusive stores of this processor fail for ever. [ARM1176JZF-S TRM 3.2.17, 6.5.1, 6.6.2]

#include <arch/barrier.hpp>
#include <cstdint>

namespace cane::arch {

inline constexpr bool memory_is_shared = false;

// TTBR0's low bits: the walk reads memory uncached.
inline constexpr std::uint32_t table_walk_attributes = 0;

// Makes a changed entry visible to the walk.
inline void publish_table_entry(const std::uint32_t* entry) { clean_data_cache_range(entry, sizeof *entry); }

// Forgets every translation, and one; with it the branch predictions made under it. Counts after a barrier.
inline void invalidate_all_translations() {
  asm volatile("mcr p15, 0, %0, c8, c7, 0\n\tmcr p15, 0, %0, c7, c5, 6" ::"r"(0) : "memory");
}
inline void invalidate_translation(std::uintptr_t page) {
  asm volatile("mcr p15, 0, %0, c8, c7, 1" ::"r"(page) : "memory");
}

}  // namespace cane::arch
