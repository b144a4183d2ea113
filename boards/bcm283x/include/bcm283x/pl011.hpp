#pragma once
// The PL011 UART: characters out through a buffer that interrupts empty, characters in through a buffer that interrupts
// fill. Owns the UART's registers; the pins, the clock and the interrupt line are the caller's. Adds no carriage returns.
// [ARM DDI 0183G, PL011 TRM; BCM2835 ARM Peripherals 13]

#include <bcm283x/registers.hpp>
#include <cane/interrupt.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace cane::bcm283x {

struct Pl011Block {
  static constexpr std::uintptr_t base = memory_map::peripherals + 0x20'1000;
  enum class Register : std::uint32_t {
    data = 0x00,
    flags = 0x18,
    integer_divisor = 0x24,
    fractional_divisor = 0x28,
    line_control = 0x2C,
    control = 0x30,
    fifo_levels = 0x34,
    interrupt_mask = 0x38,
    interrupt_clear = 0x44,
  };
};

// The UART's clock divided by 16 times the rate, in 64ths.
struct BaudDivisor {
  std::uint32_t integer;
  std::uint32_t fraction;

  friend constexpr bool operator==(const BaudDivisor&, const BaudDivisor&) = default;
};

// The nearest divisor, or nothing when the hardware cannot make the rate from that clock (it reaches from clock/16 down to
// clock/16/65535) or the clock is beyond 1 GHz, which no firmware means.
[[nodiscard]] constexpr std::optional<BaudDivisor> baud_divisor(std::uint32_t clock, std::uint32_t rate) {
  if (rate == 0 || clock > 1'000'000'000 || clock / 16 < rate) return std::nullopt;
  const std::uint32_t samples = 16 * rate;
  std::uint32_t integer = clock / samples;
  std::uint32_t fraction = (clock % samples * 4 + rate / 2) / rate;
  if (fraction == 64) {
    fraction = 0;
    ++integer;
  }
  if (integer > 65535 || (integer == 65535 && fraction != 0)) return std::nullopt;
  return BaudDivisor{integer, fraction};
}

class Pl011 {
 public:
  // Room for the characters that wait. What is written in one piece of at most `whole_text` characters stays together.
  static constexpr std::uint32_t transmit_capacity = 4096;
  static constexpr std::uint32_t receive_capacity = 256;
  static constexpr std::size_t whole_text = 256;

  // What went wrong on the way in, since boot.
  struct ReceiveErrors {
    std::uint32_t damaged;   // framing or parity error, or a break: thrown away
    std::uint32_t overruns;  // lost in the hardware, because its interrupt came too late
    std::uint32_t dropped;   // lost here, because nobody read
  };

  // Sets the UART up from whatever state it is in: 8 data bits, no parity, 1 stop bit, FIFOs on. False, and nothing
  // touched, when `clock` cannot make `rate`. Its interrupt may be enabled from here on.
  [[nodiscard]] bool configure(std::uint32_t clock, std::uint32_t rate);
  [[nodiscard]] bool is_configured() const { return configured_; }

  /// Queues text for transmission; when the buffer is full, drains it by polling. Zero characters are not sent.
  /// Context: any, after configure(). Fails: never. Checks: none. Time: a few instructions a character while there is
  /// room, with interrupts masked for one piece of at most `whole_text` characters; else what the line needs.
  void write(std::string_view text);

  /// Sends what is queued and then the text, by polling. For the last words of a machine that is broken.
  /// Context: any, after configure(). Fails: never. Checks: none. Time: what the line needs.
  void write_now(std::string_view text);

  /// Waits until every character has left. Context: any, after configure(). Fails: never. Checks: none.
  /// Time: what the line needs.
  void flush();

  /// The next character received, if there is one. Context: any. Fails: nothing received. Checks: none. Time: constant.
  [[nodiscard]] std::optional<char> try_read();

  /// Has `handler(context)` called, in the UART's interrupt, after characters came in; null: nobody.
  /// Context: any. Fails: never. Checks: none. Time: constant.
  void on_receive(interrupt::Handler handler, void* context);

  /// What was lost on the way in. Context: any. Fails: never. Checks: none. Time: constant.
  [[nodiscard]] ReceiveErrors receive_errors() const;

  // The line's interrupt.
  void handle_interrupt();

 private:
  using Access = PeripheralAccess<Pl011Block>;

  [[nodiscard]] bool queue(std::string_view text);
  void append(std::string_view text);
  void transmit(const Access& uart);
  [[nodiscard]] bool receive(const Access& uart);
  void keep(std::uint32_t data);
  void send_polled(const Access& uart, char character) const;
  void drain();

  // Positions count on without end; their low bits are the places in the buffers.
  std::uint32_t transmit_head_ = 0;  // the next to queue
  std::uint32_t transmit_tail_ = 0;  // the next to send
  std::uint32_t receive_head_ = 0;
  std::uint32_t receive_tail_ = 0;
  bool configured_ = false;
  bool transmit_interrupt_ = false;  // enabled: the interrupt goes on by itself
  ReceiveErrors errors_{};
  interrupt::Handler receive_handler_ = nullptr;
  void* receive_context_ = nullptr;
  alignas(4) char transmit_[transmit_capacity] = {};
  char received_[receive_capacity] = {};
};

}  // namespace cane::bcm283x
