// A duration where an instant is meant.
// refused: cannot convert|cannot initialize|no matching function|no viable conversion|no known conversion

#include <cane/this_thread.hpp>

#ifdef REFUSED
void wait() { cane::this_thread::sleep_until(cane::milliseconds(5)); }
#else
void wait() { cane::this_thread::sleep_until(cane::now() + cane::milliseconds(5)); }
#endif
