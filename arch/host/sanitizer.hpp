#pragma once
// What the address sanitizer must be told when a program changes stacks by itself. The functions are there only in a
// sanitized build, so they are weak and called when present: one source serves both builds.

#include <cstddef>

extern "C" {
[[gnu::weak]] void __sanitizer_start_switch_fiber(void** stack_of_this, const void* low_end, std::size_t bytes);
[[gnu::weak]] void __sanitizer_finish_switch_fiber(void* stack_of_this,
                                                   const void** old_low_end,
                                                   std::size_t* old_bytes);
[[gnu::weak]] void __asan_unpoison_memory_region(const volatile void* memory, std::size_t bytes);
}

namespace cane::arch::sanitizer {

struct Bounds {
  const void* low_end;
  std::size_t bytes;
};

// Before a switch: where what the sanitizer keeps for this stack goes, and the stack that runs next.
inline void start_switch(void** kept, Bounds next) {
  if (__sanitizer_start_switch_fiber != nullptr) __sanitizer_start_switch_fiber(kept, next.low_end, next.bytes);
}

// After it, on the other stack. Returns where the code before the switch ran.
inline Bounds finish_switch(void* kept) {
  Bounds before{nullptr, 0};
  if (__sanitizer_finish_switch_fiber != nullptr) __sanitizer_finish_switch_fiber(kept, &before.low_end, &before.bytes);
  return before;
}

inline void forget_poison(const void* memory, std::size_t bytes) {
  if (__asan_unpoison_memory_region != nullptr) __asan_unpoison_memory_region(memory, bytes);
}

}  // namespace cane::arch::sanitizer
