// One line an interrupt: when more are pending, the next interrupt comes at once, and the kernel gets its say in between.

#include <bcm283x/dispatch.hpp>
#include <bcm283x/interrupt_controller.hpp>

namespace cane::bcm283x {

void dispatch_shared_line(HandlerTable& handlers) {
  const auto line = interrupt_controller::next_pending();
  if (line && !handlers.run(*line)) interrupt_controller::disable(*line);
}

}  // namespace cane::bcm283x
