// Asks the emulator for its argument. See scenario.hpp.

#include "scenario.hpp"

#include "harness.hpp"

#include <cstdint>

namespace test {

namespace {

constinit char argument[64] = {};

// SYS_GET_CMDLINE: the word is HLT 0xF000, which asks without a system call. [Semihosting for AArch32 and AArch64, 7.10]
bool ask_for_command_line() {
  struct {
    char* buffer;
    std::uint32_t bytes;
  } block{argument, sizeof argument};
  register std::uint32_t operation asm("r0") = 0x15;
  register void* parameter asm("r1") = &block;
  asm volatile(".word 0xE10F0070" : "+r"(operation) : "r"(parameter) : "memory");
  return operation == 0;
}

}  // namespace

std::string_view scenario_name() {
  if (argument[0] == '\0' && !ask_for_command_line()) return {};
  return argument;
}

void run_scenario(std::span<const Scenario> scenarios) {
  for (const Scenario& scenario : scenarios) {
    if (scenario.name == scenario_name()) return scenario.act();
  }
  fail("the run names no scenario of this image");
}

}  // namespace test
