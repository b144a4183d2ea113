// Code that uses VFP or NEON without saying so: for the Cortex-A7 the compiler makes a NEON copy of a 16-byte structure, on
// both boards floating-point arithmetic is the unit's. Compiled with the unit, as an application is.

#include "copies.hpp"

#include <cstring>

namespace test {

namespace {

struct Sixteen {
  std::uint32_t words[4];
};

[[gnu::noinline]] void copy(Sixteen& to, const Sixteen& from) { to = from; }

[[gnu::noinline]] double scaled(std::uint32_t value) { return static_cast<double>(value) * 3.0 + 1.0; }

}  // namespace

bool copies_agree(std::uint32_t seed) {
  const Sixteen from{{seed, ~seed, seed * 3, seed ^ 0x5A5A'5A5A}};
  Sixteen to{}, again{};
  copy(to, from);
  std::memcpy(&again, &to, sizeof again);
  if (std::memcmp(&from, &again, sizeof from) != 0) return false;
  const std::uint32_t small = seed % 1000;
  return static_cast<std::uint32_t>(scaled(small)) == small * 3 + 1;
}

}  // namespace test
