// The first frame of a thread, in the shape that cane_switch_context resumes.

#include <arch/context.hpp>
#include <cstddef>

extern "C" void cane_thread_start();

namespace cane::arch {

namespace {

// What switch.S pops: see the picture there.
struct Frame {
  std::uint32_t callee_saved[8];  // r4–r11
  void (*program_counter)();
  std::uint32_t status;
};
static_assert(sizeof(Frame) == 40 && offsetof(Frame, program_counter) == 32);
static_assert(sizeof(Frame) % 8 == 0 && sizeof(VfpArea) % 8 == 0, "a thread begins with its stack 8-byte aligned");

// SVC, ARM state, everything unmasked: asynchronous aborts are reported, FIQ belongs to the application.
constexpr std::uint32_t first_status = cpsr_mode_svc;

}  // namespace

void prepare_context(Context& context, void* low_end, std::size_t bytes, void (*entry)(void*), void* argument) {
  context.vfp = reinterpret_cast<VfpArea*>(static_cast<std::byte*>(low_end) + bytes) - 1;
  context.vfp->in_use = 0;
  auto* const frame = reinterpret_cast<Frame*>(context.vfp) - 1;
  *frame = Frame{};
  frame->callee_saved[0] = reinterpret_cast<std::uint32_t>(entry);
  frame->callee_saved[1] = reinterpret_cast<std::uint32_t>(argument);
  frame->program_counter = &cane_thread_start;
  frame->status = first_status;
  context.stack_pointer = frame;
}

}  // namespace cane::arch
