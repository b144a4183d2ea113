// A queue of more places than its counters hold.
// refused: a queue holds 1 to 32,768 messages

#include <cane/queue.hpp>

#ifdef REFUSED
cane::Queue<int, 32769> queue;
#else
cane::Queue<int, 32768> queue;
#endif
