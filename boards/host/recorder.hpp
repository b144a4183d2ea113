#pragma once
// The recorder: what stands behind the register layer on the desk. It passes accesses on to models of the peripherals and
// holds every driver to the rules that no emulator enforces: barriers between peripherals and around interrupt handlers,
// whole cache lines handed to devices, word accesses to registers that exist. A broken rule is a sentence in violations().

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace cane::desk {

// A peripheral's registers as the hardware would behave. Offsets are multiples of four.
class RegisterModel {
 public:
  virtual ~RegisterModel() = default;
  virtual std::uint32_t load(std::uint32_t offset) = 0;
  virtual void store(std::uint32_t offset, std::uint32_t value) = 0;
};

// One at a time: the youngest answers the register layer.
class Recorder {
 public:
  Recorder();
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;
  static Recorder& current();

  // Lets a model answer for `size` bytes of registers at `base`. The name is for the sentences.
  void attach(std::string name, std::uintptr_t base, std::uint32_t size, RegisterModel& model);

  // Brackets what runs as an interrupt handler, in the middle of whatever was going on.
  void enter_interrupt();
  void leave_interrupt();

  [[nodiscard]] const std::vector<std::string>& violations() const { return violations_; }
  void report(std::string violation) { violations_.push_back(std::move(violation)); }
  [[nodiscard]] bool interrupts_masked() const { return mask_depth_ != 0; }

  // Memory as a device sees it at a physical address: what was last handed over there. What never was holds rubbish.
  [[nodiscard]] std::span<std::uint32_t> device_memory(std::uint32_t physical);

  // The register layer's side.
  std::uint32_t load(std::uintptr_t address);
  void store(std::uintptr_t address, std::uint32_t value);
  void store_unordered(std::uintptr_t address, std::uint32_t value);
  void order_memory() { ordered_ = true; }
  void hand_to_device(void* buffer, std::size_t size);
  void take_from_device(void* buffer, std::size_t size);
  [[nodiscard]] std::uint32_t physical_address(const void* buffer);
  void mask_interrupts() { ++mask_depth_; }
  void unmask_interrupts();

 private:
  struct Block {
    std::string name;
    std::uintptr_t base;
    std::uint32_t size;
    RegisterModel* model;
  };
  // Where the rule about barriers stands: the peripheral last touched, and whether a barrier came since.
  struct Order {
    const Block* last;
    bool ordered;
  };

  const Block* find(std::uintptr_t address);
  void check_order(const Block& block);
  void check_whole_lines(const void* buffer, std::size_t size);

  Recorder* before_;
  std::vector<std::unique_ptr<Block>> blocks_;
  std::vector<std::string> violations_;
  std::vector<Order> interrupted_;
  const Block* last_ = nullptr;
  bool ordered_ = true;
  unsigned mask_depth_ = 0;
  std::map<const void*, std::uint32_t> addresses_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> memory_;
};

}  // namespace cane::desk
