// A bare number where a duration is meant.
// refused: no matching function

#include <cane/this_thread.hpp>

#ifdef REFUSED
void wait() { cane::this_thread::sleep_for(5); }
#else
void wait() { cane::this_thread::sleep_for(cane::milliseconds(5)); }
#endif
