#pragma once
// The register layer: the only way a driver touches a peripheral. Owns the BCM283x ordering rule; knows no register by
// name. Accesses are 32 bits wide, always: the blocks ignore or mangle anything narrower.
//
// The rule [BCM2835 ARM Peripherals 1.3]: accesses to one peripheral stay in order, those to two peripherals do not. So
//   - a barrier before the first write to a peripheral and after the last read from it;
//   - an interrupt handler that reads begins with a barrier, one that writes ends with one, for the code it interrupted
//     may be in the middle of another peripheral.
// PeripheralAccess has a barrier at both ends of its scope, and so keeps all of this in threads, in handlers and across
// preemption. Scopes may nest. What goes without is a function here with its reason.

#include <bcm283x/memory_map.hpp>
#include <bcm283x/register_backend.hpp>
#include <concepts>
#include <cstdint>

namespace cane::bcm283x {

// A block of registers says where it is (`base`) and what they are called (`enum class Register`, offsets from base).
template <class Block>
concept RegisterBlock = requires(typename Block::Register name) {
  { Block::base } -> std::convertible_to<std::uintptr_t>;
  static_cast<std::uint32_t>(name);
};

// Access to one peripheral for a scope.
template <RegisterBlock Block>
class [[nodiscard]] PeripheralAccess {
 public:
  using Register = typename Block::Register;

  [[gnu::always_inline]] PeripheralAccess() { register_backend::order_memory(); }
  [[gnu::always_inline]] ~PeripheralAccess() { register_backend::order_memory(); }
  PeripheralAccess(const PeripheralAccess&) = delete;
  PeripheralAccess& operator=(const PeripheralAccess&) = delete;

  // `index` counts words from the named register, for registers that come in rows.
  [[gnu::always_inline]] [[nodiscard]] std::uint32_t read(Register name, std::uint32_t index = 0) const {
    return register_backend::load(address(name, index));
  }

  [[gnu::always_inline]] void write(Register name, std::uint32_t value) const {
    register_backend::store(address(name, 0), value);
  }

  [[gnu::always_inline]] void write(Register name, std::uint32_t index, std::uint32_t value) const {
    register_backend::store(address(name, index), value);
  }

 private:
  [[gnu::always_inline]] static constexpr std::uintptr_t address(Register name, std::uint32_t index) {
    return Block::base + static_cast<std::uint32_t>(name) + index * sizeof(std::uint32_t);
  }
};

// A lone store with no barrier on either side. Legal only where nobody minds its order against other peripherals: the
// store may reach its register before or after those of the neighbours. Within its own peripheral it stays in order.
[[gnu::always_inline]] inline void store_unordered(std::uintptr_t address, std::uint32_t value) {
  register_backend::store_unordered(address, value);
}

}  // namespace cane::bcm283x
