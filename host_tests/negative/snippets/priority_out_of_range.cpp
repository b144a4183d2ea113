// A priority beyond the last level.
// refused: out_of_range|not a constant expression

#include <cane/priority.hpp>

#ifdef REFUSED
constexpr cane::Priority priority{cane::Priority::levels};
#else
constexpr cane::Priority priority{cane::Priority::levels - 1};
#endif
