// Handlers are attached with interrupts masked, so that an interrupt never sees one half of an entry.

#include <bcm283x/handler_table.hpp>
#include <bcm283x/register_backend.hpp>

namespace cane::bcm283x {

void HandlerTable::attach(InterruptLine line, interrupt::Handler handler, void* context) {
  const register_backend::InterruptMask mask;
  entries_[static_cast<std::uint32_t>(line)] = {handler, context};
}

bool HandlerTable::run(InterruptLine line) {
  const Entry& entry = entries_[static_cast<std::uint32_t>(line)];
  if (entry.handler == nullptr) {
    ++unanswered_;
    return false;
  }
  entry.handler(entry.context);
  return true;
}

}  // namespace cane::bcm283x
