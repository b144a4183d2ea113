// A receive whose message nobody takes.
// refused: unused-result|unused-value|nodiscard

#include <cane/queue.hpp>

cane::Queue<int, 4> queue;

#ifdef REFUSED
void take() { queue.receive(); }
#else
void take() { (void)queue.receive(); }
#endif
