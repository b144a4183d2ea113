// A queue that holds nothing.
// refused: a queue holds 1 to 32,768 messages

#include <cane/queue.hpp>

#ifdef REFUSED
cane::Queue<int, 0> queue;
#else
cane::Queue<int, 1> queue;
#endif
