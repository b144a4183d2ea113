// The change of stacks by the C library, for processors that have no switch of their own here. It asks the operating
// system for the signal mask each time and so is some thirty times slower.

#include <ucontext.h>
#include <cstdlib>

#include "stack_switch.hpp"

namespace cane::arch {

// A stopped context lies on its own stack.
extern "C" void cane_switch_stacks(void** stopped, void* next) {
  ucontext_t here;
  *stopped = &here;
  if (swapcontext(&here, static_cast<ucontext_t*>(next)) != 0) std::abort();
}

void* prepare_stack(std::byte* low_end, std::size_t bytes, void (*begin)()) {
  constexpr std::size_t alignment = 64;
  constexpr std::size_t kept = (sizeof(ucontext_t) + alignment - 1) / alignment * alignment;
  auto* const context = reinterpret_cast<ucontext_t*>(low_end + bytes - kept);
  if (getcontext(context) != 0) std::abort();
  context->uc_stack.ss_sp = low_end;
  context->uc_stack.ss_size = bytes - kept;
  context->uc_link = nullptr;
  makecontext(context, begin, 0);
  return context;
}

}  // namespace cane::arch
