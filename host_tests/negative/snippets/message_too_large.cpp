// A message of more than 4 KiB.
// refused: a message is at most 4 KiB

#include <cane/queue.hpp>

template <unsigned Bytes>
struct Message {
  char bytes[Bytes];
};

#ifdef REFUSED
cane::Queue<Message<5000>, 2> queue;
#else
cane::Queue<Message<4096>, 2> queue;
#endif
