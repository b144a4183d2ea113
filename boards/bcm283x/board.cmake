# What both boards are built from. cane_add_board(SOURCES <file>...) makes cane_board of it and of a board's own glue.

set(CANE_BCM283X_DIR ${CMAKE_CURRENT_LIST_DIR})

# The drivers, which also run on the desk against models of the hardware.
set(CANE_BCM283X_DRIVERS
  dispatch.cpp gpio.cpp handler_table.cpp interrupt_controller.cpp pl011.cpp property_mailbox.cpp system_timer.cpp)
list(TRANSFORM CANE_BCM283X_DRIVERS PREPEND ${CANE_BCM283X_DIR}/)

function(cane_add_board)
  cmake_parse_arguments(PARSE_ARGV 0 board "" "" "SOURCES")
  add_library(cane_board STATIC ${board_SOURCES} ${CANE_BCM283X_DRIVERS}
    ${CANE_BCM283X_DIR}/board_support.cpp ${CANE_BCM283X_DIR}/end_of_run.cpp)
  target_include_directories(cane_board PRIVATE ${CMAKE_SOURCE_DIR}/kernel)
  target_include_directories(cane_board PUBLIC ${CMAKE_SOURCE_DIR}/kernel/include)
  target_link_libraries(cane_board PUBLIC cane_board_interface cane_arch_interface PRIVATE cane_kernel_flags)
endfunction()
