// A message that cannot be copied by bytes.
// refused: T must be trivially copyable

#include <cane/queue.hpp>

struct Owner {
  ~Owner() {}
  int value;
};
struct Plain {
  int value;
};

#ifdef REFUSED
cane::Queue<Owner, 4> queue;
#else
cane::Queue<Plain, 4> queue;
#endif
