#pragma once
// The firmware behind the property mailbox: reads the message from memory as the GPU sees it, at the bus alias it expects,
// and answers after a while. It can be slow, deaf, confused or out of date.

#include <bcm283x/property_mailbox.hpp>
#include <cstdint>
#include <deque>
#include <map>
#include <recorder.hpp>
#include <span>
#include <vector>

namespace cane::desk {

class PropertyMailboxModel : public RegisterModel {
 public:
  PropertyMailboxModel(Recorder& recorder, std::uint32_t bus_alias) : recorder_{recorder}, bus_alias_{bus_alias} {}

  std::map<std::uint32_t, std::vector<std::uint32_t>> answers;  // by tag
  std::uint32_t looks_until_answer = 5;
  std::uint32_t looks_until_room = 0;
  bool is_deaf = false;
  bool refuses = false;
  std::uint32_t bytes_held_back = 0;  // from the length of each answer
  std::deque<std::uint32_t> waiting;  // words for the ARM; stale ones first
  std::vector<std::uint32_t> asked;   // the values of the last question

  std::uint32_t load(std::uint32_t offset) override {
    switch (offset) {
      case 0x00: return take_word();
      case 0x18: return answer_is_there() ? 0 : 1U << 30;
      case 0x38: return looks_until_room == 0 ? 0 : (--looks_until_room, 1U << 31);
      default: return 0;
    }
  }

  void store(std::uint32_t offset, std::uint32_t value) override {
    if (offset != 0x20) return;
    if (looks_until_room != 0) recorder_.report("a message is written to a full mailbox");
    const std::uint32_t alias = value & 0xC000'0000;
    if (is_deaf || (value & 0xF) != 8 || alias != bus_alias_) return;
    answer(recorder_.device_memory(value & 0x3FFF'FFF0));
    waiting.push_back(value);
    looks_ = 0;
  }

 private:
  bool answer_is_there() {
    if (waiting.empty()) return false;
    return waiting.size() > 1 || ++looks_ > looks_until_answer;
  }

  std::uint32_t take_word() {
    if (waiting.empty()) {
      recorder_.report("an empty mailbox is read");
      return 0;
    }
    const std::uint32_t word = waiting.front();
    waiting.pop_front();
    return word;
  }

  // Words of the message: size, status, then tag, capacity, tag status and values, then the end tag.
  void answer(std::span<std::uint32_t> message) {
    const bool is_whole = message[0] % 4 == 0 && message[0] >= 24 && message[0] <= message.size_bytes();
    if (refuses || !is_whole || message[1] != 0 || message[message[0] / 4 - 1] != 0) {
      message[1] = 0x8000'0001;
      return;
    }
    message[1] = 0x8000'0000;
    const std::span<std::uint32_t> values = message.subspan(5, message[3] / 4);
    asked.assign(values.begin(), values.end());
    const auto known = answers.find(message[2]);
    message[4] = 0x8000'0000;
    if (known == answers.end()) return;
    for (std::size_t i = 0; i < values.size() && i < known->second.size(); ++i) values[i] = known->second[i];
    message[4] |= static_cast<std::uint32_t>(known->second.size() * 4) - bytes_held_back;
  }

  Recorder& recorder_;
  std::uint32_t bus_alias_;
  std::uint32_t looks_ = 0;
};

}  // namespace cane::desk
