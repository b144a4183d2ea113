// Boot on the desk, for a program that is a whole image: the kernel starts instead of main(), and calls the application's
// main() itself, as on a board. The linker sends every call of main() here (--wrap=main): the first is the C library's, the
// second is the kernel's.

#include <port/upcalls.hpp>

extern "C" int __real_main();

extern "C" int __wrap_main() {
  static bool is_booted = false;
  if (is_booted) return __real_main();
  is_booted = true;
  cane_kernel_start();
}
