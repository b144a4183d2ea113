// A stack on which not even an interrupt fits.
// refused: a stack holds at least 512 bytes

#include <cane/stack.hpp>

#ifdef REFUSED
cane::Stack<64> stack;
#else
cane::Stack<512> stack;
#endif
