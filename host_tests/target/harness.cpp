// The verdict line and the exit status, always together. See harness.hpp.

#include "harness.hpp"

#include <arch/cpu.hpp>
#include <platform/platform.hpp>

namespace test {

namespace {

constexpr std::uint32_t status_pass = 0;
constexpr std::uint32_t status_fail = 1;

constinit std::uint32_t checks = 0;
constinit cane::Duration watchdog_limit{};
constinit cane::Thread watchdog;
[[gnu::section(".bss.stacks")]] cane::Stack<4096> watchdog_stack;

template <class... Parts>
void say(const Parts&... parts) {
  cane::detail::Line line;
  (line.append(parts), ...);
  cane::platform::console_write_now(line.view());
}

void watch() {
  cane::this_thread::sleep_for(watchdog_limit);
  fail("the guest watchdog: the test did not end in its time");
}

}  // namespace

void arm_watchdog(cane::Duration limit) {
  watchdog_limit = limit;
  watchdog.start(watchdog_stack, {.name = "watchdog", .priority = cane::Priority{0}}, watch);
}

void expect(bool holds, const char* what) {
  checks += 1;
  if (!holds) [[unlikely]]
    fail(what);
}

void expect_equal(std::uint64_t seen, std::uint64_t expected, const char* what) {
  checks += 1;
  if (seen == expected) [[likely]]
    return;
  (void)cane::arch::mask_interrupts();
  say("test: seen ", seen, " (", cane::hex(seen), "), expected ", expected, " (", cane::hex(expected), ")\n");
  fail(what);
}

void expect_at_most(std::int64_t seen, std::int64_t greatest, const char* what) {
  checks += 1;
  if (seen <= greatest) [[likely]]
    return;
  (void)cane::arch::mask_interrupts();
  say("test: seen ", seen, ", at most ", greatest, "\n");
  fail(what);
}

void fail(const char* what) {
  (void)cane::arch::mask_interrupts();
  say("cane: verdict fail: ", what, "\n");
  cane::kernel::finish(status_fail);
}

void pass() {
  if (checks == 0) fail("nothing was checked");
  (void)cane::arch::mask_interrupts();
  say("test: checks ", checks, "\ncane: verdict pass\n");
  cane::kernel::finish(status_pass);
}

}  // namespace test
