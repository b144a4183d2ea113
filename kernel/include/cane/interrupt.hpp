#pragma once
// Interrupt handlers of an application or driver. A handler runs on the interrupt stack with IRQ masked; it may call every
// try_ function and every call whose doc comment says "interrupt". The switch to a thread it woke happens when it returns.

#include <cstdint>

namespace cane {

// A line of the board's interrupt controller; the board's header names the ones it has.
enum class InterruptLine : std::uint32_t {};

namespace interrupt {

using Handler = void (*)(void* context);

/// Makes `handler(context)` answer the line, from its next interrupt on. It replaces the handler before it.
/// Context: any. Fails: never. Checks: the line exists, the handler is not null. Time: constant.
void attach(InterruptLine line, Handler handler, void* context);

/// Lets the line interrupt. Context: any. Fails: never. Checks: the line exists. Time: constant.
void enable(InterruptLine line);

/// Stops the line. When it returns, the handler does not run any more. Context: any. Fails: never.
/// Checks: the line exists. Time: constant.
void disable(InterruptLine line);

}  // namespace interrupt
}  // namespace cane
