// A send whose answer nobody looks at.
// refused: unused-result|unused-value|nodiscard

#include <cane/queue.hpp>

cane::Queue<int, 4> queue;

#ifdef REFUSED
void send() { queue.send(1); }
#else
cane::Status send() { return queue.send(1); }
#endif
