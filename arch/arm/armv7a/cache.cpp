// The Cortex-A7's caches at start-up: level 1 for data and instructions in each core, level 2 shared by all. Whole
// caches are walked by set and way here, as ARMv7 wants it. [ARM DDI 0406C B2.2.6, B4.1.19 CCSIDR, B4.1.20 CLIDR]

#include <arch/barrier.hpp>
#include <cache.hpp>

#include <bit>
#include <cstdint>

namespace cane::arch {

namespace {

constexpr std::uint32_t part_number_cortex_a7 = 0xC07;
constexpr std::uint32_t auxiliary_control_smp = 1U << 6;

std::uint32_t part_number() {
  std::uint32_t main_id;
  asm("mrc p15, 0, %0, c0, c0, 0" : "=r"(main_id));
  return main_id >> 4 & 0xFFF;
}

// Joins the core to the coherent cluster, which must come before any cache is used or maintained. Only on the
// Cortex-A7: later boards that load the same image have a Cortex-A53, whose bit is elsewhere and set by its firmware.
// Only if it is not set: without the firmware's permission the write is ignored. [Cortex-A7 MPCore TRM 4.3.31, ACTLR]
void join_coherent_cluster() {
  if (part_number() != part_number_cortex_a7) return;
  std::uint32_t control;
  asm volatile("mrc p15, 0, %0, c1, c0, 1" : "=r"(control));
  if ((control & auxiliary_control_smp) == 0)
    asm volatile("mcr p15, 0, %0, c1, c0, 1" ::"r"(control | auxiliary_control_smp));
  instruction_synchronization_barrier();
}

struct Geometry {
  std::uint32_t line_shift;  // log2 of the bytes in a line
  std::uint32_t ways;
  std::uint32_t sets;
};

Geometry geometry_of_data_cache(std::uint32_t level) {
  asm volatile("mcr p15, 2, %0, c0, c0, 0" ::"r"(level << 1));  // CSSELR: data or unified cache of this level
  instruction_synchronization_barrier();
  std::uint32_t size;
  asm volatile("mrc p15, 1, %0, c0, c0, 0" : "=r"(size));  // CCSIDR
  return {(size & 7) + 4, (size >> 3 & 0x3FF) + 1, (size >> 13 & 0x7FFF) + 1};
}

// The way number stands at the top of the operand, the set above the bits of the line, the level in bits 1 to 3.
void invalidate_data_cache_level(std::uint32_t level) {
  const Geometry cache = geometry_of_data_cache(level);
  const int way_shift = std::countl_zero(cache.ways - 1);  // 32 for a single way, whose number is 0 anyway
  for (std::uint32_t way = 0; way < cache.ways; ++way) {
    const std::uint32_t way_field = way == 0 ? 0 : way << way_shift;
    for (std::uint32_t set = 0; set < cache.sets; ++set)
      asm volatile("mcr p15, 0, %0, c7, c6, 2" ::"r"(way_field | set << cache.line_shift | level << 1)
                   : "memory");  // DCISW
  }
  // Erratum 814220: work on one level may overtake work on another; a barrier between levels keeps the order.
  data_synchronization_barrier();
}

// From the level farthest from memory to the point of coherency.
void invalidate_data_caches() {
  std::uint32_t levels;
  asm("mrc p15, 1, %0, c0, c0, 1" : "=r"(levels));  // CLIDR
  const std::uint32_t level_of_coherency = levels >> 24 & 7;
  for (std::uint32_t level = 0; level < level_of_coherency; ++level) {
    const std::uint32_t kind = levels >> (3 * level) & 7;
    if (kind >= 2) invalidate_data_cache_level(level);  // 2: data, 3: both, 4: unified
  }
}

}  // namespace

void invalidate_caches() {
  join_coherent_cluster();
  asm volatile(
      "mcr p15, 0, %0, c7, c5, 0\n\t"  // ICIALLU
      "mcr p15, 0, %0, c7, c5, 6"      // BPIALL
      ::"r"(0)
      : "memory");
  invalidate_data_caches();
  instruction_synchronization_barrier();
}

}  // namespace cane::arch
