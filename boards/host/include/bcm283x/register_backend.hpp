#pragma once
// Everything through which a driver reaches the world outside its own variables, on the desk: each call goes to the
// recorder, which watches the rules and lets models answer. The twin in boards/bcm283x/target is the machine itself.

#include <cstddef>
#include <cstdint>

namespace cane::bcm283x::register_backend {

std::uint32_t load(std::uintptr_t address);
void store(std::uintptr_t address, std::uint32_t value);
void store_unordered(std::uintptr_t address, std::uint32_t value);
void order_memory();
void complete_memory();
void hand_to_device(void* buffer, std::size_t size);
void take_from_device(void* buffer, std::size_t size);
std::uint32_t physical_address(const void* buffer);
void mask_interrupts();
void unmask_interrupts();

class [[nodiscard]] InterruptMask {
 public:
  InterruptMask() { mask_interrupts(); }
  ~InterruptMask() { unmask_interrupts(); }
  InterruptMask(const InterruptMask&) = delete;
  InterruptMask& operator=(const InterruptMask&) = delete;
};

}  // namespace cane::bcm283x::register_backend
