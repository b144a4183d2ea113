// Stacks that overflow into their guard page: the scenarios below.

#include "fault_image.hpp"
#include "interrupt_sources.hpp"
#include "scenario.hpp"

// fill_stack.S: puts SP `bytes_left` bytes above the low end of a stack and raises the software interrupt.
extern "C" [[noreturn]] void interrupt_with_full_stack(void* low_end,
                                                       std::uint32_t bytes_left,
                                                       volatile std::uint32_t* raise);

namespace {

// Goes down until there is no stack left. The array is written, so that every frame is really there.
[[gnu::noinline]] std::uint32_t recurse(std::uint32_t depth) {
  volatile std::uint32_t frame[32];
  frame[0] = depth;
  if (depth < 10'000) frame[1] = recurse(depth + 1);
  return frame[0];
}
void recurse_deeply() { (void)recurse(0); }

void thread_recursion() { fault::in_thread(recurse_deeply); }
void handler_recursion() { fault::in_handler(recurse_deeply); }

template <std::uint32_t bytes_left>
void interrupt_with_bytes_left() {
  fault::in_thread([] {
    constexpr auto set = test::MphiBlock::base + static_cast<std::uint32_t>(test::MphiBlock::Register::software_set);
    interrupt_with_full_stack(fault::worker_stack().low_end(), bytes_left,
                              reinterpret_cast<volatile std::uint32_t*>(set));
  });
  cane::interrupt::attach(test::software_line, [](void*) { test::fail("the handler ran on a full stack"); }, nullptr);
  cane::interrupt::enable(test::software_line);
}

// The interrupt's own frame does not fit: not its first words, not its last ones.
void interrupt_without_stack() { interrupt_with_bytes_left<0>(); }
void interrupt_with_little_stack() { interrupt_with_bytes_left<16>(); }

constexpr test::Scenario scenarios[] = {
    {"thread_recursion", thread_recursion},
    {"handler_recursion", handler_recursion},
    {"interrupt_without_stack", interrupt_without_stack},
    {"interrupt_with_little_stack", interrupt_with_little_stack},
};

}  // namespace

int main() {
  test::run_scenario(scenarios);
  return 0;
}
