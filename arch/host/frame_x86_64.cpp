// The first frame of a stack in the shape that switch_x86_64.S goes on with.

#include <cstdint>

#include "stack_switch.hpp"

namespace cane::arch {

namespace {

// Read from the low address up, as the switch pops it. A function begins with the stack pointer 8 short of a multiple of
// 16, and the caller it believes to have is null, which ends a debugger's walk.
struct Frame {
  std::uint64_t callee_saved[6];
  void (*begin)();
  std::uint64_t no_caller;
};
static_assert(sizeof(Frame) == 64);

}  // namespace

void* prepare_stack(std::byte* low_end, std::size_t bytes, void (*begin)()) {
  auto* const frame = reinterpret_cast<Frame*>(low_end + bytes) - 1;
  *frame = Frame{.callee_saved = {}, .begin = begin, .no_caller = 0};
  return frame;
}

}  // namespace cane::arch
