// The C library's four memory functions with core registers only: newlib's use NEON on the Cortex-A7, and a copy in an
// interrupt handler must not touch the state of the thread it interrupts. The compiler calls these by name for copies
// of its own, so they are compiled with -fno-tree-loop-distribute-patterns: else their loops would become calls to
// themselves.

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace {

// Units of a copy. may_alias: the bytes copied are objects of any type. A burst becomes one LDM and one STM.
using Word [[gnu::may_alias]] = std::uint32_t;
struct [[gnu::may_alias]] Burst {
  std::uint32_t words[8];
};

bool is_word_aligned(const void* address) { return (reinterpret_cast<std::uintptr_t>(address) & 3) == 0; }

// Both addresses reach a word boundary after the same number of bytes.
bool are_congruent(const void* one, const void* other) {
  return ((reinterpret_cast<std::uintptr_t>(one) ^ reinterpret_cast<std::uintptr_t>(other)) & 3) == 0;
}

template <class Unit>
void copy_forward(std::byte*& to, const std::byte*& from, std::size_t& size) {
  for (; size >= sizeof(Unit); size -= sizeof(Unit), to += sizeof(Unit), from += sizeof(Unit))
    *reinterpret_cast<Unit*>(to) = *reinterpret_cast<const Unit*>(from);
}

template <class Unit>
void copy_backward(std::byte*& to_end, const std::byte*& from_end, std::size_t& size) {
  for (; size >= sizeof(Unit); size -= sizeof(Unit)) {
    to_end -= sizeof(Unit);
    from_end -= sizeof(Unit);
    *reinterpret_cast<Unit*>(to_end) = *reinterpret_cast<const Unit*>(from_end);
  }
}

// Sixteen bytes a store: clearing .bss spends its time here. The compiler makes single stores of the same in C++.
void fill_bursts(std::byte*& to, std::uint32_t word, std::size_t& size) {
  register std::uint32_t first asm("r4") = word;
  register std::uint32_t second asm("r5") = word;
  register std::uint32_t third asm("r6") = word;
  register std::uint32_t fourth asm("r7") = word;
  for (; size >= sizeof(Burst); size -= sizeof(Burst))
    asm volatile("stmia %0!, {%1, %2, %3, %4}\n\tstmia %0!, {%1, %2, %3, %4}"
                 : "+r"(to)
                 : "r"(first), "r"(second), "r"(third), "r"(fourth)
                 : "memory");
}

// From the first byte to the last. Each unit is read before it is written, so `to` may overlap the source from below.
void copy_upwards(std::byte* to, const std::byte* from, std::size_t size) {
  if (are_congruent(to, from)) {
    for (; size != 0 && !is_word_aligned(to); --size) *to++ = *from++;
    copy_forward<Burst>(to, from, size);
    copy_forward<Word>(to, from, size);
  }
  copy_forward<std::byte>(to, from, size);
}

// From the last byte to the first: `to_end` may overlap the source from above.
void copy_downwards(std::byte* to_end, const std::byte* from_end, std::size_t size) {
  if (are_congruent(to_end, from_end)) {
    for (; size != 0 && !is_word_aligned(to_end); --size) *--to_end = *--from_end;
    copy_backward<Word>(to_end, from_end, size);
  }
  copy_backward<std::byte>(to_end, from_end, size);
}

}  // namespace

extern "C" void* memcpy(void* __restrict destination, const void* __restrict source, std::size_t size) {
  copy_upwards(static_cast<std::byte*>(destination), static_cast<const std::byte*>(source), size);
  return destination;
}

extern "C" void* memmove(void* destination, const void* source, std::size_t size) {
  auto* const to = static_cast<std::byte*>(destination);
  const auto* const from = static_cast<const std::byte*>(source);
  const bool starts_inside_source =
      reinterpret_cast<std::uintptr_t>(to) - reinterpret_cast<std::uintptr_t>(from) < size;
  if (starts_inside_source)
    copy_downwards(to + size, from + size, size);
  else
    copy_upwards(to, from, size);
  return destination;
}

extern "C" void* memset(void* destination, int value, std::size_t size) {
  auto* to = static_cast<std::byte*>(destination);
  const auto byte = static_cast<std::byte>(value);
  const std::uint32_t word = static_cast<std::uint8_t>(value) * 0x01010101U;
  for (; size != 0 && !is_word_aligned(to); --size) *to++ = byte;
  fill_bursts(to, word, size);
  for (; size >= sizeof(Word); size -= sizeof(Word), to += sizeof(Word)) *reinterpret_cast<Word*>(to) = word;
  for (; size != 0; --size) *to++ = byte;
  return destination;
}

extern "C" int memcmp(const void* one, const void* other, std::size_t size) {
  const auto* left = static_cast<const std::uint8_t*>(one);
  const auto* right = static_cast<const std::uint8_t*>(other);
  if (is_word_aligned(left) && is_word_aligned(right))
    for (; size >= sizeof(Word) && *reinterpret_cast<const Word*>(left) == *reinterpret_cast<const Word*>(right);
         size -= sizeof(Word)) {
      left += sizeof(Word);
      right += sizeof(Word);
    }
  for (; size != 0; --size, ++left, ++right)
    if (*left != *right) return *left - *right;
  return 0;
}
