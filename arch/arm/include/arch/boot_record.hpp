#pragma once
// What the processor looked like at the first instruction of the image: who started it, and with which answers in its
// registers. Written once by boot, read by the board (which memory map the firmware offers) and by fault reports.

#include <cstdint>

namespace cane::arch {

struct BootRecord {
  std::uint32_t register0;  // 0 from every Raspberry Pi firmware
  std::uint32_t register1;  // the machine number: 0xC42 from firmware, 0 from an emulator that loads the ELF itself
  std::uint32_t register2;  // address of ATAGs or of a device tree, or 0
  std::uint32_t cpsr;       // the mode says which way in: 0x1A hypervisor, 0x13 supervisor

  [[nodiscard]] const char* entry_mode() const {
    switch (cpsr & 0x1F) {
      case 0x1A: return "hyp";
      case 0x13: return "svc";
      default: return "unexpected mode";
    }
  }
};

extern BootRecord boot_record;

}  // namespace cane::arch
