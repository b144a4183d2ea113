// An image that does what no test may: one of the scenarios below. The runs of it prove that the runner calls
// each of them bad.

#include "harness.hpp"
#include "scenario.hpp"

#include <platform/platform.hpp>

namespace {

void say(const char* text) { cane::platform::console_write_now(text); }

void hang() {
  for (;;) asm volatile("yield");
}

// A guest with nothing to wait for: no alarm is armed.
void idle_for_ever() {}

void wait_for_what_never_comes() { test::arm_watchdog(cane::milliseconds(50)); }

void pass_with_wrong_status() {
  say("cane: verdict pass\n");
  cane::kernel::finish(1);
}

void end_without_verdict() {
  say("all is well\n");
  cane::kernel::finish(0);
}

void talk_after_verdict() {
  say("cane: verdict pass\nand another thing\n");
  cane::kernel::finish(0);
}

void panic() { cane::panic("on purpose"); }

void check_nothing() { test::pass(); }

void fail_a_check() {
  test::expect(true, "what holds");
  test::expect(2 + 2 == 5, "two and two");
  test::pass();
}

constexpr test::Scenario scenarios[] = {
    {"hang", hang},
    {"idle_for_ever", idle_for_ever},
    {"wait_for_what_never_comes", wait_for_what_never_comes},
    {"pass_with_wrong_status", pass_with_wrong_status},
    {"end_without_verdict", end_without_verdict},
    {"talk_after_verdict", talk_after_verdict},
    {"panic", panic},
    {"check_nothing", check_nothing},
    {"fail_a_check", fail_a_check},
};

}  // namespace

int main() {
  test::run_scenario(scenarios);
  return 0;
}
