// A priority beyond the last level.
// refused: out_of_range|not a constant expression

#include <cane/priority.hpp>

#ifdef REFUSED
cane::Priority chosen() { return cane::Priority{cane::Priority::levels}; }
#else
cane::Priority chosen() { return cane::Priority{cane::Priority::levels - 1}; }
#endif
