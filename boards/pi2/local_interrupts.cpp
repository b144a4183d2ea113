// The local interrupt routing. Its enables are plain words, changed with interrupts masked.

#include "local_interrupts.hpp"

namespace cane::platform::local_interrupts {

namespace {

using Register = LocalBlock::Register;
using Access = bcm283x::PeripheralAccess<LocalBlock>;

constexpr std::uint32_t cores = 4;
constexpr std::uint32_t virtual_timer = 3;
constexpr std::uint32_t first_mailbox = 4;
constexpr std::uint32_t gpu = 8;
constexpr std::uint32_t performance_counter = 9;

// The counter's increment as a fraction of 2^31: one tick a tick of the crystal. [QA7 3.1.1]
constexpr std::uint32_t prescaler_one = 0x8000'0000;

constexpr std::uint32_t source_of(InterruptLine line) {
  return static_cast<std::uint32_t>(line) - bcm283x::line::first_local_line;
}

void change(Register word, std::uint32_t clear, std::uint32_t set) {
  const bcm283x::register_backend::InterruptMask mask;
  const Access local;
  local.write(word, (local.read(word) & ~clear) | set);
}

}  // namespace

void initialise() {
  const Access local;
  local.write(Register::control, 0);
  local.write(Register::prescaler, prescaler_one);
  local.write(Register::gpu_routing, 0);
  local.write(Register::performance_routing_clear, 0xFF);
  local.write(Register::axi_interrupt, 0);
  local.write(Register::local_timer_control, 0);
  for (std::uint32_t core = 0; core < cores; ++core) {
    local.write(Register::timer_control, core, 0);
    local.write(Register::mailbox_control, core, 0);
  }
}

bool is_free(InterruptLine line) {
  if (!bcm283x::line::is_local(line)) return false;
  const std::uint32_t source = source_of(line);
  return (source < gpu && source != virtual_timer) || source == performance_counter;
}

void enable(InterruptLine line) {
  const std::uint32_t source = source_of(line);
  if (source < first_mailbox) return change(Register::timer_control, 0, 1U << source);
  if (source < gpu) return change(Register::mailbox_control, 0, 1U << (source - first_mailbox));
  Access{}.write(Register::performance_routing_set, 1);
}

void disable(InterruptLine line) {
  const std::uint32_t source = source_of(line);
  if (source < first_mailbox) {
    change(Register::timer_control, 1U << source, 0);
  } else if (source < gpu) {
    change(Register::mailbox_control, 1U << (source - first_mailbox), 0);
  } else {
    Access{}.write(Register::performance_routing_clear, 1);
  }
  bcm283x::register_backend::complete_memory();
}

void enable_virtual_timer() { change(Register::timer_control, 0, virtual_timer_source); }

}  // namespace cane::platform::local_interrupts
