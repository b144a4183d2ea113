#pragma once
// Copies as any handler makes them. See copies.cpp.

#include <cstdint>

namespace test {

// Copies structures and arrays made from `seed`, and computes; true when all came out right.
[[nodiscard]] bool copies_agree(std::uint32_t seed);

}  // namespace test
