#pragma once
// What processors and boards may call in the kernel, and nothing else. C names, because assembly calls most of them.

#include <cstdint>
#include <string_view>

namespace cane {
class ThreadControl;
}

extern "C" {

// Boot ends here: on the boot stack, IRQ masked, MMU and caches on, .bss clear. [arch/arm/boot.cpp]
[[noreturn]] void cane_kernel_start();

// An interrupt, on the interrupt stack in handler context: runs its handler and returns the thread to switch to, or null
// to go back to the interrupted one. [arch/arm/exceptions.S]
cane::ThreadControl* cane_interrupt();

// The alarm's interrupt, in handler context, after the board has silenced it. [boards]
void cane_alarm();

// A thread ends: its function has returned, or it said so. On that thread, IRQ unmasked. [arch/arm/switch.S]
[[noreturn]] void cane_thread_exit();

}  // extern "C"

namespace cane::port {

// A register of the moment of a fault, for the report.
struct FaultRegisters {
  std::uint32_t general[13];  // r0–r12
  std::uint32_t stack_pointer;
  std::uint32_t link;
  std::uint32_t program_counter;
  std::uint32_t status;  // CPSR
};

// What a processor knows about a fault, in words. `cause` says what happened ("data abort: translation fault (page)"),
// `access` what was tried ("write to") with `address`, when the kind of fault has them.
struct Fault {
  std::string_view cause;
  std::string_view access;  // empty: no address
  std::uint32_t address;
  std::uint32_t fault_status;
  const FaultRegisters* registers;
};

// Reports a fault and ends the run. On the fault's own stack, everything masked. [arch/arm/fault.cpp]
[[noreturn]] void report_fault(const Fault& fault);

}  // namespace cane::port
