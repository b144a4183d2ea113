// Faults while a fault is being reported: the scenarios below. The linker puts __wrap_… in the place of the
// board's polled console (see CMakeLists.txt), which is where the second thing goes wrong.

#include "fault_image.hpp"
#include "scenario.hpp"

#include <string_view>

extern "C" {
void real_console_write_now(std::string_view text) asm(
    "__real__ZN4cane8platform17console_write_nowESt17basic_string_viewIcSt11char_traitsIcEE");
void wrapped_console_write_now(std::string_view text) asm(
    "__wrap__ZN4cane8platform17console_write_nowESt17basic_string_viewIcSt11char_traitsIcEE");
}

namespace {

constinit std::uint32_t lines = 0;
constinit void (*second)() = nullptr;

[[gnu::noinline]] std::uint32_t recurse(std::uint32_t depth) {
  volatile std::uint32_t frame[32];
  frame[0] = depth;
  if (depth < 10'000) frame[1] = recurse(depth + 1);
  return frame[0];
}

void overflow() { (void)recurse(0); }
void panic_again() { cane::panic("the second"); }
void read_nothing() { (void)*reinterpret_cast<volatile std::uint32_t*>(12); }
void read_null() { (void)*reinterpret_cast<volatile std::uint32_t*>(8); }
void undefined() { asm volatile(".word 0xE7F000F0"); }
void panic() { cane::panic("the first"); }

template <auto first, auto then>
void one_after_another() {
  second = then;
  fault::in_thread(first);
}

constexpr test::Scenario scenarios[] = {
    {"abort_stack_overflow", one_after_another<read_null, overflow>},
    {"undefined_stack_overflow", one_after_another<undefined, overflow>},
    {"thread_stack_overflow_in_report", one_after_another<panic, overflow>},
    {"fault_in_report", one_after_another<read_null, read_nothing>},
    {"undefined_in_report", one_after_another<read_null, undefined>},
    {"panic_in_report", one_after_another<panic, panic_again>},
};

}  // namespace

// The second line of the report is where it happens.
void wrapped_console_write_now(std::string_view text) {
  lines += 1;
  if (lines == 2) second();
  real_console_write_now(text);
}

int main() {
  test::run_scenario(scenarios);
  return 0;
}
