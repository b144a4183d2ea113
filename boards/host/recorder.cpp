// The recorder's rules. See recorder.hpp.

#include "recorder.hpp"

#include <algorithm>
#include <bcm283x/register_backend.hpp>
#include <cassert>
#include <cstdio>
#include <cstring>

namespace cane::desk {

namespace {

// The longer line of the two processors: a buffer that fills whole ones is right on both.
constexpr std::size_t line_bytes = 64;

constexpr std::size_t most_device_words = 64;
constexpr std::uint32_t rubbish = 0xDEAD'BEEF;

Recorder* current_recorder = nullptr;

std::string hexadecimal(std::uintptr_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%08lx", static_cast<unsigned long>(value));
  return text;
}

}  // namespace

Recorder::Recorder() : before_{current_recorder} { current_recorder = this; }

Recorder::~Recorder() { current_recorder = before_; }

Recorder& Recorder::current() {
  assert(current_recorder != nullptr && "a driver touched a register and no Recorder is there to answer");
  return *current_recorder;
}

void Recorder::attach(std::string name, std::uintptr_t base, std::uint32_t size, RegisterModel& model) {
  blocks_.push_back(std::make_unique<Block>(Block{std::move(name), base, size, &model}));
}

// A handler may have interrupted accesses to any peripheral: nothing counts as ordered.
void Recorder::enter_interrupt() {
  interrupted_.push_back({last_, ordered_});
  last_ = nullptr;
  ordered_ = false;
}

void Recorder::leave_interrupt() {
  if (last_ != nullptr && !ordered_) report("the interrupt handler ends with no barrier after " + last_->name);
  last_ = interrupted_.back().last;
  ordered_ = interrupted_.back().ordered;
  interrupted_.pop_back();
}

const Recorder::Block* Recorder::find(std::uintptr_t address) {
  if (address % 4 != 0) report("a register access at " + hexadecimal(address) + ", which is no word's address");
  for (const auto& block : blocks_) {
    if (address >= block->base && address < block->base + block->size) return block.get();
  }
  report("an access to " + hexadecimal(address) + ", where there is no peripheral");
  return nullptr;
}

void Recorder::check_order(const Block& block) {
  if (last_ != &block && !ordered_) {
    report(last_ == nullptr ? "the interrupt handler begins with no barrier before " + block.name
                            : "no barrier between " + last_->name + " and " + block.name);
  }
  last_ = &block;
  ordered_ = false;
}

std::uint32_t Recorder::load(std::uintptr_t address) {
  const Block* const block = find(address);
  if (block == nullptr) return rubbish;
  check_order(*block);
  return block->model->load(static_cast<std::uint32_t>(address - block->base) & ~3U);
}

void Recorder::store(std::uintptr_t address, std::uint32_t value) {
  const Block* const block = find(address);
  if (block == nullptr) return;
  check_order(*block);
  block->model->store(static_cast<std::uint32_t>(address - block->base) & ~3U, value);
}

// Takes no part in the order, and must not: that is its meaning.
void Recorder::store_unordered(std::uintptr_t address, std::uint32_t value) {
  const Block* const block = find(address);
  if (block != nullptr) block->model->store(static_cast<std::uint32_t>(address - block->base) & ~3U, value);
}

void Recorder::check_whole_lines(const void* buffer, std::size_t size) {
  if (reinterpret_cast<std::uintptr_t>(buffer) % line_bytes != 0) {
    report("a buffer for a device does not begin on a cache line");
  }
  if (size % line_bytes != 0) report("a buffer for a device does not fill whole cache lines");
}

void Recorder::hand_to_device(void* buffer, std::size_t size) {
  check_whole_lines(buffer, size);
  std::vector<std::uint32_t>& words = memory_[physical_address(buffer)];
  words.resize(size / sizeof(std::uint32_t));
  std::memcpy(words.data(), buffer, size);
}

void Recorder::take_from_device(void* buffer, std::size_t size) {
  check_whole_lines(buffer, size);
  const std::span<std::uint32_t> words = device_memory(physical_address(buffer));
  std::memcpy(buffer, words.data(), std::min(size, words.size_bytes()));
}

// Buffers get made-up addresses, a page apart: the desk's own do not fit into 32 bits.
std::uint32_t Recorder::physical_address(const void* buffer) {
  const auto next = static_cast<std::uint32_t>(0x1000 * (addresses_.size() + 1));
  return addresses_.try_emplace(buffer, next).first->second;
}

std::span<std::uint32_t> Recorder::device_memory(std::uint32_t physical) {
  return memory_.try_emplace(physical, most_device_words, rubbish).first->second;
}

void Recorder::unmask_interrupts() {
  if (mask_depth_ == 0) return report("interrupts are unmasked that were not masked");
  --mask_depth_;
}

}  // namespace cane::desk

namespace cane::bcm283x::register_backend {

using desk::Recorder;

std::uint32_t load(std::uintptr_t address) { return Recorder::current().load(address); }
void store(std::uintptr_t address, std::uint32_t value) { Recorder::current().store(address, value); }
void store_unordered(std::uintptr_t address, std::uint32_t value) {
  Recorder::current().store_unordered(address, value);
}
void order_memory() { Recorder::current().order_memory(); }
void complete_memory() { Recorder::current().order_memory(); }
void hand_to_device(void* buffer, std::size_t size) { Recorder::current().hand_to_device(buffer, size); }
void take_from_device(void* buffer, std::size_t size) { Recorder::current().take_from_device(buffer, size); }
std::uint32_t physical_address(const void* buffer) { return Recorder::current().physical_address(buffer); }
void mask_interrupts() { Recorder::current().mask_interrupts(); }
void unmask_interrupts() { Recorder::current().unmask_interrupts(); }

}  // namespace cane::bcm283x::register_backend
