#pragma once
// Who answers which interrupt line. Touches no hardware: what to do about a line that nobody answers is the caller's.

#include <bcm283x/interrupt_lines.hpp>
#include <cstdint>

namespace cane::bcm283x {

class HandlerTable {
 public:
  // The handler is in force from the line's next interrupt on. The line is below line::end.
  void attach(InterruptLine line, interrupt::Handler handler, void* context);

  // Runs the line's handler. False, and counted, when there is none: the caller must mask the line, or it comes for ever.
  [[nodiscard]] bool run(InterruptLine line);

  [[nodiscard]] std::uint32_t unanswered() const { return unanswered_; }

 private:
  struct Entry {
    interrupt::Handler handler;
    void* context;
  };

  Entry entries_[line::end] = {};
  std::uint32_t unanswered_ = 0;
};

}  // namespace cane::bcm283x
