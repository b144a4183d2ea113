// The desk's board: a clock turned by hand, an alarm, interrupt lines raised by hand, a console that is a string. It keeps
// the processor's interrupt line at the level that its sources ask for, after everything that can change it.

#include <arch/desk.hpp>
#include <array>
#include <cane/check.hpp>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <platform/desk.hpp>
#include <platform/pins.hpp>
#include <platform/platform.hpp>
#include <port/upcalls.hpp>

namespace cane::platform {

constinit PinProbe probe{};

namespace {

struct Answer {
  interrupt::Handler handler = nullptr;
  void* context = nullptr;
};

struct Interrupts {
  std::array<Answer, desk::interrupt_lines> answers{};
  std::array<std::uint32_t, desk::interrupt_lines> pending{};
  std::array<bool, desk::interrupt_lines> enabled{};
  bool spurious = false;
};

struct Clock {
  std::uint32_t frequency = 1'000'000'000;
  std::uint64_t ticks = 0;
  std::uint64_t ticks_per_reading = 0;
  std::optional<std::uint64_t> alarm;
};

struct Console {
  bool is_kept = false;  // a test reads it; else it goes to the standard output
  std::string text;
};

constinit Interrupts interrupts{};
constinit Clock clock{};
Console console_state;

bool alarm_is_due() { return clock.alarm && *clock.alarm <= clock.ticks; }

std::optional<std::size_t> pending_line() {
  for (std::size_t line = 0; line < interrupts.pending.size(); ++line) {
    if (interrupts.enabled[line] && interrupts.pending[line] > 0) return line;
  }
  return std::nullopt;
}

void update_line() {
  arch::desk::set_interrupt_line(alarm_is_due() || interrupts.spurious || pending_line().has_value());
}

void run_handler(std::size_t line) {
  interrupts.pending[line] -= 1;
  const Answer& answer = interrupts.answers[line];
  if (answer.handler == nullptr) {
    interrupts.enabled[line] = false;
  } else {
    answer.handler(answer.context);
  }
}

void run_one_source() {
  if (alarm_is_due()) {
    clock.alarm.reset();
    cane_alarm();
  } else if (const auto line = pending_line()) {
    run_handler(*line);
  }
}

std::size_t checked(InterruptLine line, const void* place) {
  const auto index = static_cast<std::size_t>(line);
  if (index < desk::interrupt_lines) return index;
  detail::misuse(Call::attach_interrupt, Misuse::out_of_range, reinterpret_cast<const void*>(index), place);
  return 0;
}

// A program that boots by itself jumps to its next alarm. Without one nothing can ever happen again.
void pass_time() {
  if (!clock.alarm) {
    console_write("cane: verdict fail: every thread waits, and no alarm or interrupt can come\n");
    finish(1);
  }
  desk::turn_clock_to(*clock.alarm);
}

}  // namespace

void initialise() {
  interrupts = Interrupts{};
  clock.alarm.reset();
  arch::desk::when_idle(&pass_time);
  update_line();
}

std::uint64_t ticks_now() {
  clock.ticks += clock.ticks_per_reading;
  update_line();
  return clock.ticks;
}

std::uint32_t tick_frequency() { return clock.frequency; }

void set_alarm(std::uint64_t ticks) {
  clock.alarm = ticks;
  update_line();
}

void cancel_alarm() {
  clock.alarm.reset();
  update_line();
}

void dispatch_interrupt() {
  interrupts.spurious = false;
  run_one_source();
  update_line();
}

void attach_interrupt(InterruptLine line, interrupt::Handler handler, void* context) {
  interrupts.answers[checked(line, __builtin_return_address(0))] = {handler, context};
}

void enable_interrupt(InterruptLine line) {
  interrupts.enabled[checked(line, __builtin_return_address(0))] = true;
  update_line();
  arch::desk::take_interrupts();
}

void disable_interrupt(InterruptLine line) {
  interrupts.enabled[checked(line, __builtin_return_address(0))] = false;
  update_line();
}

void console_write(std::string_view text) {
  if (console_state.is_kept) {
    console_state.text.append(text);
  } else {
    std::fwrite(text.data(), 1, text.size(), stdout);
  }
}

void console_write_now(std::string_view text) { console_write(text); }

// What a test has kept is shown, so that the one who reads the end of the run sees what led there. Nothing is torn down:
// this may be any thread's stack.
void finish(std::uint32_t status) {
  std::fwrite(console_state.text.data(), 1, console_state.text.size(), stderr);
  std::fflush(nullptr);
  std::_Exit(static_cast<int>(status));
}

namespace desk {

void reset(std::uint32_t frequency, std::uint64_t ticks) {
  clock = Clock{};
  clock.frequency = frequency;
  clock.ticks = ticks;
  console_state = Console{.is_kept = true, .text = {}};
  initialise();
}

void turn_clock_to(std::uint64_t ticks) {
  if (ticks > clock.ticks) clock.ticks = ticks;
  update_line();
  arch::desk::take_interrupts();
}

void set_ticks_per_reading(std::uint64_t ticks) { clock.ticks_per_reading = ticks; }

std::optional<std::uint64_t> alarm() { return clock.alarm; }

void raise(InterruptLine line) {
  interrupts.pending[checked(line, __builtin_return_address(0))] += 1;
  update_line();
  arch::desk::take_interrupts();
}

void raise_spurious() {
  interrupts.spurious = true;
  update_line();
  arch::desk::take_interrupts();
}

std::string& console() { return console_state.text; }

}  // namespace desk
}  // namespace cane::platform
