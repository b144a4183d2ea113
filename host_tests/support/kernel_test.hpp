#pragma once
// What nearly every test of the kernel is made of: a machine and a log that threads write to in the order things happen.

#include <gtest/gtest.h>

#include <host_tests/support/machine.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace cane::test {

using Log = std::vector<std::string>;

class KernelTest : public ::testing::Test {
 protected:
  KernelTest() = default;
  explicit KernelTest(Machine::Options options) : machine{options} {}

  template <class... Parts>
  void note(const Parts&... parts) {
    std::ostringstream text;
    (text << ... << parts);
    log.push_back(text.str());
  }

  Machine machine;
  Log log;
};

}  // namespace cane::test
