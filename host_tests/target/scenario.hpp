#pragma once
// Images that can do one of several things: the run says which, as the emulator's semihosting argument
// (cane_add_target_test's SCENARIO). So thirty faults are four images.

#include <span>
#include <string_view>

namespace test {

struct Scenario {
  std::string_view name;
  void (*act)();
};

// The name that the run gave; empty when it gave none.
[[nodiscard]] std::string_view scenario_name();

// Runs the scenario of that name; fails the run when there is none.
void run_scenario(std::span<const Scenario> scenarios);

}  // namespace test
