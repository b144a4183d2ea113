#pragma once
// Memory protection as the rest of the system sees it: guard pages, and what may be done at an address.
// The map itself is built once, before anything else runs; see mmu.cpp.

#include <cstdint>

namespace cane::arch {

// What the page tables allow the kernel and its threads at one address.
struct PageAccess {
  bool readable;
  bool writable;
  bool executable;
  bool device;  // uncached, in order, without speculation

  bool operator==(const PageAccess&) const = default;
};

// Builds the page tables and switches MMU, caches and branch prediction on. Once, at boot, after invalidate_caches().
void enable_memory_map();

// Unmaps the page that `page` is the first byte of, so that any access faults; a load and a compare when it already is.
// Only pages of the image that are data: anything else stops with a misuse report.
void protect_guard_page(void* page);

// True if `address` lies in a page that was unmapped as a guard, here or at boot.
[[nodiscard]] bool is_guard_page(std::uintptr_t address);

// Reads the page tables as the processor would.
[[nodiscard]] PageAccess page_access(std::uintptr_t address);

}  // namespace cane::arch
