# The cross toolchain: Debian's GCC for bare-metal ARM with newlib and libstdc++. Says where the tools are and checks that
# they can do the job; the flags that choose a processor belong to the root CMakeLists.txt.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)

# Without an operating system nothing links until our own linker script is there: CMake's trials stop at a library.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

set(cane_toolchain_advice
  "Install it:  sudo apt-get install gcc-arm-none-eabi libstdc++-arm-none-eabi-newlib\n"
  "and configure again in a fresh build directory (cmake --fresh --preset pi2).")

foreach(tool gcc g++ objcopy objdump)
  string(MAKE_C_IDENTIFIER "CANE_ARM_${tool}" variable)
  find_program(${variable} arm-none-eabi-${tool})
  if(NOT ${variable})
    message(FATAL_ERROR "arm-none-eabi-${tool} is not in PATH. It is in Debian's package gcc-arm-none-eabi.\n"
      ${cane_toolchain_advice})
  endif()
endforeach()

set(CMAKE_C_COMPILER ${CANE_ARM_gcc})
set(CMAKE_CXX_COMPILER ${CANE_ARM_g__})
set(CMAKE_ASM_COMPILER ${CANE_ARM_gcc})
set(CMAKE_OBJCOPY ${CANE_ARM_objcopy})
set(CMAKE_OBJDUMP ${CANE_ARM_objdump})

# <expected> came with GCC 12: one look tells a missing library and a compiler that is too old from a good one.
get_property(cane_in_trial GLOBAL PROPERTY IN_TRY_COMPILE)
if(NOT cane_in_trial)
  file(WRITE ${CMAKE_BINARY_DIR}/toolchain_check.cpp "#include <expected>\nstd::expected<int, int> answer{1};\n")
  execute_process(
    COMMAND ${CMAKE_CXX_COMPILER} -std=c++23 -fsyntax-only ${CMAKE_BINARY_DIR}/toolchain_check.cpp
    RESULT_VARIABLE cane_check_failed OUTPUT_QUIET ERROR_VARIABLE cane_check_error)
  if(cane_check_failed)
    message(FATAL_ERROR "${CMAKE_CXX_COMPILER} cannot compile C++23's <expected>. Either its C++ headers are missing "
      "(Debian's package libstdc++-arm-none-eabi-newlib) or it is older than GCC 12.\n"
      ${cane_toolchain_advice} "\nThe compiler said:\n${cane_check_error}")
  endif()
endif()

# Libraries and headers come from the cross compiler alone, never from the machine that builds.
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
