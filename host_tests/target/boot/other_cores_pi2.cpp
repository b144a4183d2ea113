// Waking a parked core of the Pi 2: the address to jump to goes into its mailbox 3, then DSB and SEV, for it sleeps in
// WFE. Its answer is a word of its own cache line, written with the core's caches off: this core must forget the line
// before every look.

#include "other_cores.hpp"

#include <arch/barrier.hpp>
#include <bcm283x/memory_map.hpp>
#include <cane/cane.hpp>

#include <cstddef>

extern "C" void answer_core();

struct alignas(cane::arch::cache_line_bytes) Answer {
  volatile std::uint32_t main_id;  // what the core says of itself; 0 before
};
constexpr std::uint32_t cores = 4;
extern "C" Answer core_answers[cores];
constinit Answer core_answers[cores] = {};

namespace boot_report {

namespace {

constexpr std::uintptr_t mailbox3_set = cane::bcm283x::memory_map::local_peripherals + 0x8C;
constexpr std::uintptr_t bytes_a_core = 16;

void send_to(std::uint32_t core, void (*address)()) {
  cane::arch::data_memory_barrier();
  *reinterpret_cast<volatile std::uint32_t*>(mailbox3_set + core * bytes_a_core) =
      reinterpret_cast<std::uint32_t>(address);
  cane::arch::send_event();
}

std::uint32_t count_answers() {
  cane::arch::invalidate_data_cache_range(core_answers, sizeof core_answers);
  std::uint32_t answers = 0;
  for (std::uint32_t core = 1; core < cores; ++core) answers += core_answers[core].main_id != 0 ? 1 : 0;
  return answers;
}

}  // namespace

// A second is far more than a core needs, and not more than a busy host may take to run all four of an emulator's.
std::uint32_t count_answers_of_other_cores() {
  // Nothing of the answers may lie modified in the cache, to be written over an answer later.
  cane::arch::clean_invalidate_data_cache_range(core_answers, sizeof core_answers);
  for (std::uint32_t core = 1; core < cores; ++core) send_to(core, answer_core);
  const cane::Instant deadline = cane::now() + cane::seconds(1);
  while (count_answers() < cores - 1 && cane::now() < deadline) cane::arch::wait_for_event();
  return count_answers();
}

}  // namespace boot_report
