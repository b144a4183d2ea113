// A thread argument that is gone when the thread looks.
// refused: no matching function|cannot bind|no matching member

#include <cane/thread.hpp>

cane::Thread thread;
cane::Stack<4096> stack;
void count(int& number) { ++number; }
int number;

#ifdef REFUSED
void start() { thread.start<count>(stack, {}, 5); }
#else
void start() { thread.start<count>(stack, {}, number); }
#endif
