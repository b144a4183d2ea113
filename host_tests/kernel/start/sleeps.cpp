// An application that boots, runs a thread, lets a hundred days pass and ends the run itself.

#include <cane/cane.hpp>

namespace {

constinit cane::Thread sleeper;
cane::Stack<4096> stack;

void sleep() {
  const cane::Instant start = cane::now();
  cane::this_thread::sleep_for(cane::seconds(100LL * 24 * 3600));
  cane::print("slept ", cane::to_nanoseconds(cane::now() - start), "\n");
  cane::print("cane: verdict pass\n");
  cane::kernel::finish(0);
}

}  // namespace

int main() {
  cane::print("main runs first\n");
  sleeper.start(stack, {.name = "sleeper", .priority = cane::Priority{3}}, sleep);
  cane::print("main goes on\n");
  return 0;
}
