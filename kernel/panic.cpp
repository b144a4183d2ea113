// The end of the road: one clear report, polled out of the UART with everything masked, then the run ends with status 2.
// Must need nothing that can be broken: no lock, no interrupt, no queue, no heap, little stack. A panic during the report
// gets one line more and stops.

#include <cane/check.hpp>
#include <cane/detail/thread_control.hpp>
#include <cane/print.hpp>
#include <port/arch.hpp>
#include <port/platform.hpp>
#include <port/upcalls.hpp>

namespace cane {

namespace {

constexpr std::uint32_t panic_status = 2;

constinit std::uint32_t panics = 0;

template <class... Parts>
void report(const Parts&... parts) {
  detail::Line line;
  (line.append(parts), ...);
  platform::console_write_now(line.view());
}

[[noreturn]] void stop_with_verdict(std::string_view what) {
  report("cane: verdict panic: ", what, "\n");
  platform::finish(panic_status);
}

// Masks interrupts and refuses to report a second time.
arch::IrqState begin_report() {
  const arch::IrqState before = arch::mask_interrupts();
  if (++panics == 1) return before;
  if (panics == 2) stop_with_verdict("another panic while reporting the first");
  platform::finish(panic_status);
}

void report_context(arch::IrqState before) {
  const ThreadControl* const thread = arch::current_thread();
  const bool known = thread != nullptr && thread->name != nullptr;
  const char* const name = known ? thread->name : "none";
  if (arch::is_handler(before)) {
    report("  context:  an interrupt handler; it interrupted thread ", name, "\n");
  } else if (arch::may_switch(before)) {
    report("  context:  thread ", name, "\n");
  } else {
    report("  context:  thread ", name, ", interrupts masked (before the kernel runs, or inside it)\n");
  }
}

void report_registers(const port::FaultRegisters& registers) {
  for (std::uint32_t row = 0; row < 13; row += 4) {
    detail::Line line;
    line.append(" ");
    for (std::uint32_t number = row; number < row + 4 && number < 13; ++number) {
      line.append(number < 10 ? "  r" : " r");
      line.append(number);
      line.append('=');
      line.append(hex(registers.general[number]));
    }
    line.append('\n');
    platform::console_write_now(line.view());
  }
  report("   sp=", hex(registers.stack_pointer), "  lr=", hex(registers.link), "  pc=", hex(registers.program_counter),
         " psr=", hex(registers.status), "\n");
}

}  // namespace

const char* to_string(Call call) {
  switch (call) {
    case Call::start_kernel: return "main()";
    case Call::thread_start: return "Thread::start";
    case Call::thread_join: return "Thread::join";
    case Call::thread_exit: return "this_thread::exit";
    case Call::yield: return "this_thread::yield";
    case Call::sleep: return "this_thread::sleep";
    case Call::queue_send: return "Queue::send";
    case Call::queue_receive: return "Queue::receive";
    case Call::attach_interrupt: return "interrupt::attach";
    case Call::kernel: return "the kernel itself";
  }
  return "an unknown call";
}

const char* to_string(Misuse misuse) {
  switch (misuse) {
    case Misuse::cannot_wait_here:
      return "may wait, and was called where nothing can wait: in an interrupt handler, with "
             "interrupts masked, or before the kernel runs";
    case Misuse::already_started: return "the thread is started already; join it first";
    case Misuse::not_started: return "the thread was never started";
    case Misuse::joins_itself: return "a thread cannot wait for its own end";
    case Misuse::too_many_timeouts: return "no place left in the timeout store; raise TIMEOUTS in cane_add_kernel";
    case Misuse::bad_priority: return "the preemption-threshold is less urgent than the priority";
    case Misuse::bad_stack: return "the stack is misaligned, or not in the memory of the image";
    case Misuse::returned_nonzero: return "returned an error";
    case Misuse::out_of_range: return "an argument is out of range";
    case Misuse::broken_invariant: return "an invariant does not hold";
  }
  return "unknown misuse";
}

void detail::misuse(Call call, Misuse what, const void* object, const void* place) {
  const arch::IrqState before = begin_report();
  report("\ncane: panic\n  what:     ", to_string(call), "\n");
  report("  why:      ", to_string(what), "\n");
  report("  object:   ", hex(reinterpret_cast<std::uintptr_t>(object)), "\n");
  report("  place:    ", hex(reinterpret_cast<std::uintptr_t>(place)), " (the return address of the call)\n");
  report_context(before);
  stop_with_verdict(to_string(call));
}

void panic(const char* what) {
  const void* const place = __builtin_return_address(0);
  const arch::IrqState before = begin_report();
  report("\ncane: panic\n  what:     ", what, "\n");
  report("  place:    ", hex(reinterpret_cast<std::uintptr_t>(place)), " (the return address of the call)\n");
  report_context(before);
  stop_with_verdict(what);
}

void port::report_fault(const Fault& fault) {
  (void)begin_report();
  report("\ncane: panic\n  what:     ", fault.cause, "\n");
  if (!fault.access.empty()) {
    report("  access:   ", fault.access, " ", hex(fault.address), ", fault status ", hex(fault.fault_status), "\n");
  }
  report("  place:    ", hex(fault.registers->program_counter), "\n");
  report_context(arch::IrqState{fault.registers->status});
  report_registers(*fault.registers);
  stop_with_verdict(fault.cause);
}

}  // namespace cane
