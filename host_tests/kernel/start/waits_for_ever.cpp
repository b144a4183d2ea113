// An application in which, after a while, nothing can ever happen again.

#include <cane/cane.hpp>

namespace {

constinit cane::Queue<int, 1> queue;
constinit cane::Thread waiter;
cane::Stack<4096> stack;

void wait() { (void)queue.receive(); }

}  // namespace

int main() {
  waiter.start(stack, {.name = "waiter", .priority = cane::Priority{3}}, wait);
  return 0;
}
