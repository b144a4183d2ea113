#pragma once
// Thread-safety annotations for compilers that have no such analysis: nothing. The twin in annotations/clang gives
// them their meaning; CMake's include path chooses.

#define CANE_CAPABILITY(name)
#define CANE_GUARDED_BY(lock)
#define CANE_ACQUIRE(...)
#define CANE_RELEASE(...)
#define CANE_REQUIRES(...)
#define CANE_EXCLUDES(...)
#define CANE_SCOPED
#define CANE_NO_ANALYSIS
