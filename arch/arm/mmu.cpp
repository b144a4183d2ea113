// The memory map: every byte at its own address, and nothing allowed that is not needed. Owns the page tables.
//
//   0 .. 0x7FFF        nothing: a null pointer faults
//   .text              read, execute
//   .rodata            read
//   .data .. the end   read, write; guard pages below stacks are holes
//   devices            read, write, uncached and in order
//   all else           nothing
//
// The image is mapped in pages of 4 KiB, devices in sections of 1 MiB: ARM's short descriptors, one domain, no
// unprivileged access yet. The level 2 tables lie side by side from address 0 on, so the entry of a page is
// level2[address / 4096]. Must never use a variable in .bss: it runs before that is cleared. [ARM DDI 0406C B3.5;
// ARM1176JZF-S TRM 6.11]

#include <arch/mmu.hpp>
#include <arch/translation.hpp>
#include <cane/check.hpp>

#include <cstddef>
#include <initializer_list>

extern "C" {
extern std::byte __text_start[], __text_end[];
extern std::byte __rodata_start[], __rodata_end[];
extern std::byte __data_start[], __image_end[];
extern std::byte __boot_stack_guard[], __irq_stack_guard[], __abort_stack_guard[], __undefined_stack_guard[],
    __fiq_stack_guard[];
extern std::byte __peripherals_start[], __peripherals_end[];
extern std::byte __local_peripherals_start[], __local_peripherals_end[];
extern std::uint32_t __level1_table[], __level2_tables[], __level2_tables_end[];
}

