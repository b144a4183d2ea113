#pragma once
// The system timer as the hardware is: a compare matches at the step of the counter onto it and at no other time; a value
// that has been passed is met when the low word comes round again. Time passes by itself with every reading.

#include <array>
#include <bcm283x/system_timer.hpp>
#include <cstdint>
#include <recorder.hpp>

namespace cane::desk {

class SystemTimerModel : public RegisterModel {
 public:
  std::uint64_t now = 0;
  std::uint64_t microseconds_a_reading = 1;
  std::array<std::uint32_t, 4> compares{};
  std::uint32_t writes_to_the_gpus_compares = 0;

  [[nodiscard]] bool interrupt_pending() const { return (matches_ & 1U << 3) != 0; }

  void advance(std::uint64_t microseconds) {
    for (unsigned index = 0; index < compares.size(); ++index) {
      // How far the counter has to go until its low word is the compare's; a compare that is met just now has a round to go.
      const std::uint64_t distance = std::uint64_t{compares[index] - static_cast<std::uint32_t>(now) - 1} + 1;
      if (distance <= microseconds) matches_ |= 1U << index;
    }
    now += microseconds;
  }

  std::uint32_t load(std::uint32_t offset) override {
    if (offset == 0x00) return matches_;
    if (offset >= 0x0C) return compares.at((offset - 0x0C) / 4);
    const std::uint64_t read = now;
    advance(microseconds_a_reading);
    return static_cast<std::uint32_t>(offset == 0x04 ? read : read >> 32);
  }

  void store(std::uint32_t offset, std::uint32_t value) override {
    if (offset == 0x00) matches_ &= ~value;
    if (offset < 0x0C) return;
    const std::uint32_t index = (offset - 0x0C) / 4;
    if (index % 2 == 0) ++writes_to_the_gpus_compares;
    compares.at(index) = value;
  }

 private:
  std::uint32_t matches_ = 0;
};

}  // namespace cane::desk
