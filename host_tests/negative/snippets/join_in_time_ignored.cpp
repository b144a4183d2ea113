// A join with a deadline that nobody asks about.
// refused: unused-result|unused-value|nodiscard

#include <cane/thread.hpp>

cane::Thread thread;

#ifdef REFUSED
void join() { thread.try_join_for(cane::milliseconds(1)); }
#else
bool join() { return thread.try_join_for(cane::milliseconds(1)); }
#endif
