// Looks at the machine that boot has made, from inside, before any thread runs: modes and control registers, memory
// that must be zero, kept or protected, interrupt enables, the other cores. Prints what it sees, because the runs also
// expect how the machine was entered, and fails by the name of what is wrong.

#include "other_cores.hpp"

#include <arch/boot_record.hpp>
#include <arch/mmu.hpp>
#include <bcm283x/memory_map.hpp>
#include <cane/cane.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

extern "C" {
extern std::byte cane_vectors[];
extern std::byte __text_start[], __text_end[], __rodata_start[], __rodata_end[], __data_start[];
extern std::byte __stacks_end[], __bss_start[], __bss_end[], __page_tables_start[], __image_end[];
extern std::byte __boot_stack_guard[], __irq_stack_guard[], __abort_stack_guard[], __undefined_stack_guard[],
    __fiq_stack_guard[];
}

namespace {

using cane::arch::page_access;
using cane::arch::PageAccess;

constexpr std::size_t words_of_sample = 256 * 1024;

// A MiB that boot clears, one page it must not, and words that came with the image.
constinit std::uint32_t zeros[words_of_sample] = {};
[[gnu::section(".bss.stacks")]] alignas(4096) std::uint32_t never_written[1024];
constinit std::array<std::uint32_t, 4> carried{0x600D600D, 0xC0FFEE00, 0x12345678, 0x9ABCDEF0};

const char* first_failure = nullptr;

void expect(bool holds, const char* what) {
  if (holds) return;
  cane::print("boot: wrong: ", what, "\n");
  if (first_failure == nullptr) first_failure = what;
}

std::uint32_t load(std::uintptr_t address) { return *reinterpret_cast<const volatile std::uint32_t*>(address); }
std::uintptr_t address_of(const void* symbol) { return reinterpret_cast<std::uintptr_t>(symbol); }

void check_mode() {
  std::uint32_t cpsr;
  asm volatile("mrs %0, cpsr" : "=r"(cpsr));
  cane::print("boot: CPSR ", cane::hex(cpsr), "\n");
  expect((cpsr & 0x1F) == 0x13, "the mode is SVC");
  expect((cpsr & 0x80) != 0, "IRQ is masked before main() has returned");
  expect((cpsr & 0x220) == 0, "the state is ARM and little-endian");
}

void check_control_registers() {
  std::uint32_t control, vectors, access, fpexc;
  asm volatile("mrc p15, 0, %0, c1, c0, 0" : "=r"(control));
  asm volatile("mrc p15, 0, %0, c12, c0, 0" : "=r"(vectors));
  asm volatile("mrc p15, 0, %0, c1, c0, 2" : "=r"(access));
  asm volatile("vmrs %0, fpexc" : "=r"(fpexc));
  cane::print("boot: SCTLR ", cane::hex(control), " VBAR ", cane::hex(vectors), " CPACR ", cane::hex(access), "\n");
  expect((control & 0x1805) == 0x1805, "MMU, caches and branch prediction are on");
  expect((control & 0x00C00000) == 0x00C00000, "page tables and unaligned access are those of ARMv6 and later");
  expect((control & 0x72002002) == 0, "vectors are low, accesses little-endian and unchecked, no remapping");
  expect(vectors == address_of(cane_vectors), "VBAR points at the kernel's vectors");
  expect((access >> 20 & 0xF) == 0xF, "VFP and NEON are reachable");
  expect((fpexc & 1U << 30) == 0, "the VFP unit is off until somebody uses it");
}

void check_thread_registers() {
  std::uint32_t for_language, address_space;
  asm volatile("mrc p15, 0, %0, c13, c0, 3" : "=r"(for_language));
  asm volatile("mrc p15, 0, %0, c13, c0, 1" : "=r"(address_space));
  expect(for_language == 0, "the compiler's thread register is clear");
  expect(address_space == 0, "no address space number is set");
}

bool are_zero(const std::uint32_t* words, std::size_t count) {
  std::uint32_t found = 0;
  for (std::size_t index = 0; index < count; ++index) found |= load(address_of(&words[index]));
  return found == 0;
}

void check_memory() {
  expect(are_zero(zeros, words_of_sample), ".bss is zero");
  expect(carried == std::array<std::uint32_t, 4>{0x600D600D, 0xC0FFEE00, 0x12345678, 0x9ABCDEF0}, ".data is as built");
  const bool was_zero = are_zero(never_written, 1024);
  cane::print("boot: memory outside the image was ", was_zero ? "zero" : "poisoned", "\n");
}

void check_access(std::uintptr_t address, PageAccess expected, const char* what) {
  expect(page_access(address) == expected, what);
}

void check_map() {
  constexpr PageAccess nothing{};
  constexpr PageAccess code{.readable = true, .writable = false, .executable = true, .device = false};
  constexpr PageAccess constant{.readable = true, .writable = false, .executable = false, .device = false};
  constexpr PageAccess data{.readable = true, .writable = true, .executable = false, .device = false};
  constexpr PageAccess device{.readable = true, .writable = true, .executable = false, .device = true};
  check_access(0, nothing, "page 0 is unmapped");
  check_access(address_of(__text_start) - 1, nothing, "memory below the image is unmapped");
  check_access(address_of(__text_start), code, "code is read and executed only, at its start");
  check_access(address_of(__text_end) - 1, code, "code is read and executed only, at its end");
  check_access(address_of(__rodata_start), constant, "constants are read only, at their start");
  check_access(address_of(__rodata_end) - 1, constant, "constants are read only, at their end");
  check_access(address_of(__data_start), data, ".data is not executable");
  check_access(address_of(__stacks_end) - 1, data, "stacks are not executable");
  check_access(address_of(__bss_start), data, ".bss is not executable, at its start");
  check_access(address_of(__bss_end) - 1, data, ".bss is not executable, at its end");
  check_access(address_of(__page_tables_start), data, "page tables are not executable");
  check_access(address_of(__image_end), nothing, "memory behind the image is unmapped");
  constexpr std::uintptr_t peripherals = cane::bcm283x::memory_map::peripherals;
  check_access(peripherals - 1, nothing, "memory below the peripherals is unmapped");
  check_access(peripherals, device, "the first peripheral is device memory");
  check_access(peripherals + 0xFFFFFF, device, "the last peripheral is device memory");
}

void check_guards() {
  for (const std::byte* guard :
       {__boot_stack_guard, __irq_stack_guard, __abort_stack_guard, __undefined_stack_guard, __fiq_stack_guard}) {
    check_access(address_of(guard), PageAccess{}, "the guard page under a mode's stack is unmapped");
    expect(cane::arch::is_guard_page(address_of(guard + 4095)), "the guard page under a mode's stack is known as one");
    expect(!cane::arch::is_guard_page(address_of(guard + 4096)), "the stack above a guard page is not one");
  }
}

void check_new_guard() {
  never_written[0] = 1;  // the translation is in the TLB from here on
  cane::arch::protect_guard_page(never_written);
  cane::arch::protect_guard_page(never_written);
  expect(cane::arch::is_guard_page(address_of(never_written)), "a page is a guard once it is protected");
  check_access(address_of(never_written), PageAccess{}, "a guard page is unmapped");
}

// Only the board's own lines may be on: the alarm's on the Pi Zero and the console's.
void check_interrupt_enables() {
  constexpr std::uintptr_t controller = cane::bcm283x::memory_map::peripherals + 0xB200;
  const std::uint32_t low = load(controller + 0x10);
  const std::uint32_t high = load(controller + 0x14);
  const std::uint32_t arm = load(controller + 0x18);
  const std::uint32_t fiq = load(controller + 0x0C);
  cane::print("boot: interrupts on ", cane::hex(low), " ", cane::hex(high), " ", cane::hex(arm), ", fast ",
              cane::hex(fiq), "\n");
  expect((low & ~(1U << 3)) == 0, "no GPU line below 32 is on but the alarm's");
  expect((high & ~(1U << (57 - 32))) == 0, "no GPU line above 31 is on but the console's");
  expect(arm == 0, "no line of the ARM's own is on");
  expect((fiq & 0x80) == 0, "nothing is routed to the fast interrupt");
}

void report_entry() {
  const cane::arch::BootRecord& record = cane::arch::boot_record;
  cane::print("boot: entered in ", record.entry_mode(), " with ", cane::hex(record.register0), " ",
              cane::hex(record.register1), " ", cane::hex(record.register2), "\n");
}

[[noreturn]] void finish() {
  if (first_failure == nullptr) {
    cane::print("cane: verdict pass\n");
    cane::kernel::finish(0);
  }
  cane::print("cane: verdict fail: ", first_failure, "\n");
  cane::kernel::finish(1);
}

}  // namespace

int main() {
  report_entry();
  check_mode();
  check_control_registers();
  check_thread_registers();
  check_memory();
  check_map();
  check_guards();
  check_new_guard();
  check_interrupt_enables();
  cane::print("boot: other cores that answer ", boot_report::count_answers_of_other_cores(), "\n");
  finish();
}
