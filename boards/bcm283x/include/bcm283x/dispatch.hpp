#pragma once
// From an interrupt to its handler.

#include <bcm283x/handler_table.hpp>

namespace cane::bcm283x {

// Runs the handler of one pending line of the shared controller. A line that nobody answers is masked, or it would
// interrupt for ever; the table counts it. None pending: nothing.
void dispatch_shared_line(HandlerTable& handlers);

}  // namespace cane::bcm283x
