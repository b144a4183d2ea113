// The sum of two instants, which means nothing.
// refused: no match for .operator\+|invalid operands to binary expression

#include <cane/time.hpp>

#ifdef REFUSED
auto sum(cane::Instant a, cane::Instant b) { return a + b; }
#else
auto sum(cane::Instant a, cane::Duration b) { return a + b; }
#endif
