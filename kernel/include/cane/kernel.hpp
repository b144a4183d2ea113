#pragma once
// The kernel as a whole: what it counts and how it ends. It starts by itself: boot calls the application's
// `int main()` with the scheduler standing still, and when main returns 0 the most urgent started thread runs.

#include <cstdint>

namespace cane::kernel {

/// Context switches since boot; zero when statistics are compiled out. Context: any. Fails: never. Checks: none.
/// Time: constant.
[[nodiscard]] std::uint32_t context_switches();

/// Ends the run: everything printed is sent first. Under an emulator it exits with `status`; on a board it halts.
/// Context: any; never returns. Fails: never. Checks: none. Time: what the console still holds.
[[noreturn]] void finish(std::uint32_t status);

}  // namespace cane::kernel
