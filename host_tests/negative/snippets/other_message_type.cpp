// A message of another type than the queue holds.
// refused: could not bind|no known conversion|cannot convert|invalid conversion|no viable conversion|could not convert

#include <cane/queue.hpp>

struct Reading {
  int value;
};
cane::Queue<Reading, 4> queue;

#ifdef REFUSED
cane::Status send() { return queue.send("text"); }
#else
cane::Status send() { return queue.send({5}); }
#endif
