#pragma once
// Order and caches on the ARM1176: CP15 operations where later processors have instructions. [ARM1176JZF-S TRM 3.2.22]
// Inline, for drivers and the kernel's hot paths; each of them is a compiler barrier as well.

#include <cstddef>
#include <cstdint>

namespace cane::arch {

inline constexpr std::size_t cache_line_bytes = 32;

// Memory accesses before it are observed before those after it. Between two peripherals, one before the first write to
// the next and one after the last read of the former.
[[gnu::always_inline]] inline void data_memory_barrier() {
  asm volatile("mcr p15, 0, %0, c7, c10, 5" ::"r"(0) : "memory");
}

// Nothing after it begins before every memory access and cache operation before it has ended.
[[gnu::always_inline]] inline void data_synchronization_barrier() {
  asm volatile("mcr p15, 0, %0, c7, c10, 4" ::"r"(0) : "memory");
}

// Instructions after it are fetched anew: they see changed system registers, page tables and code.
[[gnu::always_inline]] inline void instruction_synchronization_barrier() {
  asm volatile("mcr p15, 0, %0, c7, c5, 4" ::"r"(0) : "memory");
}

// Sleeps until an interrupt is pending, masked or not. The WFI instruction does nothing on this processor.
[[gnu::always_inline]] inline void wait_for_interrupt() {
  data_synchronization_barrier();
  asm volatile("mcr p15, 0, %0, c7, c0, 4" ::"r"(0) : "memory");
}

// A hint for loops that wait for another observer; it does nothing on the processor itself and yields in an emulator.
[[gnu::always_inline]] inline void wait_for_event() { asm volatile("wfe" ::: "memory"); }

// Wakes those in wait_for_event(), and is as empty as that here.
[[gnu::always_inline]] inline void send_event() {}

[[gnu::always_inline]] inline std::uintptr_t cache_line_of(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address) & ~(cache_line_bytes - 1);
}

// Writes the range back to memory, for a device that will read it. Lasting once it returns.
inline void clean_data_cache_range(const void* begin, std::size_t size) {
  const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(begin) + size;
  for (std::uintptr_t line = cache_line_of(begin); line < end; line += cache_line_bytes)
    asm volatile("mcr p15, 0, %0, c7, c10, 1" ::"r"(line) : "memory");
  data_synchronization_barrier();
}

// Writes the range back and forgets it, for a device that will read and then write it.
inline void clean_invalidate_data_cache_range(void* begin, std::size_t size) {
  const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(begin) + size;
  for (std::uintptr_t line = cache_line_of(begin); line < end; line += cache_line_bytes)
    asm volatile("mcr p15, 0, %0, c7, c14, 1" ::"r"(line) : "memory");
  data_synchronization_barrier();
}

// Forgets the range, after a device has written it. Whatever else shares its first or last line is lost with it: a
// buffer for a device is aligned to cache_line_bytes and padded to whole lines.
inline void invalidate_data_cache_range(void* begin, std::size_t size) {
  const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(begin) + size;
  for (std::uintptr_t line = cache_line_of(begin); line < end; line += cache_line_bytes)
    asm volatile("mcr p15, 0, %0, c7, c6, 1" ::"r"(line) : "memory");
  data_synchronization_barrier();
}

}  // namespace cane::arch
