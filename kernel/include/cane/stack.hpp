#pragma once
// The memory a thread runs on: a guard page that faults at the instant of an overflow, and above it `Bytes` of stack.
// Nobody reads a stack before writing it, so it may lie in .bss.stacks, which boot does not clear.

#include <cstddef>

namespace cane {

inline constexpr std::size_t stack_page_bytes = 4096;

/// `Bytes` of stack for one thread, rounded up to whole pages. 264 bytes at the high end hold the thread's VFP/NEON
/// registers while others use the unit; a thread begins below them. Boot clears it with the rest of .bss unless it is
/// put into the section ".bss.stacks".
/// Context: does not matter. Fails: never. Checks: size, at compile time. Time: none.
template <std::size_t Bytes>
class alignas(stack_page_bytes) Stack {
  static_assert(Bytes >= 512, "a stack holds at least 512 bytes: one interrupt frame, the VFP registers, some calls");

 public:
  static constexpr std::size_t usable_bytes = (Bytes + stack_page_bytes - 1) / stack_page_bytes * stack_page_bytes;

  /// The page that is unmapped when the thread starts. Context: any. Fails: never. Checks: none. Time: constant.
  [[nodiscard]] void* guard() { return guard_; }
  /// The lowest usable byte. Context: any. Fails: never. Checks: none. Time: constant.
  [[nodiscard]] void* low_end() { return memory_; }

 private:
  std::byte guard_[stack_page_bytes];
  std::byte memory_[usable_bytes];
};

}  // namespace cane
