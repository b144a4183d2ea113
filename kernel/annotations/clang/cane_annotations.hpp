#pragma once
// Thread-safety annotations for clang's analysis (-Wthread-safety). A function states the lock it needs, takes or gives
// back in its declaration; the host-analysis build proves it. The twin in annotations/gcc is empty.

#define CANE_CAPABILITY(name) __attribute__((capability(name)))
#define CANE_GUARDED_BY(lock) __attribute__((guarded_by(lock)))
#define CANE_ACQUIRE(...) __attribute__((acquire_capability(__VA_ARGS__)))
#define CANE_RELEASE(...) __attribute__((release_capability(__VA_ARGS__)))
#define CANE_REQUIRES(...) __attribute__((requires_capability(__VA_ARGS__)))
#define CANE_EXCLUDES(...) __attribute__((locks_excluded(__VA_ARGS__)))
#define CANE_SCOPED __attribute__((scoped_lockable))
#define CANE_NO_ANALYSIS __attribute__((no_thread_safety_analysis))
