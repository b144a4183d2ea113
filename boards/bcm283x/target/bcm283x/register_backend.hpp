#pragma once
// Everything through which a driver reaches the world outside its own variables, on the machine itself. The twin in
// boards/host records and models the same calls on the desk; CMake's include path chooses. Decides nothing.

#include <arch/barrier.hpp>
#include <arch/cpu.hpp>
#include <cstddef>
#include <cstdint>

namespace cane::bcm283x::register_backend {

[[gnu::always_inline]] inline std::uint32_t load(std::uintptr_t address) {
  return *reinterpret_cast<const volatile std::uint32_t*>(address);
}

[[gnu::always_inline]] inline void store(std::uintptr_t address, std::uint32_t value) {
  *reinterpret_cast<volatile std::uint32_t*>(address) = value;
}

[[gnu::always_inline]] inline void store_unordered(std::uintptr_t address, std::uint32_t value) {
  store(address, value);
}

// Accesses before it are observed before those after it.
[[gnu::always_inline]] inline void order_memory() { arch::data_memory_barrier(); }

// Accesses before it have reached their peripheral before anything after it happens.
[[gnu::always_inline]] inline void complete_memory() { arch::data_synchronization_barrier(); }

// A buffer changes hands: to a device that will read and write it, and back. Whole cache lines.
inline void hand_to_device(void* buffer, std::size_t size) { arch::clean_invalidate_data_cache_range(buffer, size); }
inline void take_from_device(void* buffer, std::size_t size) { arch::invalidate_data_cache_range(buffer, size); }

[[gnu::always_inline]] inline std::uint32_t physical_address(const void* buffer) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(buffer));
}

// Keeps this core's interrupts out for a scope.
class [[nodiscard]] InterruptMask {
 public:
  [[gnu::always_inline]] InterruptMask() : before_{arch::mask_interrupts()} {}
  [[gnu::always_inline]] ~InterruptMask() { arch::restore_interrupts(before_); }
  InterruptMask(const InterruptMask&) = delete;
  InterruptMask& operator=(const InterruptMask&) = delete;

 private:
  arch::IrqState before_;
};

}  // namespace cane::bcm283x::register_backend
