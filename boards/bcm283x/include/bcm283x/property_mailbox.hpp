#pragma once
// Questions to the firmware: one tag a message, over mailbox channel 8. Owns the buffer, its hand-over between ARM and GPU
// and the checks on the answer; knows which questions exist. Boot time and threads; never in an interrupt, for it polls.

#include <bcm283x/registers.hpp>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string_view>

namespace cane::bcm283x {

struct MailboxBlock {
  static constexpr std::uintptr_t base = memory_map::peripherals + 0xB880;
  enum class Register : std::uint32_t {
    read = 0x00,          // mailbox 0: from the GPU
    read_status = 0x18,   // bit 30: empty
    write = 0x20,         // mailbox 1: to the GPU
    write_status = 0x38,  // bit 31: full
  };
};

enum class PropertyProblem : std::uint32_t {
  timeout,       // the firmware did not take the message or did not answer; no further question is sent
  refused,       // the firmware could not parse the message
  not_answered,  // it does not know the tag
  wrong_length,  // it answered with fewer bytes than the tag has, or more than the buffer holds
};

[[nodiscard]] std::string_view to_string(PropertyProblem problem);

enum class FirmwareClock : std::uint32_t { emmc = 1, uart = 2, arm = 3, core = 4 };

struct MemoryRange {
  std::uint32_t base;
  std::uint32_t bytes;
};

class PropertyMailbox {
 public:
  // `bus_alias`: where the GPU sees physical address 0.
  explicit constexpr PropertyMailbox(std::uint32_t bus_alias) : bus_alias_{bus_alias} {}

  template <class Value>
  using Answer = std::expected<Value, PropertyProblem>;

  [[nodiscard]] Answer<std::uint32_t> firmware_revision();
  [[nodiscard]] Answer<std::uint32_t> board_revision();
  [[nodiscard]] Answer<MemoryRange> arm_memory();
  // In Hz. A clock that the firmware does not know runs at 0 Hz.
  [[nodiscard]] Answer<std::uint32_t> clock_rate(FirmwareClock clock);

  // Any other question: `values` goes out as the tag's value buffer and comes back as its answer, of which at least
  // `expected_bytes` must have been given.
  [[nodiscard]] Answer<void> ask(std::uint32_t tag, std::span<std::uint32_t> values, std::size_t expected_bytes);

  static constexpr std::size_t most_values = 26;

 private:
  // Whole cache lines of either board, so that nothing else is lost when the lines are invalidated.
  struct alignas(64) Message {
    std::uint32_t size;    // bytes of all of it
    std::uint32_t status;  // 0: a request
    std::uint32_t tag;
    std::uint32_t capacity;                 // bytes of values
    std::uint32_t tag_status;               // bit 31: answered; below it the bytes of the answer
    std::uint32_t values[most_values + 1];  // and the end tag
  };
  static_assert(sizeof(Message) % 64 == 0);

  [[nodiscard]] Answer<std::uint32_t> ask_number(std::uint32_t tag);
  [[nodiscard]] bool exchange();
  [[nodiscard]] Answer<void> check(std::size_t capacity, std::size_t expected_bytes) const;

  Message message_{};
  std::uint32_t bus_alias_;
  bool dead_ = false;
};

}  // namespace cane::bcm283x
