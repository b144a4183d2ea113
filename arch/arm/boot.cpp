// From a known processor to a machine that C++ can be trusted on: caches valid, memory mapped and protected, .bss zero.
// Owns the order of these steps and the record of how the machine was entered. Until the MMU is on, nothing here may
// use exclusive access (std::atomic), an unaligned access, or a variable that lies in .bss.

#include <arch/boot_record.hpp>
#include <arch/mmu.hpp>
#include <cache.hpp>
#include <port/upcalls.hpp>

#include <cstring>

extern "C" {
extern std::byte __bss_start[];
extern std::byte __bss_end[];
}

namespace cane::arch {

BootRecord boot_record;

namespace {

// After the MMU and not before: with the cache on, a hundred megabytes take a tenth of a second, without it many.
void clear_bss() { std::memset(__bss_start, 0, static_cast<std::size_t>(__bss_end - __bss_start)); }

}  // namespace

// Called by start.S with what _start found in its registers. On the boot stack, in SVC, everything masked.
extern "C" [[noreturn]] void cane_boot(std::uint32_t register0,
                                       std::uint32_t register1,
                                       std::uint32_t register2,
                                       std::uint32_t cpsr) {
  invalidate_caches();
  enable_memory_map();
  clear_bss();
  boot_record = {register0, register1, register2, cpsr};
  cane_kernel_start();
}

}  // namespace cane::arch
