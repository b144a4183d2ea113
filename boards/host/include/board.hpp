#pragma once
// The desk as applications see it: a board that ends its run with a report, as the emulator does.

#include <string_view>

namespace cane::board {

inline constexpr std::string_view name = "host";

[[nodiscard]] constexpr bool is_emulated() { return true; }

}  // namespace cane::board
