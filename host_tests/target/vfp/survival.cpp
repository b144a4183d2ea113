// Nobody's VFP/NEON registers are ever seen or spoiled by another: several threads with a pattern in every register and in
// FPSCR, across yields, blocking calls, preemption from an interrupt at any instant, handlers that use the unit
// themselves (knowingly, and through copies that the compiler makes of it), and threads that never use it.
//
// This file is compiled without the unit: what is in the registers is what vfp_fill() put there. Copies that do use it are
// in copies.cpp.

#include "copies.hpp"
#include "harness.hpp"
#include "interrupt_sources.hpp"

#include <platform/platform.hpp>

namespace {

using cane::Priority;

struct Registers {
  std::uint64_t doubles[VFP_DOUBLES];
  std::uint32_t fpscr;
  std::uint32_t unused;
};

}  // namespace

// registers.S: loads and stores every register of the unit and FPSCR.
extern "C" void vfp_fill(const Registers* from);
extern "C" void vfp_dump(Registers* to);

namespace {

// Bits of FPSCR that both units keep and that change no copy: flags, default NaN, flush to zero, rounding, cumulative bits.
constexpr std::uint32_t fpscr_kept = 0xF3C0'009F;
constexpr std::uint32_t initial_fpscr = VFP_INITIAL_FPSCR;
constexpr std::uint32_t wanted_switches = TARGET_SWITCHES;

struct User {
  const char* name;
  std::uint32_t number;
  Registers given{}, seen{};
  std::uint32_t rounds = 0;
};
constinit User user_a{"a", 1}, user_b{"b", 2}, user_c{"c", 3}, handler_user{"handler", 4};
constinit cane::Thread first, thread_a, thread_b, thread_c, plain, judge;
[[gnu::section(".bss.stacks")]] cane::Stack<4096> stack_first, stack_a, stack_b, stack_c, stack_plain, stack_judge;
constinit cane::Queue<std::uint32_t, 4> wake_c;
constinit std::uint32_t interrupts = 0, plain_rounds = 0;

bool unit_is_on() {
  std::uint32_t fpexc;
  asm volatile("vmrs %0, fpexc" : "=r"(fpexc));
  return (fpexc & 1U << 30) != 0;
}

// A value that tells user, round and register apart.
std::uint64_t pattern(const User& user, std::uint32_t index) {
  const std::uint32_t word = (user.number << 28) ^ (user.rounds * 0x9E37'79B1U) ^ (index * 0x0101'0101U);
  return std::uint64_t{word} << 32 | (~word ^ user.number);
}

void fill(User& user) {
  user.rounds += 1;
  for (std::uint32_t index = 0; index < VFP_DOUBLES; ++index) user.given.doubles[index] = pattern(user, index);
  user.given.fpscr = (user.rounds * 0x1234'5677U ^ user.number << 28) & fpscr_kept;
  vfp_fill(&user.given);
}

void check(User& user) {
  vfp_dump(&user.seen);
  for (std::uint32_t index = 0; index < VFP_DOUBLES; ++index) {
    if (user.seen.doubles[index] == user.given.doubles[index]) continue;
    cane::platform::console_write_now(user.name);
    test::expect_equal(user.seen.doubles[index], user.given.doubles[index], "a VFP register was changed");
  }
  test::expect_equal(user.seen.fpscr & fpscr_kept, user.given.fpscr, "FPSCR was changed");
}

void expect_fresh(const Registers& seen, const char* what) {
  std::uint64_t bits = 0;
  for (const std::uint64_t value : seen.doubles) bits |= value;
  test::expect_equal(bits, 0, what);
  test::expect_equal(seen.fpscr, initial_fpscr, "FPSCR at the first use");
}

void spin(std::uint32_t passes) {
  for (; passes > 0; --passes) asm volatile("");
}

// Before anybody has used the unit: a handler does. It finds zeros, and leaves neither its values nor the unit on.
void use_first_in_handler(void*) {
  test::acknowledge_software_interrupt();
  vfp_dump(&handler_user.seen);
  expect_fresh(handler_user.seen, "a handler's first use finds another's registers");
  fill(handler_user);
}

void check_first_uses() {
  test::expect(!unit_is_on(), "the unit is off before its first use");
  cane::interrupt::attach(test::software_line, use_first_in_handler, nullptr);
  cane::interrupt::enable(test::software_line);
  test::raise_software_interrupt();
  test::expect_equal(handler_user.rounds, 1, "the handler ran");
  test::expect(!unit_is_on(), "the unit is off after a handler's use when the thread had none");
  vfp_dump(&user_a.seen);
  expect_fresh(user_a.seen, "a thread's first use finds another's registers");
  test::expect(unit_is_on(), "the unit is on after its first use");
  fill(user_a);
  test::raise_software_interrupt();
  check(user_a);
}

void yielding_user(User& user) {
  for (;;) {
    fill(user);
    spin(user.rounds * 37 % 256);
    cane::this_thread::yield();
    check(user);
  }
}

// Woken by the handler, and so preempting whoever runs. Blocks with its pattern in the registers.
void blocking_user(User& user) {
  for (;;) {
    fill(user);
    test::expect(wake_c.receive().has_value(), "the blocked user is woken");
    check(user);
  }
}

void never_uses() {
  for (;;) {
    test::expect(!unit_is_on(), "the unit is off in a thread that never uses it");
    plain_rounds += 1;
    cane::this_thread::yield();
  }
}

// Every other interrupt uses the unit; one in four wakes the blocked user, before or after that.
void handle(void*) {
  test::acknowledge_compare_interrupt();
  interrupts += 1;
  test::arm_compare_interrupt(2 + interrupts % 7);
  if (interrupts % 8 == 0) (void)wake_c.try_send(interrupts);
  if (interrupts % 2 == 0) {
    fill(handler_user);
    check(handler_user);
    test::expect(test::copies_agree(interrupts), "copies in a handler");
  }
  if (interrupts % 8 == 4) (void)wake_c.try_send(interrupts);
}

void check_rounds() {
  test::expect(user_a.rounds > wanted_switches / 10, "user a took its turns");
  test::expect(user_b.rounds > wanted_switches / 10, "user b took its turns");
  test::expect(user_c.rounds > wanted_switches / 500, "user c took its turns");
  test::expect(plain_rounds > wanted_switches / 10, "the thread without the unit took its turns");
  test::expect(interrupts > wanted_switches / 100, "interrupts came");
  cane::print("vfp: switches ", cane::kernel::context_switches(), " interrupts ", interrupts, " rounds ", user_a.rounds,
              " ", user_b.rounds, " ", user_c.rounds, " ", plain_rounds, "\n");
}

void judge_when_done() {
  while (cane::kernel::context_switches() < wanted_switches) cane::this_thread::sleep_for(cane::milliseconds(1));
  check_rounds();
  test::pass();
}

void leave_pattern_behind() {
  check_first_uses();
  fill(user_b);
}

// A thread object started again on the same stack is a new thread: its registers are fresh.
void check_restart() {
  vfp_dump(&user_a.seen);
  expect_fresh(user_a.seen, "a thread started again finds its predecessor's registers");
}

// The whole depth of a stack is the program's: registers that are stored do not land on frames that reach down to the guard.
// The first thread ends with a pattern in the unit, so its registers are stored.
void run_first_over_a_mark() {
  constexpr std::uint32_t mark = 0x600D'5EED;
  auto* const deepest_frame = static_cast<std::uint32_t*>(stack_first.low_end());
  for (std::uint32_t word = 0; word < sizeof(Registers) / 4; ++word) deepest_frame[word] = mark;
  first.start(stack_first, {.name = "first", .priority = Priority{4}}, leave_pattern_behind);
  first.join();
  for (std::uint32_t word = 0; word < sizeof(Registers) / 4; ++word)
    test::expect_equal(deepest_frame[word], mark, "stored registers land on the deepest frame of the stack");
}

void run() {
  run_first_over_a_mark();
  first.start(stack_first, {.name = "again", .priority = Priority{4}}, check_restart);
  first.join();
  cane::interrupt::attach(test::compare_line, handle, nullptr);
  cane::interrupt::enable(test::compare_line);
  test::arm_compare_interrupt(2);
  thread_c.start<blocking_user>(stack_c, {.name = "c", .priority = Priority{3}}, user_c);
  thread_a.start<yielding_user>(stack_a, {.name = "a", .priority = Priority{4}}, user_a);
  thread_b.start<yielding_user>(stack_b, {.name = "b", .priority = Priority{4}}, user_b);
  plain.start(stack_plain, {.name = "plain", .priority = Priority{4}}, never_uses);
  judge_when_done();
}

}  // namespace

int main() {
  test::arm_watchdog(cane::seconds(100));
  judge.start(stack_judge, {.name = "judge", .priority = Priority{2}}, run);
  return 0;
}
