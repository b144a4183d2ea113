#pragma once
// What every test of a driver starts from: a recorder whose rules must not be broken, and the system timer, which most
// drivers look at.

#include "system_timer_model.hpp"

#include <gtest/gtest.h>
#include <bcm283x/registers.hpp>
#include <recorder.hpp>
#include <string>
#include <string_view>

namespace cane::desk {

class BoardTest : public testing::Test {
 public:
  BoardTest() { recorder.attach("the system timer", bcm283x::SystemTimerBlock::base, 0x1C, timer); }

  // A test that breaks a rule on purpose says so with expect_violation().
  void TearDown() override {
    for (const std::string& violation : recorder.violations()) {
      if (violation.find(expected_violation_) == std::string::npos || expected_violation_.empty()) {
        ADD_FAILURE() << violation;
      }
    }
    if (!expected_violation_.empty()) {
      EXPECT_FALSE(recorder.violations().empty()) << "nobody noticed: " << expected_violation_;
    }
    EXPECT_FALSE(recorder.interrupts_masked()) << "interrupts were left masked";
  }

  void expect_violation(std::string_view part) { expected_violation_ = part; }

  // Runs something the way an interrupt would.
  template <class Handler>
  void in_interrupt(Handler handler) {
    recorder.enter_interrupt();
    handler();
    recorder.leave_interrupt();
  }

  Recorder recorder;
  SystemTimerModel timer;

 private:
  std::string expected_violation_;
};

}  // namespace cane::desk
