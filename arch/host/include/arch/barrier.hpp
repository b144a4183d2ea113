#pragma once
// Order and caches on the desk, the twin of arch/arm's: one thread of one process sees its own stores in order and a
// coherent memory, so only the compiler is held back.

#include <cstddef>
#include <cstdint>

namespace cane::arch {

inline constexpr std::size_t cache_line_bytes = 64;

inline void data_memory_barrier() { asm volatile("" ::: "memory"); }
inline void data_synchronization_barrier() { asm volatile("" ::: "memory"); }
inline void instruction_synchronization_barrier() { asm volatile("" ::: "memory"); }

// Sleeps until an interrupt is pending, masked or not: the board says what that means. See interrupts.cpp.
void wait_for_interrupt();

inline void clean_data_cache_range(const void*, std::size_t) { data_synchronization_barrier(); }
inline void clean_invalidate_data_cache_range(void*, std::size_t) { data_synchronization_barrier(); }
inline void invalidate_data_cache_range(void*, std::size_t) { data_synchronization_barrier(); }

}  // namespace cane::arch
