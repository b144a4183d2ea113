// A duration that is a floating-point number.
// refused: no matching function

#include <cane/this_thread.hpp>
#include <chrono>

#ifdef REFUSED
void wait() { cane::this_thread::sleep_for(std::chrono::duration<double>{0.5}); }
#else
void wait() { cane::this_thread::sleep_for(std::chrono::milliseconds{500}); }
#endif
