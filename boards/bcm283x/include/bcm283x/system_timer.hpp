#pragma once
// The system timer: a 64-bit counter at 1 MHz that both boards have, and compare 3 as an alarm. Compares 0 and 2 belong to
// the GPU's firmware and are never touched. [BCM2835 ARM Peripherals 12]

#include <bcm283x/registers.hpp>
#include <cstdint>

namespace cane::bcm283x {

struct SystemTimerBlock {
  static constexpr std::uintptr_t base = memory_map::peripherals + 0x3000;
  enum class Register : std::uint32_t {
    status = 0x00,  // writing 1 forgets a match
    counter_low = 0x04,
    counter_high = 0x08,
    compare_3 = 0x18,
  };
};

namespace system_timer {

inline constexpr std::uint32_t frequency = 1'000'000;

// The counter. The high word is read again until no carry came between the two: at most twice.
inline std::uint64_t read_counter(const PeripheralAccess<SystemTimerBlock>& timer) {
  using Register = SystemTimerBlock::Register;
  std::uint32_t high = timer.read(Register::counter_high);
  std::uint32_t low = timer.read(Register::counter_low);
  if (const std::uint32_t again = timer.read(Register::counter_high); again != high) [[unlikely]] {
    high = again;
    low = timer.read(Register::counter_low);
  }
  return static_cast<std::uint64_t>(high) << 32 | low;
}

inline std::uint64_t ticks_now() { return read_counter(PeripheralAccess<SystemTimerBlock>{}); }

// The low word alone, for intervals of less than 71 minutes.
inline std::uint32_t microseconds_now() {
  return PeripheralAccess<SystemTimerBlock>{}.read(SystemTimerBlock::Register::counter_low);
}

// Polls until at least `count` whole microseconds have gone by.
void wait_microseconds(std::uint32_t count);

}  // namespace system_timer

// One interrupt at or after an instant, however near, far or past, from a compare that only knows the low 32 bits and only
// matches when the counter steps onto it. Every call with IRQ masked.
class SystemTimerAlarm {
 public:
  // Forgets a match that was left behind.
  void initialise();

  void set(std::uint64_t deadline);
  void cancel();

  // In the compare's interrupt: silences it. True when the deadline has come; false when the match belonged to a cancelled
  // alarm, or was a stage on the way to a far one.
  [[nodiscard]] bool handle_interrupt();

 private:
  static constexpr std::uint64_t never = ~std::uint64_t{0};

  void program() const;

  std::uint64_t deadline_ = never;
};

}  // namespace cane::bcm283x
