// A queue assigned to another.
// refused: deleted

#include <cane/queue.hpp>

cane::Queue<int, 4> one, other;

#ifdef REFUSED
void assign() { one = other; }
#else
void assign() { (void)one.try_send(1); }
#endif
