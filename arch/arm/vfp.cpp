// Whose registers the VFP/NEON unit holds. Any thread or handler may be a VFP user without knowing: the compiler turns a
// plain copy into NEON. So the unit is off until somebody's instruction traps, and then:
//
//            a thread traps                       interrupt
//     off ──────────────────► thread ◄────────────────────────► held ──(handler traps: the thread's are stored)──► handler
//      ▲                        │           interrupt ends                                                            │
//      ├──(switch: stored)──────┘                                                                                     │
//      └──────────────────────────────────────(interrupt ends: the handler's are dropped)─────────────────────────────┘
//
// A thread's registers are stored when it stops and never stay behind in a core; loading waits for the next trap. Threads
// that never use the unit pay three instructions a switch. Handlers do not nest, so theirs need no place. FIQ handlers
// must not use the unit: they can interrupt this file.

#include <arch/context.hpp>
#include <arch/flavour.hpp>
#include <cstdint>

extern "C" {
// vfp_switch.S, and vfp_registers.S of the flavour. The unit must be on for the two that move registers.
void cane_vfp_save(cane::arch::VfpArea* area);
void cane_vfp_load(const cane::arch::VfpArea* area);
void cane_vfp_enable();
void cane_vfp_disable();
std::uint32_t cane_vfp_is_enabled();
}

namespace cane::arch {

namespace {

constinit PerCore* per_core = nullptr;  // one core: the block of this one
constinit VfpArea boot_area{};          // main() before the first thread, then the idle thread

// What a thread or handler finds at its first use: zeros, and the flavour's FPSCR.
constexpr VfpArea fresh{{}, initial_fpscr, 1};

// A thread begins with its Context: the port checks it, the switch relies on it.
VfpArea& area_of_current_thread() { return *reinterpret_cast<const Context*>(current_thread())->vfp; }

void store_current_thread() {
  VfpArea& area = area_of_current_thread();
  cane_vfp_save(&area);
  area.in_use = 1;
}

void grant_to_thread(PerCore& core) {
  const VfpArea& area = area_of_current_thread();
  cane_vfp_enable();
  cane_vfp_load(area.in_use ? &area : &fresh);
  core.vfp = VfpState::thread;
}

void grant_to_handler(PerCore& core) {
  cane_vfp_enable();
  if (core.vfp == VfpState::held) store_current_thread();
  cane_vfp_load(&fresh);
  core.vfp = VfpState::handler;
}

// Coprocessors 10 and 11, and the two NEON encodings outside the coprocessor space. [ARM DDI 0406C A5.6, A7.5, A7.7]
bool is_arm_vfp_instruction(std::uint32_t instruction) {
  const bool coprocessor = (instruction & 0x0C00'0E00) == 0x0C00'0A00 && (instruction & 0x0F00'0000) != 0x0F00'0000;
  const bool neon_data = (instruction & 0xFE00'0000) == 0xF200'0000;
  const bool neon_memory = (instruction & 0xFF10'0000) == 0xF400'0000;
  return coprocessor || neon_data || neon_memory;
}

// The same in Thumb, first halfword on top. The C library comes in Thumb for the Cortex-A7. [ARM DDI 0406C A6.3.18, A7.4]
bool is_thumb_vfp_instruction(std::uint32_t instruction) {
  const bool coprocessor = (instruction & 0xEC00'0E00) == 0xEC00'0A00 && (instruction & 0xEF00'0000) != 0xEF00'0000;
  const bool neon_data = (instruction & 0xEF00'0000) == 0xEF00'0000;
  const bool neon_memory = (instruction & 0xFF10'0000) == 0xF900'0000;
  return coprocessor || neon_data || neon_memory;
}

// Where the undefined instruction is, if it is one of the unit's; else 0.
std::uint32_t find_vfp_instruction(std::uint32_t status, std::uint32_t return_address) {
  constexpr std::uint32_t thumb = 1U << 5;
  if ((status & thumb) == 0) {
    const std::uint32_t address = return_address - 4;
    return is_arm_vfp_instruction(*reinterpret_cast<const std::uint32_t*>(address)) ? address : 0;
  }
  const std::uint32_t address = return_address - 2;
  const auto* const halves = reinterpret_cast<const std::uint16_t*>(address);
  return is_thumb_vfp_instruction(std::uint32_t{halves[0]} << 16 | halves[1]) ? address : 0;
}

}  // namespace

void initialise(PerCore& core, Context& boot) {
  core.vfp = VfpState::off;
  boot.vfp = &boot_area;
  boot_area.in_use = 0;
  per_core = &core;
  cane_vfp_disable();
}

void vfp_leave_thread(PerCore& core) {
  store_current_thread();
  cane_vfp_disable();
  core.vfp = VfpState::off;
}

void vfp_enter_handler(PerCore& core) {
  cane_vfp_disable();
  core.vfp = VfpState::held;
}

void vfp_leave_handler(PerCore& core) {
  if (core.vfp == VfpState::held) {
    cane_vfp_enable();
    core.vfp = VfpState::thread;
  } else {
    cane_vfp_disable();
    core.vfp = VfpState::off;
  }
}

}  // namespace cane::arch

// An undefined instruction, in the mode of `status`. Returns its address when it was the unit's and the unit is on now: it
// can be tried again. 0: a real fault. Called by exceptions.S on the UND stack.
extern "C" std::uint32_t cane_undefined(std::uint32_t status, std::uint32_t return_address) {
  using namespace cane::arch;
  if (per_core == nullptr || cane_vfp_is_enabled() != 0) return 0;
  const std::uint32_t instruction = find_vfp_instruction(status, return_address);
  if (instruction == 0) return 0;
  switch (status & cpsr_mode_mask) {
    case cpsr_mode_svc: grant_to_thread(*per_core); return instruction;
    case cpsr_mode_irq: grant_to_handler(*per_core); return instruction;
    default: return 0;
  }
}
