// Proves at compile time that the processor and the board chosen for this build keep their contracts.

#include <port/arch.hpp>
#include <port/platform.hpp>

namespace cane::port {

static_assert(ProcessorContract<arch::IrqState>, "the processor does not keep the contract in port/arch.hpp");
static_assert(BoardContract<std::uint64_t>, "the board does not keep the contract in port/platform.hpp");

}  // namespace cane::port
