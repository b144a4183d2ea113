#pragma once
// What every test image shares: named checks, the verdict, and a guest watchdog. The first check that does not hold ends
// the run under its own name; a run in which nothing was checked has failed. Never touches what is being tested: words
// leave through the polled console, so that a check may fail in a handler too.

#include <cane/cane.hpp>

#include <cstdint>

namespace test {

// Starts a thread above all others that sleeps for `limit` of the guest's time and then fails the run. Once, in main() or
// in a thread. It also keeps an alarm armed: a guest that only waits would otherwise stop the emulator's clock.
void arm_watchdog(cane::Duration limit);

// Fails the run as `what` unless it holds.
void expect(bool holds, const char* what);

// The same for numbers, which it prints when they differ or exceed.
void expect_equal(std::uint64_t seen, std::uint64_t expected, const char* what);
void expect_at_most(std::int64_t seen, std::int64_t greatest, const char* what);

[[noreturn]] void fail(const char* what);
[[noreturn]] void pass();

}  // namespace test
