// The property mailbox. Between the two hand-overs the buffer is the GPU's: the ARM does not look at it, not even to poll.
// A firmware that missed one deadline is not asked again, for its late answer could be taken for the next one's.
// [https://github.com/raspberrypi/firmware/wiki/Mailbox-property-interface]

#include <algorithm>
#include <bcm283x/property_mailbox.hpp>
#include <bcm283x/system_timer.hpp>

namespace cane::bcm283x {

namespace {

using Register = MailboxBlock::Register;

constexpr std::uint32_t property_channel = 8;
constexpr std::uint32_t is_empty = 1U << 30;
constexpr std::uint32_t is_full = 1U << 31;
constexpr std::uint32_t request_succeeded = 0x8000'0000;
constexpr std::uint32_t tag_answered = 0x8000'0000;

constexpr std::uint32_t tag_firmware_revision = 0x0000'0001;
constexpr std::uint32_t tag_board_revision = 0x0001'0002;
constexpr std::uint32_t tag_arm_memory = 0x0001'0005;
constexpr std::uint32_t tag_clock_rate = 0x0003'0002;

// Firmware answers within a millisecond; what takes longer than this does not come. A dead firmware costs it once.
constexpr std::uint32_t patience_microseconds = 100'000;

class Deadline {
 public:
  [[nodiscard]] bool has_passed() const { return system_timer::microseconds_now() - start_ > patience_microseconds; }

 private:
  std::uint32_t start_ = system_timer::microseconds_now();
};

// Both waits read the clock before they look: however long they were held up in between (an emulator on a busy host is,
// for tens of milliseconds), the last look comes after the deadline.
bool send(std::uint32_t word, const Deadline& deadline) {
  for (bool is_last_look = false; !is_last_look;) {
    is_last_look = deadline.has_passed();
    const PeripheralAccess<MailboxBlock> mailbox;
    if ((mailbox.read(Register::write_status) & is_full) != 0) continue;
    mailbox.write(Register::write, word);
    return true;
  }
  return false;
}

// Waits for exactly this word: answers to somebody else's questions, left from before we started, are thrown away.
bool await(std::uint32_t word, const Deadline& deadline) {
  for (bool is_last_look = false; !is_last_look;) {
    is_last_look = deadline.has_passed();
    const PeripheralAccess<MailboxBlock> mailbox;
    if ((mailbox.read(Register::read_status) & is_empty) != 0) continue;
    if (mailbox.read(Register::read) == word) return true;
  }
  return false;
}

}  // namespace

std::string_view to_string(PropertyProblem problem) {
  switch (problem) {
    case PropertyProblem::timeout: return "the firmware does not answer";
    case PropertyProblem::refused: return "the firmware refused the message";
    case PropertyProblem::not_answered: return "the firmware does not know the tag";
    case PropertyProblem::wrong_length: return "the firmware's answer has the wrong length";
  }
  return "unknown problem";
}

PropertyMailbox::Answer<void> PropertyMailbox::ask(std::uint32_t tag,
                                                   std::span<std::uint32_t> values,
                                                   std::size_t expected_bytes) {
  if (dead_) return std::unexpected(PropertyProblem::timeout);
  if (values.size() > most_values) return std::unexpected(PropertyProblem::wrong_length);
  message_ = {.size = static_cast<std::uint32_t>((6 + values.size()) * sizeof(std::uint32_t)),
              .status = 0,
              .tag = tag,
              .capacity = static_cast<std::uint32_t>(values.size_bytes()),
              .tag_status = 0,
              .values = {}};
  std::copy(values.begin(), values.end(), message_.values);
  dead_ = !exchange();
  if (dead_) return std::unexpected(PropertyProblem::timeout);
  const Answer<void> answer = check(values.size_bytes(), expected_bytes);
  if (answer) std::copy_n(message_.values, values.size(), values.begin());
  return answer;
}

bool PropertyMailbox::exchange() {
  const Deadline deadline;
  const std::uint32_t word = register_backend::physical_address(&message_) | bus_alias_ | property_channel;
  register_backend::hand_to_device(&message_, sizeof message_);
  if (!send(word, deadline) || !await(word, deadline)) return false;
  register_backend::take_from_device(&message_, sizeof message_);
  return true;
}

// The overall status says success even when no tag was known: the tag's own status and length decide.
PropertyMailbox::Answer<void> PropertyMailbox::check(std::size_t capacity, std::size_t expected_bytes) const {
  if (message_.status != request_succeeded) return std::unexpected(PropertyProblem::refused);
  const std::uint32_t length = message_.tag_status & ~tag_answered;
  if ((message_.tag_status & tag_answered) == 0 || length == 0) return std::unexpected(PropertyProblem::not_answered);
  if (length < expected_bytes || length > capacity) return std::unexpected(PropertyProblem::wrong_length);
  return {};
}

PropertyMailbox::Answer<std::uint32_t> PropertyMailbox::firmware_revision() {
  return ask_number(tag_firmware_revision);
}

PropertyMailbox::Answer<std::uint32_t> PropertyMailbox::board_revision() { return ask_number(tag_board_revision); }

PropertyMailbox::Answer<std::uint32_t> PropertyMailbox::ask_number(std::uint32_t tag) {
  std::uint32_t value[1] = {};
  if (const auto answer = ask(tag, value, sizeof value); !answer) return std::unexpected(answer.error());
  return value[0];
}

PropertyMailbox::Answer<MemoryRange> PropertyMailbox::arm_memory() {
  std::uint32_t values[2] = {};
  if (const auto answer = ask(tag_arm_memory, values, sizeof values); !answer) return std::unexpected(answer.error());
  return MemoryRange{.base = values[0], .bytes = values[1]};
}

PropertyMailbox::Answer<std::uint32_t> PropertyMailbox::clock_rate(FirmwareClock clock) {
  std::uint32_t values[2] = {static_cast<std::uint32_t>(clock), 0};
  if (const auto answer = ask(tag_clock_rate, values, sizeof values); !answer) return std::unexpected(answer.error());
  return values[1];
}

}  // namespace cane::bcm283x
