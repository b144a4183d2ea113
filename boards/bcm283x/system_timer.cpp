// The alarm over compare 3. The compare is an equality: a value that the counter has passed matches 71 minutes later. So
// each value written is checked against the counter afterwards, and written again further ahead when it came too late.

#include <bcm283x/system_timer.hpp>

namespace cane::bcm283x {

namespace {

using Register = SystemTimerBlock::Register;

constexpr std::uint32_t match_3 = 1U << 3;

// Compares are set at most this far ahead, half of what they can tell apart; the interrupt sets the next stage.
constexpr std::uint64_t longest_stage = 1U << 31;

// Writes the compare. True when its match is sure to come: the counter is read after the write, and accesses to one
// peripheral stay in order. False leaves it open: a match may have come all the same, and then interrupts once for nothing.
bool program_compare(const PeripheralAccess<SystemTimerBlock>& timer, std::uint32_t compare) {
  timer.write(Register::compare_3, compare);
  return static_cast<std::int32_t>(compare - timer.read(Register::counter_low)) > 0;
}

}  // namespace

void system_timer::wait_microseconds(std::uint32_t count) {
  const std::uint32_t start = microseconds_now();
  while (microseconds_now() - start <= count) {
  }
}

void SystemTimerAlarm::initialise() { cancel(); }

void SystemTimerAlarm::set(std::uint64_t deadline) {
  deadline_ = deadline;
  program();
}

// The compare keeps its last value: should it match, the interrupt finds no deadline.
void SystemTimerAlarm::cancel() {
  deadline_ = never;
  PeripheralAccess<SystemTimerBlock>{}.write(Register::status, match_3);
}

// The lead grows with every miss, so that a slow bus or emulator is out-run after a few rounds.
void SystemTimerAlarm::program() const {
  const PeripheralAccess<SystemTimerBlock> timer;
  timer.write(Register::status, match_3);
  for (std::uint32_t lead = 1;; lead *= 2) {
    const std::uint64_t now = system_timer::read_counter(timer);
    std::uint64_t next = deadline_ > now + lead ? deadline_ : now + lead;
    if (next - now > longest_stage) next = now + longest_stage;
    if (program_compare(timer, static_cast<std::uint32_t>(next))) return;
  }
}

bool SystemTimerAlarm::handle_interrupt() {
  PeripheralAccess<SystemTimerBlock>{}.write(Register::status, match_3);
  register_backend::complete_memory();
  if (deadline_ == never) return false;
  if (system_timer::ticks_now() < deadline_) {
    program();
    return false;
  }
  deadline_ = never;
  return true;
}

}  // namespace cane::bcm283x
