// Does one thing that the memory map forbids: FORBIDDEN_ACT, one of the functions below. The run expects the fault's
// report; getting past it is a failure.

#include <arch/mmu.hpp>
#include <cane/cane.hpp>

#include <cstddef>
#include <cstdint>

extern "C" std::byte __text_start[], __image_end[];

namespace {

constexpr std::uint32_t return_instruction = 0xE12FFF1E;  // BX LR
constinit std::uint32_t code_in_data[] = {return_instruction};
constexpr std::uint32_t code_in_constants[] = {return_instruction};

volatile std::uint32_t* word_at(const void* address) {
  return static_cast<volatile std::uint32_t*>(const_cast<void*>(address));
}

void call(const void* address) { reinterpret_cast<void (*)()>(const_cast<void*>(address))(); }

[[maybe_unused]] void write_to_code() { *word_at(__text_start) = return_instruction; }
[[maybe_unused]] void write_to_constants() { *word_at(code_in_constants) = 0; }
[[maybe_unused]] void execute_data() { call(code_in_data); }
[[maybe_unused]] void execute_constants() { call(code_in_constants); }
[[maybe_unused]] void read_behind_image() { (void)*word_at(__image_end); }
[[maybe_unused]] void read_below_image() { (void)*reinterpret_cast<const volatile std::uint32_t*>(0x7FFC); }
[[maybe_unused]] void guard_code() { cane::arch::protect_guard_page(__text_start); }

// Goes down until there is no stack left. The array is written, so that every frame is really there.
[[maybe_unused, gnu::noinline]] std::uint32_t overflow_boot_stack(std::uint32_t depth = 0) {
  volatile std::uint32_t frame[64];
  frame[0] = depth;
  if (depth < 1000) frame[1] = overflow_boot_stack(depth + 1);
  return frame[0];
}

}  // namespace

int main() {
  FORBIDDEN_ACT();
  cane::print("cane: verdict fail: survived\n");
  cane::kernel::finish(1);
}
