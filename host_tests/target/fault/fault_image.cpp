// See fault_image.hpp.

#include "fault_image.hpp"

#include "interrupt_sources.hpp"

namespace fault {

namespace {

constinit cane::Thread worker;
[[gnu::section(".bss.stacks")]] cane::Stack<stack_bytes> stack;
constinit void (*wanted)() = nullptr;

void act_and_fail() {
  wanted();
  test::fail("the fault was survived");
}

void handle(void*) {
  test::acknowledge_software_interrupt();
  act_and_fail();
}

void start_worker(void (*function)()) {
  cane::print("fault: guard page ", cane::hex(reinterpret_cast<std::uintptr_t>(stack.guard())), "\n");
  test::arm_watchdog(cane::seconds(5));
  worker.start(stack, {.name = "worker", .priority = cane::Priority{5}}, function);
}

}  // namespace

void in_thread(void (*act)()) {
  wanted = act;
  start_worker(act_and_fail);
}

void in_handler(void (*act)()) {
  wanted = act;
  cane::interrupt::attach(test::software_line, handle, nullptr);
  cane::interrupt::enable(test::software_line);
  start_worker([] {
    test::raise_software_interrupt();
    test::fail("the handler did not run");
  });
}

cane::Stack<stack_bytes>& worker_stack() { return stack; }

}  // namespace fault
