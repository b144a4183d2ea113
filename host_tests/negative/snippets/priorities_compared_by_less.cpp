// Priorities by <, of which nobody knows which way it counts.
// refused: no match for .operator<|invalid operands to binary expression

#include <cane/priority.hpp>

#ifdef REFUSED
bool first(cane::Priority a, cane::Priority b) { return a < b; }
#else
bool first(cane::Priority a, cane::Priority b) { return a.is_above(b); }
#endif
