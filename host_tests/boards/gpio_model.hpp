#pragma once
// The pins as the hardware is: a latch that only outputs show, functions, and pulls that take hold when mode and clock were
// each held long enough.

#include "system_timer_model.hpp"

#include <array>
#include <bcm283x/gpio.hpp>
#include <cstdint>
#include <recorder.hpp>
#include <vector>

namespace cane::desk {

class GpioModel : public RegisterModel {
 public:
  GpioModel(Recorder& recorder, const SystemTimerModel& clock) : recorder_{recorder}, clock_{clock} {}

  std::uint64_t outside = 0;                      // the levels at the inputs
  std::array<bcm283x::PinPull, 54> pulls{};       // as they took hold
  std::vector<std::uint64_t> levels_after_store;  // the outputs after each store to set and clear

  [[nodiscard]] unsigned function(bcm283x::Pin pin) const { return functions_.at(pin / 10) >> pin % 10 * 3 & 7; }
  void set_function(bcm283x::Pin pin, unsigned function) { functions_.at(pin / 10) |= function << pin % 10 * 3; }

  [[nodiscard]] std::uint64_t levels() const {
    std::uint64_t outputs = 0;
    for (unsigned pin = 0; pin < bcm283x::pin_count; ++pin) {
      if (function(pin) == 1) outputs |= std::uint64_t{1} << pin;
    }
    return (latch_ & outputs) | (outside & ~outputs);
  }

  std::uint32_t load(std::uint32_t offset) override {
    if (offset <= 0x14) return functions_.at(offset / 4);
    if (offset == 0x34) return static_cast<std::uint32_t>(levels());
    if (offset == 0x38) return static_cast<std::uint32_t>(levels() >> 32);
    return 0;
  }

  void store(std::uint32_t offset, std::uint32_t value) override {
    const std::uint64_t high = std::uint64_t{value} << 32;
    switch (offset) {
      case 0x1C: return change_latch(value, 0);
      case 0x20: return change_latch(high, 0);
      case 0x28: return change_latch(0, value);
      case 0x2C: return change_latch(0, high);
      case 0x94: return change_pull_mode(value);
      case 0x98: return change_pull_clock(value);
      case 0x9C: return change_pull_clock(high);
      default: break;
    }
    if (offset > 0x14) return;
    if (!recorder_.interrupts_masked()) recorder_.report("a function-select word is changed with interrupts unmasked");
    functions_.at(offset / 4) = value;
  }

 private:
  // 150 cycles of the slowest core clock are less.
  static constexpr std::uint64_t hold_microseconds = 1;

  void change_latch(std::uint64_t raised, std::uint64_t lowered) {
    latch_ = (latch_ | raised) & ~lowered;
    levels_after_store.push_back(levels());
  }

  void change_pull_mode(std::uint32_t mode) {
    mode_ = mode;
    mode_since_ = clock_.now;
  }

  // The pull takes hold when its clock falls, if mode and clock had been there long enough.
  void change_pull_clock(std::uint64_t pins) {
    const bool held = clock_.now - clock_since_ >= hold_microseconds && mode_at_clock_held_;
    for (unsigned pin = 0; held && pin < bcm283x::pin_count; ++pin) {
      if ((pull_clock_ >> pin & 1) != 0) pulls.at(pin) = static_cast<bcm283x::PinPull>(mode_at_clock_);
    }
    mode_at_clock_ = mode_;
    mode_at_clock_held_ = clock_.now - mode_since_ >= hold_microseconds;
    pull_clock_ = pins;
    clock_since_ = clock_.now;
  }

  Recorder& recorder_;
  const SystemTimerModel& clock_;
  std::array<std::uint32_t, 6> functions_{};
  std::uint64_t latch_ = 0;
  std::uint32_t mode_ = 0;
  std::uint32_t mode_at_clock_ = 0;
  bool mode_at_clock_held_ = false;
  std::uint64_t mode_since_ = 0;
  std::uint64_t pull_clock_ = 0;
  std::uint64_t clock_since_ = 0;
};

}  // namespace cane::desk
