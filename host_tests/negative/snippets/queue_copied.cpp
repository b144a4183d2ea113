// A second copy of a queue.
// refused: deleted

#include <cane/queue.hpp>

cane::Queue<int, 4> queue;

#ifdef REFUSED
void copy() { cane::Queue<int, 4> other{queue}; }
#else
void refer() { [[maybe_unused]] cane::Queue<int, 4>& other{queue}; }
#endif
