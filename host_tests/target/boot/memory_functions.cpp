// memcpy, memmove, memset and memcmp of arch/arm/memory.cpp against loops of single bytes: every length up to some
// bursts and a rest, every pair of alignments, every distance of an overlap, and the bytes around the destination.

#include <cane/cane.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace {

constexpr std::size_t longest = 80;
constexpr std::size_t alignments = 8;
constexpr std::size_t margin = 16;
constexpr std::size_t arena_bytes = longest + alignments + 2 * margin;

using Arena = std::uint8_t[arena_bytes];
alignas(8) constinit Arena actual = {};
alignas(8) constinit Arena wanted = {};
alignas(8) constinit Arena source = {};

// Calls the functions themselves: the compiler may not open them up.
void* (*volatile copy)(void*, const void*, std::size_t) = std::memcpy;
void* (*volatile move)(void*, const void*, std::size_t) = std::memmove;
void* (*volatile fill)(void*, int, std::size_t) = std::memset;
int (*volatile compare)(const void*, const void*, std::size_t) = std::memcmp;

const char* failure = nullptr;

void expect(bool holds, const char* what, std::size_t to, std::size_t from, std::size_t size) {
  if (holds || failure != nullptr) return;
  failure = what;
  cane::print("memory: ", what, " is wrong at offsets ", to, " and ", from, ", size ", size, "\n");
}

void store(std::uint8_t& byte, std::size_t value) {
  *const_cast<volatile std::uint8_t*>(&byte) = static_cast<std::uint8_t>(value);
}

void prepare() {
  for (std::size_t index = 0; index < arena_bytes; ++index) {
    store(source[index], index * 7 + 1);
    store(actual[index], index * 11 + 3);
    store(wanted[index], index * 11 + 3);
  }
}

bool are_equal() {
  for (std::size_t index = 0; index < arena_bytes; ++index)
    if (actual[index] != wanted[index]) return false;
  return true;
}

void check_copy(std::size_t to, std::size_t from, std::size_t size) {
  prepare();
  for (std::size_t index = 0; index < size; ++index) store(wanted[margin + to + index], source[margin + from + index]);
  const void* const result = copy(&actual[margin + to], &source[margin + from], size);
  expect(are_equal() && result == &actual[margin + to], "memcpy", to, from, size);
}

// Within one arena; the expectation is taken from the other, which still holds the old bytes.
void check_move(std::size_t to, std::size_t from, std::size_t size) {
  prepare();
  const void* const result = move(&actual[to], &actual[from], size);
  for (std::size_t index = 0; index < size; ++index) store(source[index], wanted[from + index]);
  for (std::size_t index = 0; index < size; ++index) store(wanted[to + index], source[index]);
  expect(are_equal() && result == &actual[to], "memmove", to, from, size);
}

void check_fill(std::size_t to, std::size_t size) {
  prepare();
  for (std::size_t index = 0; index < size; ++index) store(wanted[margin + to + index], 0xA5);
  const void* const result = fill(&actual[margin + to], 0x7A5, size);  // only the low byte of the value counts
  expect(are_equal() && result == &actual[margin + to], "memset", to, 0, size);
}

// Equal but for one byte, which is larger on one side; a byte behind the end differs too and must not count.
void check_compare(std::size_t to, std::size_t from, std::size_t size) {
  for (std::size_t index = 0; index < arena_bytes; ++index) store(actual[index], 0), store(source[index], 1);
  for (std::size_t index = 0; index < size; ++index) {
    store(actual[margin + to + index], index + 1);
    store(source[margin + from + index], index + 1);
  }
  const std::uint8_t* const left = &actual[margin + to];
  const std::uint8_t* const right = &source[margin + from];
  expect(compare(left, right, size) == 0, "memcmp of equals", to, from, size);
  if (size == 0) return;
  const std::size_t differing = size * 5 / 7 % size;
  store(actual[margin + to + differing], 0xFF);
  expect(compare(left, right, size) > 0, "memcmp of a greater", to, from, size);
  expect(compare(right, left, size) < 0, "memcmp of a less", to, from, size);
}

void check_all_alignments(std::size_t size) {
  for (std::size_t to = 0; to < alignments; ++to) {
    check_fill(to, size);
    for (std::size_t from = 0; from < alignments; ++from) {
      check_copy(to, from, size);
      check_compare(to, from, size);
    }
  }
}

void check_all_overlaps(std::size_t size) {
  for (std::size_t to = 0; to + size <= arena_bytes; to += 3)
    for (std::size_t from = 0; from + size <= arena_bytes; ++from) check_move(to, from, size);
}

}  // namespace

int main() {
  for (std::size_t size = 0; size <= longest; ++size) check_all_alignments(size);
  for (std::size_t size : {0, 1, 3, 4, 7, 8, 31, 32, 33, 40, 71}) check_all_overlaps(size);
  if (failure == nullptr) {
    cane::print("cane: verdict pass\n");
    cane::kernel::finish(0);
  }
  cane::print("cane: verdict fail: ", failure, "\n");
  cane::kernel::finish(1);
}
