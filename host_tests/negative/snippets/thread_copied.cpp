// A second copy of a thread.
// refused: deleted

#include <cane/thread.hpp>

cane::Thread thread;

#ifdef REFUSED
void copy() { cane::Thread other{thread}; }
#else
void refer() { [[maybe_unused]] cane::Thread& other{thread}; }
#endif
