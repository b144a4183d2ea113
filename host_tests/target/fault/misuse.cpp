// Calls made where or how they must not be: the scenarios below.

#include "fault_image.hpp"
#include "scenario.hpp"

#include <arch/cpu.hpp>

namespace {

using cane::Priority;

constinit cane::Queue<std::uint32_t, 1> queue;
constinit cane::Thread other;
[[gnu::section(".bss.stacks")]] cane::Stack<4096> other_stack;

void do_nothing() {}
void start_other() { other.start(other_stack, {.name = "other", .priority = Priority{9}}, do_nothing); }
void receive() { (void)queue.receive(); }
void send() { (void)queue.send(1); }
void sleep() { cane::this_thread::sleep_for(cane::milliseconds(1)); }
void join_other() { other.join(); }

void receive_in_handler() { fault::in_handler(receive); }
void try_receive_for_in_handler() {
  fault::in_handler([] { (void)queue.try_receive_for(cane::milliseconds(1)); });
}
void send_in_handler() { fault::in_handler(send); }
void sleep_in_handler() { fault::in_handler(sleep); }
void yield_in_handler() { fault::in_handler(cane::this_thread::yield); }
void exit_in_handler() {
  fault::in_handler([] { cane::this_thread::exit(); });
}
void join_in_handler() {
  start_other();
  fault::in_handler(join_other);
}
void receive_before_start() { receive(); }
void sleep_before_start() { sleep(); }
void sleep_with_interrupts_masked() {
  fault::in_thread([] {
    (void)cane::arch::mask_interrupts();
    sleep();
  });
}
void start_twice() {
  start_other();
  start_other();
}
void join_itself() {
  static constinit cane::Thread narcissus;
  narcissus.start(other_stack, {.name = "narcissus", .priority = Priority{5}}, [] { narcissus.join(); });
}
void join_never_started() { fault::in_thread(join_other); }
void bad_threshold() {
  other.start(other_stack, {.name = "other", .priority = Priority{4}, .preemption_threshold = Priority{5}}, do_nothing);
}
void too_many_threads() {
  static constinit cane::Thread threads[cane::config::timeout_capacity + 1];
  [[gnu::section(".bss.stacks")]] static cane::Stack<4096> stacks[cane::config::timeout_capacity + 1];
  for (std::uint32_t index = 0; index <= cane::config::timeout_capacity; ++index) {
    if (index == cane::config::timeout_capacity) cane::print("all places are taken\n");
    threads[index].start(stacks[index], {.name = "one of many", .priority = Priority{9}}, do_nothing);
  }
}
void null_handler() { cane::interrupt::attach(cane::InterruptLine{32}, nullptr, nullptr); }
void line_out_of_range() { cane::interrupt::enable(cane::InterruptLine{1000}); }
void application_panic() {
  fault::in_thread([] { cane::panic("the application's own invariant"); });
}
void main_returns_an_error() {}

constexpr test::Scenario scenarios[] = {
    {"receive_in_handler", receive_in_handler},
    {"try_receive_for_in_handler", try_receive_for_in_handler},
    {"send_in_handler", send_in_handler},
    {"sleep_in_handler", sleep_in_handler},
    {"yield_in_handler", yield_in_handler},
    {"exit_in_handler", exit_in_handler},
    {"join_in_handler", join_in_handler},
    {"receive_before_start", receive_before_start},
    {"sleep_before_start", sleep_before_start},
    {"sleep_with_interrupts_masked", sleep_with_interrupts_masked},
    {"start_twice", start_twice},
    {"join_itself", join_itself},
    {"join_never_started", join_never_started},
    {"bad_threshold", bad_threshold},
    {"too_many_threads", too_many_threads},
    {"null_handler", null_handler},
    {"line_out_of_range", line_out_of_range},
    {"application_panic", application_panic},
    {"main_returns_an_error", main_returns_an_error},
};

}  // namespace

int main() {
  test::run_scenario(scenarios);
  return test::scenario_name() == "main_returns_an_error" ? 1 : 0;
}
