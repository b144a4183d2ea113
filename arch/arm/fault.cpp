// A fault in words: what kind, what was tried, on what address, and whether it was a stack that overflowed. Reads the fault
// registers and hands over to the kernel's report; must work with nothing but its own stack.

#include <arch/cpu.hpp>
#include <arch/mmu.hpp>
#include <cstddef>
#include <port/upcalls.hpp>
#include <string_view>

extern "C" std::byte __irq_stack_guard[];

namespace cane::arch {

namespace {

enum class Kind : std::uint32_t {
  reset,
  undefined_instruction,
  supervisor_call,
  prefetch_abort,
  data_abort,
  hypervisor,
  interrupt,
  fast_interrupt,
};

struct FaultStatus {
  std::uint32_t status;
  std::uint32_t address;
};

FaultStatus read_data_fault() {
  FaultStatus fault;
  asm volatile("mrc p15, 0, %0, c5, c0, 0" : "=r"(fault.status));   // DFSR
  asm volatile("mrc p15, 0, %0, c6, c0, 0" : "=r"(fault.address));  // DFAR
  return fault;
}

FaultStatus read_instruction_fault(const port::FaultRegisters& registers) {
  FaultStatus fault{0, registers.program_counter};
  asm volatile("mrc p15, 0, %0, c5, c0, 1" : "=r"(fault.status));  // IFSR
  return fault;
}

// Short-descriptor fault status. [ARM DDI 0406C B3.13.3, table B3-23; ARM1176JZF-S TRM 3.2.17]
std::string_view describe(std::uint32_t status) {
  switch ((status & 0xF) | (status >> 6 & 0x10)) {
    case 0x01: return "alignment fault";
    case 0x02: return "debug event";
    case 0x03: return "access flag fault (section)";
    case 0x04: return "instruction cache maintenance fault";
    case 0x05: return "translation fault (section): nothing is mapped there";
    case 0x06: return "access flag fault (page)";
    case 0x07: return "translation fault (page): nothing is mapped there";
    case 0x08: return "external abort";
    case 0x09: return "domain fault (section)";
    case 0x0B: return "domain fault (page)";
    case 0x0C: return "external abort on a table walk (level 1)";
    case 0x0D: return "permission fault (section)";
    case 0x0E: return "external abort on a table walk (level 2)";
    case 0x0F: return "permission fault (page): it may not be used that way";
    case 0x16: return "asynchronous external abort";
    case 0x18: return "asynchronous parity error";
    default: return "unknown fault status";
  }
}

bool is_in_interrupt_stack_guard(std::uint32_t address) {
  constexpr std::uint32_t page_bytes = 4096;
  return address - reinterpret_cast<std::uint32_t>(__irq_stack_guard) < page_bytes;
}

constexpr std::uint32_t data_fault_was_write = 1U << 11;

// Asynchronous aborts come later than the access they belong to, and leave the address register as it was; so do debug
// events. [ARM DDI 0406C B3.13]
bool has_address(std::uint32_t status) {
  const std::uint32_t kind = (status & 0xF) | (status >> 6 & 0x10);
  return kind != 0x02 && kind != 0x16 && kind != 0x18;
}

// A stack grows down into its guard page: the address tells.
std::string_view name_overflow(std::uint32_t mode) {
  switch (mode) {
    case cpsr_mode_svc: return "stack overflow of the thread";
    case cpsr_mode_irq: return "stack overflow of the interrupt stack";
    default: return "stack overflow of a fault stack";
  }
}

[[noreturn]] void report_data_abort(const port::FaultRegisters& registers) {
  const FaultStatus fault = read_data_fault();
  if (!has_address(fault.status))
    port::report_fault({.cause = describe(fault.status),
                        .access = {},
                        .address = 0,
                        .fault_status = fault.status,
                        .registers = &registers});
  const bool is_overflow = is_guard_page(fault.address);
  const bool is_write = (fault.status & data_fault_was_write) != 0;
  // The interrupt entry stores the thread's registers on the thread's stack: in IRQ mode it may be that one that is full.
  const bool of_thread =
      is_overflow && registers.status % 32 == cpsr_mode_irq && !is_in_interrupt_stack_guard(fault.address);
  port::report_fault({
      .cause = is_overflow ? name_overflow(of_thread ? cpsr_mode_svc : registers.status & cpsr_mode_mask)
                           : describe(fault.status),
      .access = is_write ? "write to" : "read of",
      .address = fault.address,
      .fault_status = fault.status,
      .registers = &registers,
  });
}

[[noreturn]] void report_prefetch_abort(const port::FaultRegisters& registers) {
  const FaultStatus fault = read_instruction_fault(registers);
  port::report_fault({
      .cause = describe(fault.status),
      .access = "execution of",
      .address = fault.address,
      .fault_status = fault.status,
      .registers = &registers,
  });
}

std::string_view name_other(Kind kind) {
  switch (kind) {
    case Kind::undefined_instruction: return "undefined instruction";
    case Kind::supervisor_call: return "supervisor call: there are none";
    case Kind::fast_interrupt: return "fast interrupt without a handler";
    case Kind::reset: return "jump to the reset vector";
    default: return "unexpected exception";
  }
}

}  // namespace

// Called by exceptions.S on the stack of the fault's mode, everything masked.
extern "C" [[noreturn]] void cane_fault(const port::FaultRegisters* registers, Kind kind) {
  if (kind == Kind::data_abort) report_data_abort(*registers);
  if (kind == Kind::prefetch_abort) report_prefetch_abort(*registers);
  port::report_fault(
      {.cause = name_other(kind), .access = {}, .address = 0, .fault_status = 0, .registers = registers});
}

}  // namespace cane::arch
