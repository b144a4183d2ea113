// The first thread: it lights the activity LED for half a second, darkens it for half a second, and says so. On a board it
// goes on for ever; under an emulator it ends after five blinks.

#include <board.hpp>
#include <cane/cane.hpp>

namespace {

using namespace cane::literals;

constinit cane::Thread blinker;
[[gnu::section(".bss.stacks")]] cane::Stack<4096> blinker_stack;

void blink() {
  cane::board::activity_led.initialise();
  cane::Instant next = cane::now();
  for (unsigned count = 1; count <= 5 || !cane::board::is_emulated(); ++count) {
    cane::board::activity_led.turn_on();
    cane::this_thread::sleep_until(next += 500_ms);
    cane::board::activity_led.turn_off();
    cane::this_thread::sleep_until(next += 500_ms);
    cane::print("blink ", count, "\n");
  }
  cane::print("cane: verdict pass\n");
  cane::kernel::finish(0);
}

}  // namespace

int main() {
  blinker.start(blinker_stack, {.name = "blinker", .priority = cane::Priority{10}}, blink);
  return 0;
}
