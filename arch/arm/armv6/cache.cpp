// The ARM1176's caches at start-up: 16 KiB of instructions, 16 KiB of data, nothing behind them. Whole-cache operations
// exist on this processor alone; ARMv7 has sets and ways instead. [ARM1176JZF-S TRM 3.2.22, cache operations]

#include <cache.hpp>

namespace cane::arch {

namespace {

// Erratum 411920: invalidating the whole instruction cache can fail to; four times with interrupts masked, and then no
// branch for eleven instructions, succeeds. The caller has everything masked.
void invalidate_instruction_cache() {
  asm volatile(
      "mcr p15, 0, %0, c7, c5, 0\n\t"
      "mcr p15, 0, %0, c7, c5, 0\n\t"
      "mcr p15, 0, %0, c7, c5, 0\n\t"
      "mcr p15, 0, %0, c7, c5, 0\n\t"
      ".rept 11\n\t"
      "nop\n\t"
      ".endr" ::"r"(0)
      : "memory");
}

}  // namespace

void invalidate_caches() {
  invalidate_instruction_cache();
  asm volatile(
      "mcr p15, 0, %0, c7, c6, 0\n\t"   // the whole data cache, modified lines and all
      "mcr p15, 0, %0, c7, c5, 6\n\t"   // the branch target cache
      "mcr p15, 0, %0, c7, c10, 4\n\t"  // data synchronization barrier
      "mcr p15, 0, %0, c7, c5, 4"       // flush prefetch buffer
      ::"r"(0)
      : "memory");
}

}  // namespace cane::arch
