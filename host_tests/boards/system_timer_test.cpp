// The counter and the alarm over compare 3.

#include "board_test.hpp"

#include <bcm283x/system_timer.hpp>

namespace cane::desk {
namespace {

using bcm283x::SystemTimerAlarm;
namespace system_timer = bcm283x::system_timer;

class SystemTimer : public BoardTest {
 public:
  SystemTimer() { alarm.initialise(); }

  // Lets time pass, at most until `end`, and runs the compare's interrupts. The instant at which the alarm came, or 0.
  std::uint64_t run_until_alarm(std::uint64_t end, std::uint64_t step = 1) {
    while (timer.now < end) {
      if (timer.interrupt_pending()) {
        bool came = false;
        in_interrupt([&] { came = alarm.handle_interrupt(); });
        if (came) return timer.now;
      }
      timer.advance(step);
    }
    return 0;
  }

  SystemTimerAlarm alarm;
};

TEST_F(SystemTimer, CountsIn64Bits) {
  timer.microseconds_a_reading = 0;
  timer.now = 0x0000'0005'1234'5678;
  EXPECT_EQ(system_timer::ticks_now(), 0x0000'0005'1234'5678U);
  EXPECT_EQ(system_timer::microseconds_now(), 0x1234'5678U);
}

TEST_F(SystemTimer, ReadsNoTornValueAroundACarry) {
  for (std::uint64_t before = 0; before < 6; ++before) {
    timer.now = 0x0000'0001'0000'0000 - before;
    const std::uint64_t start = timer.now;
    const std::uint64_t read = system_timer::ticks_now();
    EXPECT_GE(read, start);
    EXPECT_LE(read, timer.now);
  }
}

TEST_F(SystemTimer, WaitsAtLeastAsLongAsAsked) {
  for (const std::uint64_t slowness : {1U, 3U, 50U}) {
    timer.microseconds_a_reading = slowness;
    const std::uint64_t start = timer.now;
    system_timer::wait_microseconds(10);
    EXPECT_GE(timer.now - start, 10U);
  }
}

TEST_F(SystemTimer, AlarmComesAtItsInstantAndNotBefore) {
  for (const std::uint64_t distance : {20U, 1'000U, 5'000'000U}) {
    const std::uint64_t deadline = timer.now + distance;
    alarm.set(deadline);
    const std::uint64_t came = run_until_alarm(deadline + 100);
    EXPECT_GE(came, deadline);
    EXPECT_LE(came, deadline + 10);
  }
}

TEST_F(SystemTimer, AlarmInThePastComesAtOnce) {
  timer.now = 1'000'000;
  for (const std::uint64_t age : {0U, 1U, 2U, 1'000U, 999'000U}) {
    alarm.set(timer.now - age);
    EXPECT_NE(run_until_alarm(timer.now + 50), 0U) << "an alarm " << age << " us in the past";
  }
}

TEST_F(SystemTimer, AlarmIsNotLostWhenTheCounterOvertakesItsWriting) {
  for (const std::uint64_t slowness : {1U, 2U, 7U, 100U}) {
    timer.microseconds_a_reading = slowness;
    for (std::uint64_t ahead = 0; ahead < 6 * slowness; ++ahead) {
      const std::uint64_t deadline = timer.now + ahead;
      alarm.set(deadline);
      const std::uint64_t came = run_until_alarm(timer.now + 2'000);
      EXPECT_GE(came, deadline) << "ahead " << ahead << ", " << slowness << " us a reading";
    }
  }
}

TEST_F(SystemTimer, AlarmBeyondTheCompareComesInStages) {
  for (const std::uint64_t distance : {0x8000'0001ULL, 0x1'0000'0000ULL, 0x1'0000'0005ULL, 0x5'1234'5678ULL}) {
    const std::uint64_t deadline = timer.now + distance;
    alarm.set(deadline);
    const std::uint64_t came = run_until_alarm(deadline + 2'000'000, 100'000);
    EXPECT_GE(came, deadline);
    EXPECT_LE(came, deadline + 200'000);
  }
}

TEST_F(SystemTimer, AlarmAcrossTheWrapOfTheLowWord) {
  timer.now = 0xFFFF'FFF0;
  alarm.set(0x1'0000'0010);
  const std::uint64_t came = run_until_alarm(0x1'0000'0100);
  EXPECT_GE(came, 0x1'0000'0010U);
  EXPECT_LE(came, 0x1'0000'0020U);
}

TEST_F(SystemTimer, SettingReplacesTheEarlierAlarm) {
  alarm.set(timer.now + 100);
  alarm.set(timer.now + 1'000);
  EXPECT_EQ(run_until_alarm(timer.now + 500), 0U);
  EXPECT_NE(run_until_alarm(timer.now + 1'000), 0U);
}

TEST_F(SystemTimer, CancelledAlarmDoesNotCome) {
  alarm.set(timer.now + 100);
  alarm.cancel();
  EXPECT_EQ(run_until_alarm(timer.now + 1'000), 0U);
}

TEST_F(SystemTimer, AlarmThatMatchedBeforeItWasCancelledDoesNotCome) {
  alarm.set(timer.now + 20);
  timer.advance(50);
  ASSERT_TRUE(timer.interrupt_pending());
  alarm.cancel();
  EXPECT_FALSE(timer.interrupt_pending());
}

TEST_F(SystemTimer, AlarmComesOnce) {
  alarm.set(timer.now + 100);
  ASSERT_NE(run_until_alarm(timer.now + 200), 0U);
  EXPECT_EQ(run_until_alarm(timer.now + 0x1'0000'1000, 0x1000), 0U)
      << "the stale compare matched and was taken for an alarm";
}

TEST_F(SystemTimer, LeavesTheGpusComparesAlone) {
  alarm.set(timer.now + 100);
  alarm.cancel();
  EXPECT_EQ(timer.writes_to_the_gpus_compares, 0U);
}

// What the alarm guards against: the model has the trap.
TEST_F(SystemTimer, ModelNeverMatchesACompareInThePast) {
  timer.now = 1'000;
  using Register = bcm283x::SystemTimerBlock::Register;
  bcm283x::PeripheralAccess<bcm283x::SystemTimerBlock>{}.write(Register::compare_3, 1'000);
  timer.advance(std::uint64_t{70} * 60 * 1'000'000);
  EXPECT_FALSE(timer.interrupt_pending());
  timer.advance(std::uint64_t{2} * 60 * 1'000'000);
  EXPECT_TRUE(timer.interrupt_pending()) << "it comes when the low word has gone round";
}

}  // namespace
}  // namespace cane::desk
