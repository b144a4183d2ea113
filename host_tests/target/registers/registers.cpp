// r0–r12, lr, the flags and SP survive interrupts that come at any instant, whether or not they end in another thread; and
// the stack of a handler and of a new thread is aligned as C++ expects.

#include "harness.hpp"
#include "interrupt_sources.hpp"

namespace {

struct Registers {
  std::uint32_t general[14];  // r0–r12, lr
  std::uint32_t status;
};

}  // namespace

extern "C" void exercise_registers(const Registers* given, Registers* seen);
extern "C" void note_stack_pointer(std::uint32_t* where);
extern "C" void raise_with_odd_stack(volatile std::uint32_t* where, std::uint32_t value);

namespace {

using cane::Priority;

constexpr std::uint32_t flags = 0xF80F'0000;  // N Z C V Q, GE
constexpr std::uint32_t wanted_rounds = TARGET_SWITCHES / 2;

struct User {
  std::uint32_t number;
  Registers given{}, seen{};
  std::uint32_t rounds = 0;
};
constinit User interrupted{1}, urgent{2};
constinit cane::Queue<std::uint32_t, 4> wake;
constinit cane::Thread low, high;
[[gnu::section(".bss.stacks")]] cane::Stack<4096> stack_low, stack_high;
constinit std::uint32_t interrupts = 0, preemptions = 0;

void one_round(User& user) {
  user.rounds += 1;
  std::uint32_t value = user.rounds * 0x9E37'79B1U ^ user.number << 24;
  for (std::uint32_t& word : user.given.general) word = value = value * 0x0019'660DU + 0x3C6E'F35FU;
  user.given.status = value & flags;
  exercise_registers(&user.given, &user.seen);
  for (std::uint32_t index = 0; index < 14; ++index) {
    test::expect_equal(user.seen.general[index], user.given.general[index], "a core register was changed");
  }
  test::expect_equal(user.seen.status & flags, user.given.status, "the flags were changed");
}

void handle(void*) {
  test::acknowledge_compare_interrupt();
  interrupts += 1;
  test::arm_compare_interrupt(2 + interrupts % 3);
  if (interrupts % 2 == 0) (void)wake.try_send(interrupts);
}

void urgent_thread() {
  for (;;) {
    test::expect(wake.receive().has_value(), "the urgent thread is woken");
    preemptions += 1;
    one_round(urgent);
  }
}

void note_in_handler(void* where) {
  test::acknowledge_software_interrupt();
  note_stack_pointer(static_cast<std::uint32_t*>(where));
}

void check_alignment() {
  std::uint32_t of_thread = 1, of_handler = 1;
  note_stack_pointer(&of_thread);
  test::expect_equal(of_thread % 8, 0, "SP of a thread is a multiple of 8");
  cane::interrupt::attach(test::software_line, note_in_handler, &of_handler);
  cane::interrupt::enable(test::software_line);
  constexpr auto set = test::MphiBlock::base + static_cast<std::uint32_t>(test::MphiBlock::Register::software_set);
  auto* const software_set = reinterpret_cast<volatile std::uint32_t*>(set);
  raise_with_odd_stack(software_set, 1);
  test::expect_equal(of_handler % 8, 0, "SP of a handler is a multiple of 8, whatever the thread's is");
}

void run() {
  check_alignment();
  cane::interrupt::attach(test::compare_line, handle, nullptr);
  cane::interrupt::enable(test::compare_line);
  test::arm_compare_interrupt(2);
  while (interrupted.rounds < wanted_rounds) one_round(interrupted);
  cane::interrupt::disable(test::compare_line);
  cane::print("registers: rounds ", interrupted.rounds, " interrupts ", interrupts, " preemptions ", preemptions, "\n");
  test::expect(interrupts > wanted_rounds / 8, "interrupts came");
  test::expect(preemptions > wanted_rounds / 16, "the interrupted thread was preempted");
  test::pass();
}

}  // namespace

int main() {
  test::arm_watchdog(cane::seconds(100));
  high.start(stack_high, {.name = "urgent", .priority = Priority{3}}, urgent_thread);
  low.start(stack_low, {.name = "interrupted", .priority = Priority{4}}, run);
  return 0;
}
