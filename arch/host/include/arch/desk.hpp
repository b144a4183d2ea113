#pragma once
// The side of the desk's processor that a board drives and a test watches: its one interrupt line, what it does when it
// has nothing to do, and the instants at which critical sections end. The kernel never includes this.

#include <cstdint>

namespace cane::arch::desk {

// The interrupt line is a level: while it is up and interrupts are not masked, the processor takes an interrupt. The
// board's dispatch takes it down.
void set_interrupt_line(bool up);

// Takes the interrupts that are due, if they are not masked. After the line went up.
void take_interrupts();

// Called by wait_for_interrupt() when the line is down. It must make time go on, or end the run.
void when_idle(void (*pass_time)());

// Called at every exit of a critical section, with the mask still in place. It may raise the interrupt line.
void observe_unmask(void (*observer)());

// How many critical sections have ended since reset().
[[nodiscard]] std::uint64_t unmasks();

// The running thread uses the registers that PerCore stands for.
void use_registers();

// Power-on: masked, the line down, no observers. All threads' stacks are free again and all guard pages open.
void reset();

}  // namespace cane::arch::desk
