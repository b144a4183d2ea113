// The clock and the alarm. Converting between ticks and nanoseconds is one multiplication by a 64.64 fixed-point ratio
// worked out once at boot; the only division is there. Both ratios are rounded up by less than 2^-64, so a product is the
// truth or, after years, the number above it; for a deadline the exact remainder decides.

#include <cstddef>
#include <port/platform.hpp>
#include <port/upcalls.hpp>
#include <sched/clock.hpp>
#include <sched/wait_queue.hpp>

namespace cane::sched {

namespace {

constexpr std::uint32_t giga = 1'000'000'000;

// A number as a whole part and a 64-bit fraction.
struct Ratio {
  std::uint32_t whole;
  std::uint64_t fraction;
};

// numerator / denominator, the fraction rounded up, one bit a step: boot has time and the library's 128-bit division is
// not wanted.
constexpr Ratio ratio(std::uint32_t numerator, std::uint32_t denominator) {
  Ratio result{numerator / denominator, 0};
  std::uint64_t remainder = numerator % denominator;
  if (remainder == 0) return result;
  for (int bit = 0; bit < 64; ++bit) {
    remainder *= 2;
    result.fraction *= 2;
    if (remainder >= denominator) {
      remainder -= denominator;
      result.fraction |= 1;
    }
  }
  if (remainder != 0) ++result.fraction;
  return result;
}

constexpr std::uint64_t high_product(std::uint64_t a, std::uint64_t b) {
  const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
  const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
  const std::uint64_t a_low = low(a), a_high = high(a), b_low = low(b), b_high = high(b);
  const std::uint64_t middle = a_high * b_low + high(a_low * b_low);
  const std::uint64_t other_middle = a_low * b_high + low(middle);
  return a_high * b_high + high(middle) + high(other_middle);
}

constexpr std::uint64_t multiply(std::uint64_t value, const Ratio& by) {
  return value * by.whole + high_product(value, by.fraction);
}

static_assert(multiply(10, ratio(giga, 1'000'000)) == 10'000);
static_assert(multiply(625, ratio(giga, 62'500'000)) == 10'000);
static_assert(multiply(12, ratio(giga, 19'200'000)) == 625);

struct Clock {
  Ratio nanoseconds_a_tick;
  Ratio ticks_a_nanosecond;
  std::uint32_t frequency;
  TimeoutQueue timeouts CANE_GUARDED_BY(kernel_lock);
};
constinit Clock clock{};

ThreadControl& thread_of(TimeoutNode& node) {
  auto* const bytes = reinterpret_cast<std::byte*>(&node);
  return *reinterpret_cast<ThreadControl*>(bytes - offsetof(ThreadControl, timeout));
}

}  // namespace

void initialise_clock(std::uint32_t frequency) {
  detail::KernelGuard guard;
  clock.nanoseconds_a_tick = ratio(giga, frequency);
  clock.ticks_a_nanosecond = ratio(frequency, giga);
  clock.frequency = frequency;
  clock.timeouts.clear();
}

std::uint64_t ticks_of(Instant instant) {
  const std::int64_t since_boot = to_nanoseconds(instant);
  if (since_boot <= 0) return 0;
  const auto nanoseconds = static_cast<std::uint64_t>(since_boot);
  const std::uint64_t ticks = multiply(nanoseconds, clock.ticks_a_nanosecond);
  // What the ticks fall short of, in parts of a tick; less than one either way, so that the difference fits in 64 bits
  // though its terms do not.
  const auto missing = static_cast<std::int64_t>(nanoseconds * clock.frequency - ticks * giga);
  return missing > 0 ? ticks + 1 : ticks;
}

Instant instant_of(std::uint64_t ticks) {
  return Instant{static_cast<std::int64_t>(multiply(ticks, clock.nanoseconds_a_tick))};
}

void arm_timeout(TimeoutNode& node, std::uint64_t deadline) {
  clock.timeouts.insert(node, deadline);
  if (node.index == 1) platform::set_alarm(deadline);
}

void cancel_timeout(TimeoutNode& node) { clock.timeouts.remove(node); }

bool reserve_timeout() { return clock.timeouts.reserve(); }
void unreserve_timeout() { clock.timeouts.unreserve(); }
const TimeoutQueue& pending_timeouts() { return clock.timeouts; }

}  // namespace cane::sched

namespace cane {

Instant now() { return sched::instant_of(platform::ticks_now()); }

}  // namespace cane

// One expiry an interrupt: when more are due, the alarm set for the next one interrupts again at once, and whatever else is
// pending gets its turn in between. So the masked stretch does not grow with the number of threads that wake together.
extern "C" void cane_alarm() {
  using namespace cane::sched;
  const cane::arch::IrqState before = kernel_lock.acquire();
  TimeoutNode* const due = clock.timeouts.first();
  if (due == nullptr) return kernel_lock.release(before);
  if (due->deadline > cane::platform::ticks_now()) {
    cane::platform::set_alarm(due->deadline);
    return kernel_lock.release(before);
  }
  clock.timeouts.remove(*due);
  if (const TimeoutNode* const next = clock.timeouts.first()) cane::platform::set_alarm(next->deadline);
  time_out(thread_of(*due), before);
}
