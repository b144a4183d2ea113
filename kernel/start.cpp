// From boot to the first thread. The boot context runs main() with interrupts masked, then becomes the idle thread.

#include <cane/check.hpp>
#include <port/platform.hpp>
#include <port/upcalls.hpp>
#include <sched/clock.hpp>
#include <sched/core.hpp>
#include <sched/scheduler.hpp>

// The application's main. It has its own name here because C++ forbids a program to call the real one; the symbol is main.
extern "C" int cane_application_main() __asm__("main");

extern "C" void cane_kernel_start() {
  using namespace cane;
  sched::initialise_core();
  platform::initialise();
  sched::initialise_clock(platform::tick_frequency());
  platform::initialise(sched::this_core().switch_pin);
  if (cane_application_main() != 0) {
    detail::misuse(Call::start_kernel, Misuse::returned_nonzero, nullptr, __builtin_return_address(0));
  }
  arch::unmask_interrupts();
  sched::run_ready_threads();
  for (;;) arch::wait_for_interrupt();
}
