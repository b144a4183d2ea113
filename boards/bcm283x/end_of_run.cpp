// How a run ends. In QEMU by semihosting, whose exit status is the verdict; on a board there is nobody to tell, and the
// instruction that asks would be undefined, so it stands still. Firmware's revision tells the two apart.

#include <arch/cpu.hpp>
#include <bcm283x/board_support.hpp>

namespace cane::bcm283x {

namespace {

constexpr std::uint32_t emulated_firmware_revision = 0x0005'48E1;  // [QEMU hw/misc/bcm2835_property.c]

// Asked once: firmware is not bothered again when threads run.
enum class Machine : std::uint32_t { unknown, emulator, board };
constinit Machine machine = Machine::unknown;

// SYS_EXIT_EXTENDED. HLT 0xF000 in A32 leaves every SVC number to system calls; the assembler of this processor knows
// only the word. [Semihosting for AArch32 and AArch64, 2.4 and 7.8]
void exit_emulator(std::uint32_t status) {
  constexpr std::uint32_t application_exit = 0x20026;
  const std::uint32_t block[2] = {application_exit, status};
  register std::uint32_t operation asm("r0") = 0x20;
  register const std::uint32_t* argument asm("r1") = block;
  asm volatile(".word 0xE10F0070" : "+r"(operation) : "r"(argument) : "memory");
}

}  // namespace

bool is_emulated() {
  if (machine == Machine::unknown) {
    const auto revision = firmware.firmware_revision();
    machine = revision && *revision == emulated_firmware_revision ? Machine::emulator : Machine::board;
  }
  return machine == Machine::emulator;
}

void end_run(std::uint32_t status) {
  (void)arch::mask_interrupts();
  if (uart0.is_configured()) uart0.flush();
  if (is_emulated()) exit_emulator(status);
  for (;;) arch::wait_for_interrupt();
}

}  // namespace cane::bcm283x
