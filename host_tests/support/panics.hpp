#pragma once
// Misuse ends the run with a report. EXPECT_PANIC runs a statement in a child process and expects the report of exactly
// that misuse, exit status 2, and the verdict line at its end.

#include <gtest/gtest.h>

#include <cane/check.hpp>
#include <string>

namespace cane::test {

// An extended regular expression for the report of `misuse` by `call`. Reports are one text of several lines.
inline std::string report_of(Call call, Misuse misuse) {
  std::string words{to_string(misuse)};
  for (std::size_t at = 0; (at = words.find_first_of("().", at)) != std::string::npos; at += 2)
    words.insert(at, 1, '\\');
  std::string what{to_string(call)};
  for (std::size_t at = 0; (at = what.find_first_of("()", at)) != std::string::npos; at += 2) what.insert(at, 1, '\\');
  return "cane: panic\n  what:     " + what + "\n  why:      " + words + "\n.*cane: verdict panic: " + what + "\n$";
}

}  // namespace cane::test

#define EXPECT_PANIC(statement, call, misuse) \
  EXPECT_EXIT(statement, ::testing::ExitedWithCode(2), ::cane::test::report_of(call, misuse))
