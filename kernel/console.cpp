// The way from print() and finish() to the board.

#include <cane/kernel.hpp>
#include <cane/print.hpp>
#include <port/platform.hpp>
#include <sched/scheduler.hpp>

namespace cane {

void detail::write_to_console(std::string_view text) { platform::console_write(text); }

std::uint32_t kernel::context_switches() { return sched::context_switches(); }

void kernel::finish(std::uint32_t status) { platform::finish(status); }

}  // namespace cane
