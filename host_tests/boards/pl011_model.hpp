#pragma once
// The PL011 in its two characters. As hardware: FIFOs of sixteen, a transmit interrupt when the FIFO runs down to its
// mark, a receive interrupt while the FIFO is at or above its mark, a time-out when less lies there. As the emulator: it
// sends at once and is never full, and its receive interrupt is an edge when the FIFO stops being empty.

#include <bcm283x/pl011.hpp>
#include <cstdint>
#include <deque>
#include <recorder.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace cane::desk {

class Pl011Model : public RegisterModel {
 public:
  enum class Character { hardware, emulator };

  Pl011Model(Recorder& recorder, Character character) : recorder_{recorder}, character_{character} {}

  std::string sent;  // what has left on the line
  bool clock_stands = false;
  std::string arrives_late;  // comes in right after the FIFO was seen to be empty

  [[nodiscard]] bool interrupt_pending() const { return (raw_ & mask_) != 0; }
  [[nodiscard]] bool is_enabled() const { return (control_ & 0x301) == 0x301; }
  [[nodiscard]] bcm283x::BaudDivisor divisor() const { return effective_; }
  [[nodiscard]] std::uint32_t line_control() const { return line_control_; }

  // What an earlier program left behind.
  void leave_dirty() {
    control_ = 0x301;
    mask_ = 0x7FF;
    raw_ = 0x7FF;
    line_control_ = 0x10;
    transmit_fifo_ = {'x', 'y'};
    received_ = {'o', 'l', 'd'};
  }

  // The line takes up to `count` characters.
  void send(std::size_t count) {
    for (; count > 0 && !transmit_fifo_.empty(); --count) {
      sent += static_cast<char>(transmit_fifo_.front());
      transmit_fifo_.pop_front();
      if (transmit_fifo_.size() == transmit_mark) raw_ |= transmit_interrupt;
    }
  }

  // Characters arrive, the last of them with error bits.
  void receive(std::string_view text, std::uint32_t errors = 0) {
    for (const char character : text) {
      if (received_.size() == depth) {
        received_.back() |= 1U << 11;
        continue;
      }
      received_.push_back(static_cast<unsigned char>(character));
      if (character_ == Character::emulator && received_.size() == 1) raw_ |= receive_interrupt;
    }
    if (!received_.empty()) received_.back() |= errors;
    update_receive_level();
  }

  // 32 bit times without a character. The emulator has no such interrupt.
  void fall_silent() {
    if (character_ == Character::hardware && !received_.empty()) raw_ |= receive_timeout;
  }

  std::uint32_t load(std::uint32_t offset) override {
    switch (offset) {
      case 0x00: return read_data();
      case 0x18: return look_at_flags();
      case 0x30: return control_;
      case 0x38: return mask_;
      default: return 0;
    }
  }

  void store(std::uint32_t offset, std::uint32_t value) override {
    switch (offset) {
      case 0x00: return write_data(value);
      case 0x24: return set_divisor(written_.integer, value);
      case 0x28: return set_divisor(written_.fraction, value);
      case 0x2C: return write_line_control(value);
      case 0x30: control_ = value; return;
      case 0x34: levels_ = value; return;
      case 0x38: mask_ = value; return;
      case 0x44: raw_ &= ~value; return update_receive_level();
      default: return;
    }
  }

 private:
  static constexpr std::size_t depth = 16;
  static constexpr std::size_t transmit_mark = 2;
  static constexpr std::uint32_t receive_interrupt = 1U << 4;
  static constexpr std::uint32_t transmit_interrupt = 1U << 5;
  static constexpr std::uint32_t receive_timeout = 1U << 6;

  std::uint32_t look_at_flags() {
    const std::uint32_t seen = flags();
    pass_time();
    if (received_.empty()) receive(std::exchange(arrives_late, {}));
    return seen;
  }

  [[nodiscard]] std::uint32_t flags() const {
    const bool full = character_ == Character::hardware && transmit_fifo_.size() == depth;
    const bool busy = !transmit_fifo_.empty() || clock_stands;
    return (busy ? 1U << 3 : 0) | (received_.empty() ? 1U << 4 : 0) | (full ? 1U << 5 : 0);
  }

  // The line moves on while somebody looks: a character leaves every few looks.
  void pass_time() {
    if (!clock_stands && is_enabled() && ++looks_ % 8 == 0) send(1);
  }

  std::uint32_t read_data() {
    if (received_.empty()) {
      recorder_.report("the UART's data is read while its FIFO is empty");
      return 0;
    }
    const std::uint32_t data = received_.front();
    received_.pop_front();
    if (received_.empty()) raw_ &= ~(receive_interrupt | receive_timeout);
    update_receive_level();
    return data;
  }

  void write_data(std::uint32_t value) {
    if (!is_enabled()) recorder_.report("a character is written to a UART that is off");
    if (character_ == Character::emulator) {
      sent += static_cast<char>(value);
      raw_ |= transmit_interrupt;
      return;
    }
    if (transmit_fifo_.size() == depth) return recorder_.report("a character is written to a full FIFO");
    transmit_fifo_.push_back(value);
    if (transmit_fifo_.size() > transmit_mark) raw_ &= ~transmit_interrupt;
  }

  void update_receive_level() {
    if (character_ != Character::hardware) return;
    constexpr std::size_t marks[] = {2, 4, 8, 12, 14};
    const std::size_t mark = marks[(levels_ >> 3 & 7) % 5];
    raw_ = received_.size() >= mark ? raw_ | receive_interrupt : raw_ & ~receive_interrupt;
  }

  void set_divisor(std::uint32_t& part, std::uint32_t value) {
    if ((control_ & 1) != 0) recorder_.report("a divisor is written while the UART is on");
    part = value;
  }

  void write_line_control(std::uint32_t value) {
    if ((control_ & 1) != 0) recorder_.report("line control is written while the UART is on");
    line_control_ = value;
    effective_ = written_;
    if ((value & 1U << 4) != 0) return;
    transmit_fifo_.clear();
    received_.clear();
  }

  Recorder& recorder_;
  Character character_;
  std::deque<std::uint32_t> transmit_fifo_;
  std::deque<std::uint32_t> received_;
  std::uint32_t raw_ = 0;
  std::uint32_t mask_ = 0;
  std::uint32_t control_ = 0;
  std::uint32_t line_control_ = 0;
  std::uint32_t levels_ = 2U << 3;
  std::uint32_t looks_ = 0;
  bcm283x::BaudDivisor written_{};
  bcm283x::BaudDivisor effective_{};
};

}  // namespace cane::desk
