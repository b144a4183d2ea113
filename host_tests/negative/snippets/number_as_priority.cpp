// A bare number where a priority is meant.
// refused: could not convert|cannot convert|no viable conversion|chosen constructor is explicit|explicit constructor|no known conversion

#include <cane/thread.hpp>

#ifdef REFUSED
cane::ThreadOptions options{.name = "a", .priority = 3};
#else
cane::ThreadOptions options{.name = "a", .priority = cane::Priority{3}};
#endif