namespace cane::arch {

namespace {

constexpr std::uintptr_t page_bytes = 4096;
constexpr std::uintptr_t section_bytes = 1U << 20;
constexpr std::uintptr_t level2_table_bytes = 1024;
constexpr std::size_t level1_entries = 4096;

// Level 1: what the two low bits say, and the fields of a section.
constexpr std::uint32_t kind_mask = 3;
constexpr std::uint32_t level1_table = 1;
constexpr std::uint32_t level1_section = 2;
constexpr std::uint32_t section_execute_never = 1U << 4;
constexpr std::uint32_t section_privileged_read_write = 1U << 10;
constexpr std::uint32_t section_shared_device = 1U << 2;  // TEX 000, C 0, B 1

// Level 2: the fields of a small page.
constexpr std::uint32_t page_small = 2;
constexpr std::uint32_t page_execute_never = 1U << 0;
constexpr std::uint32_t page_privileged = 1U << 4;                      // AP 01: privileged code alone
constexpr std::uint32_t page_read_only = 1U << 9;                       // APX
constexpr std::uint32_t page_write_back = 1U << 6 | 1U << 3 | 1U << 2;  // TEX 001, C 1, B 1: write-back, write-allocate
constexpr std::uint32_t page_shared = memory_is_shared ? 1U << 10 : 0;
constexpr std::uint32_t page_memory = page_small | page_write_back | page_shared | page_privileged;

constexpr std::uint32_t code_page = page_memory | page_read_only;
constexpr std::uint32_t constant_page = page_memory | page_read_only | page_execute_never;
constexpr std::uint32_t data_page = page_memory | page_execute_never;

// No translation, with a mark of ours in the bits that the processor ignores then.
constexpr std::uint32_t no_page = 0;
constexpr std::uint32_t guard_page = 0x47554100;

// SCTLR: MMU, data cache, branch prediction, instruction cache.
constexpr std::uint32_t control_everything_on = 1U << 0 | 1U << 2 | 1U << 11 | 1U << 12;

std::uintptr_t address_of(const void* symbol) { return reinterpret_cast<std::uintptr_t>(symbol); }

std::uint32_t* entry_of_page(std::uintptr_t address) { return &__level2_tables[address / page_bytes]; }

bool has_page_entry(std::uintptr_t address) { return entry_of_page(address) < __level2_tables_end; }

void clear_tables() {
  for (std::size_t index = 0; index < level1_entries; ++index) __level1_table[index] = no_page;
  for (std::uint32_t* entry = __level2_tables; entry < __level2_tables_end; ++entry) *entry = no_page;
}

// Hangs the level 2 tables, each of which describes 1 MiB, into the level 1 table from address 0 on.
void link_tables() {
  std::uint32_t* level1 = __level1_table;
  for (auto table = address_of(__level2_tables); table < address_of(__level2_tables_end); table += level2_table_bytes)
    *level1++ = table | level1_table;
}

void map_pages(const void* start, const void* end, std::uint32_t attributes) {
  std::uint32_t* entry = entry_of_page(address_of(start));
  for (auto page = address_of(start); page < address_of(end); page += page_bytes) *entry++ = page | attributes;
}

void map_devices(const void* start, const void* end) {
  for (auto section = address_of(start); section < address_of(end); section += section_bytes)
    __level1_table[section / section_bytes] =
        section | level1_section | section_execute_never | section_privileged_read_write | section_shared_device;
}

void build_tables() {
  clear_tables();
  link_tables();
  map_pages(__text_start, __text_end, code_page);
  map_pages(__rodata_start, __rodata_end, constant_page);
  map_pages(__data_start, __image_end, data_page);
  map_devices(__peripherals_start, __peripherals_end);
  map_devices(__local_peripherals_start, __local_peripherals_end);
  for (std::byte* guard :
       {__boot_stack_guard, __irq_stack_guard, __abort_stack_guard, __undefined_stack_guard, __fiq_stack_guard})
    *entry_of_page(address_of(guard)) = guard_page;
}

// The tables were written with the data cache off and are in memory once the barrier is through; nothing needs
// cleaning.
void use_tables() {
  constexpr std::uint32_t domain0_obeys_the_tables = 1;
  constexpr std::uint32_t ttbr0_alone_short_descriptors = 0;
  data_synchronization_barrier();
  invalidate_all_translations();
  asm volatile("mcr p15, 0, %0, c3, c0, 0" ::"r"(domain0_obeys_the_tables));                            // DACR
  asm volatile("mcr p15, 0, %0, c2, c0, 2" ::"r"(ttbr0_alone_short_descriptors));                       // TTBCR
  asm volatile("mcr p15, 0, %0, c2, c0, 0" ::"r"(address_of(__level1_table) | table_walk_attributes));  // TTBR0
  asm volatile("mcr p15, 0, %0, c2, c0, 1" ::"r"(0));                                                   // TTBR1
  data_synchronization_barrier();
  instruction_synchronization_barrier();
}

void switch_everything_on() {
  std::uint32_t control;
  asm volatile("mrc p15, 0, %0, c1, c0, 0" : "=r"(control));
  asm volatile("mcr p15, 0, %0, c1, c0, 0" ::"r"(control | control_everything_on) : "memory");
  instruction_synchronization_barrier();
}

PageAccess access_of_section(std::uint32_t entry) { return {true, true, (entry & section_execute_never) == 0, true}; }

PageAccess access_of_page(std::uint32_t entry) {
  if ((entry & page_small) == 0) return {};
  return {true, (entry & page_read_only) == 0, (entry & page_execute_never) == 0, false};
}

}  // namespace

void enable_memory_map() {
  build_tables();
  use_tables();
  switch_everything_on();
}

void protect_guard_page(void* page) {
  const std::uintptr_t address = address_of(page);
  std::uint32_t* const entry = entry_of_page(address);
  if (has_page_entry(address) && *entry == guard_page) return;
  const bool is_start_of_data_page = has_page_entry(address) && *entry == (address | data_page);
  if (!is_start_of_data_page)
    return cane::detail::misuse(Call::thread_start, Misuse::bad_stack, page, __builtin_return_address(0));
  *entry = guard_page;
  publish_table_entry(entry);
  invalidate_translation(address);
  data_synchronization_barrier();
  instruction_synchronization_barrier();
}

bool is_guard_page(std::uintptr_t address) { return has_page_entry(address) && *entry_of_page(address) == guard_page; }

PageAccess page_access(std::uintptr_t address) {
  const std::uint32_t entry = __level1_table[address / section_bytes];
  switch (entry & kind_mask) {
    case level1_section: return access_of_section(entry);
    case level1_table: return access_of_page(*entry_of_page(address));
    default: return {};
  }
}

}  // namespace cane::arch
