// The PL011. Both buffers are touched with interrupts masked, a bounded time each. Two habits of the hardware and of its
// emulator decide the order here: the transmit interrupt comes when the FIFO runs down past its mark, so somebody must
// have filled it first; and the receive interrupt may come only when the FIFO stops being empty, so it is cleared before
// the FIFO is drained, and then drained to the last character.

#include <algorithm>
#include <bcm283x/pl011.hpp>
#include <bcm283x/system_timer.hpp>
#include <cstring>

namespace cane::bcm283x {

namespace {

using Register = Pl011Block::Register;

constexpr std::uint32_t flag_busy = 1U << 3;
constexpr std::uint32_t flag_receive_empty = 1U << 4;
constexpr std::uint32_t flag_transmit_full = 1U << 5;

constexpr std::uint32_t line_fifos_on = 1U << 4;
constexpr std::uint32_t line_eight_bits = 3U << 5;

constexpr std::uint32_t control_enable = 1U << 0;
constexpr std::uint32_t control_transmit = 1U << 8;
constexpr std::uint32_t control_receive = 1U << 9;

// Ask for more when two characters are left to send; report when half the FIFO has been received.
constexpr std::uint32_t levels_transmit_eighth_receive_half = 2U << 3;

constexpr std::uint32_t interrupt_receive = 1U << 4;
constexpr std::uint32_t interrupt_transmit = 1U << 5;
constexpr std::uint32_t interrupt_receive_timeout = 1U << 6;
constexpr std::uint32_t interrupts_receiving = interrupt_receive | interrupt_receive_timeout;
constexpr std::uint32_t every_interrupt = 0x7FF;

constexpr std::uint32_t data_damaged = 7U << 8;  // framing, parity, break
constexpr std::uint32_t data_overrun = 1U << 11;

constexpr std::uint32_t fifo_depth = 16;

// Stands in the transmit buffer where characters are skipped to bring source and buffer to the same alignment.
constexpr char padding = '\0';

constexpr std::uint32_t transmit_index(std::uint32_t position) { return position % Pl011::transmit_capacity; }
constexpr std::uint32_t receive_index(std::uint32_t position) { return position % Pl011::receive_capacity; }
static_assert(Pl011::transmit_capacity % 4 == 0 && Pl011::whole_text + 3 <= Pl011::transmit_capacity);

// Lets what firmware was sending leave; a FIFO takes 1.5 ms at the slowest rate that firmware uses. A UART whose clock
// stands would stay busy for ever.
void await_idle(const PeripheralAccess<Pl011Block>& uart) {
  const std::uint32_t start = system_timer::microseconds_now();
  while ((uart.read(Register::flags) & flag_busy) != 0 && system_timer::microseconds_now() - start < 2000) {
  }
}

}  // namespace

// The order is the manual's: off, idle, FIFOs emptied by switching them off, divisors, and line control after them, for
// its write is what takes the divisors over. [PL011 TRM 3.3.8, 3.3.6]
bool Pl011::configure(std::uint32_t clock, std::uint32_t rate) {
  const auto divisor = baud_divisor(clock, rate);
  if (!divisor) return false;
  const Access uart;
  await_idle(uart);
  uart.write(Register::control, 0);
  uart.write(Register::interrupt_mask, 0);
  uart.write(Register::line_control, 0);
  uart.write(Register::interrupt_clear, every_interrupt);
  uart.write(Register::integer_divisor, divisor->integer);
  uart.write(Register::fractional_divisor, divisor->fraction);
  uart.write(Register::line_control, line_fifos_on | line_eight_bits);
  uart.write(Register::fifo_levels, levels_transmit_eighth_receive_half);
  uart.write(Register::interrupt_mask, interrupts_receiving);
  uart.write(Register::control, control_enable | control_transmit | control_receive);
  transmit_interrupt_ = false;
  configured_ = true;
  return true;
}

void Pl011::write(std::string_view text) {
  while (!text.empty()) {
    const std::string_view piece = text.substr(0, whole_text);
    while (!queue(piece)) {
      const register_backend::InterruptMask mask;
      transmit(Access{});
    }
    text.remove_prefix(piece.size());
  }
}

bool Pl011::queue(std::string_view text) {
  const register_backend::InterruptMask mask;
  const std::uint32_t room = transmit_capacity - (transmit_head_ - transmit_tail_);
  if (room < text.size() + 3) return false;
  append(text);
  if (!transmit_interrupt_) transmit(Access{});
  return true;
}

// The head is moved to the source's alignment, so that the copy goes by words: the masked stretch is a quarter as long.
void Pl011::append(std::string_view text) {
  const auto source = reinterpret_cast<std::uintptr_t>(text.data());
  while (transmit_head_ % 4 != source % 4) transmit_[transmit_index(transmit_head_++)] = padding;
  const std::uint32_t start = transmit_index(transmit_head_);
  const std::size_t before_wrap = std::min<std::size_t>(text.size(), transmit_capacity - start);
  std::memcpy(transmit_ + start, text.data(), before_wrap);
  std::memcpy(transmit_, text.data() + before_wrap, text.size() - before_wrap);
  transmit_head_ += static_cast<std::uint32_t>(text.size());
}

// Fills the FIFO from the buffer, by no more than it holds when empty. What is left is the interrupt's: the FIFO is full
// then, and running down will raise it.
void Pl011::transmit(const Access& uart) {
  for (std::uint32_t sent = 0; transmit_tail_ != transmit_head_ && sent < fifo_depth; ++transmit_tail_) {
    const char character = transmit_[transmit_index(transmit_tail_)];
    if (character == padding) continue;
    if ((uart.read(Register::flags) & flag_transmit_full) != 0) break;
    uart.write(Register::data, static_cast<unsigned char>(character));
    ++sent;
  }
  const bool more = transmit_tail_ != transmit_head_;
  if (more == transmit_interrupt_) return;
  transmit_interrupt_ = more;
  uart.write(Register::interrupt_mask, more ? interrupts_receiving | interrupt_transmit : interrupts_receiving);
}

void Pl011::handle_interrupt() {
  bool received;
  {
    const Access uart;
    uart.write(Register::interrupt_clear, every_interrupt);
    received = receive(uart);
    if (transmit_interrupt_) transmit(uart);
  }
  register_backend::complete_memory();
  if (received && receive_handler_ != nullptr) receive_handler_(receive_context_);
}

bool Pl011::receive(const Access& uart) {
  const std::uint32_t head = receive_head_;
  while ((uart.read(Register::flags) & flag_receive_empty) == 0) keep(uart.read(Register::data));
  return receive_head_ != head;
}

// An overrun says that characters after this one were lost; this one is good. [PL011 TRM 3.3.1]
void Pl011::keep(std::uint32_t data) {
  if ((data & data_overrun) != 0) ++errors_.overruns;
  if ((data & data_damaged) != 0) {
    ++errors_.damaged;
  } else if (receive_head_ - receive_tail_ == receive_capacity) {
    ++errors_.dropped;
  } else {
    received_[receive_index(receive_head_++)] = static_cast<char>(data & 0xFF);
  }
}

std::optional<char> Pl011::try_read() {
  const register_backend::InterruptMask mask;
  if (receive_tail_ == receive_head_) return std::nullopt;
  return received_[receive_index(receive_tail_++)];
}

void Pl011::on_receive(interrupt::Handler handler, void* context) {
  const register_backend::InterruptMask mask;
  receive_handler_ = handler;
  receive_context_ = context;
}

Pl011::ReceiveErrors Pl011::receive_errors() const {
  const register_backend::InterruptMask mask;
  return errors_;
}

void Pl011::send_polled(const Access& uart, char character) const {
  while ((uart.read(Register::flags) & flag_transmit_full) != 0) {
  }
  uart.write(Register::data, static_cast<unsigned char>(character));
}

// Positions that make no sense belong to a machine that overwrote them: then the buffer is lost, the last words are not.
void Pl011::drain() {
  if (transmit_head_ - transmit_tail_ > transmit_capacity) transmit_tail_ = transmit_head_;
  const Access uart;
  for (; transmit_tail_ != transmit_head_; ++transmit_tail_) {
    const char character = transmit_[transmit_index(transmit_tail_)];
    if (character != padding) send_polled(uart, character);
  }
}

void Pl011::write_now(std::string_view text) {
  const register_backend::InterruptMask mask;
  drain();
  const Access uart;
  for (const char character : text) send_polled(uart, character);
}

void Pl011::flush() {
  const register_backend::InterruptMask mask;
  drain();
  const Access uart;
  while ((uart.read(Register::flags) & flag_busy) != 0) {
  }
}

}  // namespace cane::bcm283x
