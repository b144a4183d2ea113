#pragma once
// Whole-cache work at start-up, written once for each processor (armv6/cache.cpp, armv7a/cache.cpp). What is done to a
// range of addresses later on is in <arch/barrier.hpp>.

namespace cane::arch {

// Throws away whatever the caches hold after power-on or after the firmware, and makes the processor ready for them to
// be switched on. Only while MMU and data cache are off and before anything was cached by us: modified lines are lost.
void invalidate_caches();

}  // namespace cane::arch
