// Booting the machine for a test, in the order of kernel/start.cpp, and the ways into threads and interrupts.

#include <gtest/gtest.h>
#include <algorithm>
#include <arch/desk.hpp>
#include <host_tests/support/machine.hpp>
#include <platform/desk.hpp>
#include <platform/platform.hpp>
#include <sched/clock.hpp>
#include <sched/core.hpp>
#include <sched/scheduler.hpp>

// A thread that a test leaves waiting is never unwound: what its frames hold is given up, not leaked.
extern "C" const char* __asan_default_options() { return "detect_leaks=0"; }

namespace cane::test {

namespace {

constexpr InterruptLine test_line{31};

constinit Machine* current_machine = nullptr;

// The idle thread with interrupts unmasked for a scope: what is due comes in at once.
class Unmasked {
 public:
  Unmasked() { arch::unmask_interrupts(); }
  ~Unmasked() { (void)arch::mask_interrupts(); }
  Unmasked(const Unmasked&) = delete;
  Unmasked& operator=(const Unmasked&) = delete;
};

bool is_test_body() {
  const bool is_handler = arch::is_handler(arch::IrqState{arch::processor.status});
  return arch::current_thread() == &sched::this_core().idle && !is_handler;
}

}  // namespace

void Worker::start() {
  machine_.invariants_.set_starting(thread_, true);
  thread_.start<&Worker::run>(stack_, options_, *this);
  machine_.invariants_.set_starting(thread_, false);
}

void Worker::run(Worker& self) {
  self.machine_.invariants_.set_starting(self.thread_, false);
  self.body_();
}

Machine::Machine(Options options) {
  arch::desk::reset();
  sched::initialise_core();
  platform::desk::reset(options.frequency, options.ticks);
  sched::initialise_clock(platform::tick_frequency());
  platform::initialise(sched::this_core().switch_pin);
  trace::clear();
  interrupt::attach(test_line, &handle_interrupt, this);
  interrupt::enable(test_line);
  current_machine = this;
  arch::desk::observe_unmask(&observe_unmask);
}

Machine::~Machine() {
  if (!problem_.empty()) ADD_FAILURE() << "broken invariant: " << problem_;
  current_machine = nullptr;
  arch::desk::reset();
}

Worker& Machine::prepare_thread(const ThreadOptions& options, std::function<void()> body) {
  workers_.push_back(std::make_unique<Worker>(*this, options, std::move(body)));
  invariants_.watch(workers_.back()->thread());
  return *workers_.back();
}

Worker& Machine::thread(const char* name, unsigned priority, std::function<void()> body) {
  Worker& worker = prepare_thread({.name = name, .priority = Priority::from_level(priority)}, std::move(body));
  worker.start();
  return worker;
}

Worker& Machine::thread(const char* name, unsigned priority, unsigned threshold, std::function<void()> body) {
  Worker& worker = prepare_thread({.name = name,
                                   .priority = Priority::from_level(priority),
                                   .preemption_threshold = Priority::from_level(threshold)},
                                  std::move(body));
  worker.start();
  return worker;
}

void Machine::run() {
  if (!is_test_body()) return panic("Machine::run() is for the test, not for a thread");
  const Unmasked unmasked;
  sched::run_ready_threads();
}

void Machine::pass_until(Instant instant) {
  std::optional<Unmasked> unmasked;
  if (is_test_body()) {
    run();
    unmasked.emplace();
  }
  const std::uint64_t target = sched::ticks_of(instant);
  for (auto alarm = platform::desk::alarm(); alarm && *alarm < target; alarm = platform::desk::alarm()) {
    if (*alarm <= platform::ticks_now()) break;
    platform::desk::turn_clock_to(*alarm);
  }
  platform::desk::turn_clock_to(target);
}

void Machine::pass(Duration duration) { pass_until(now() + duration); }

void Machine::run_until_quiet(Instant limit) {
  run();
  while (const auto alarm = platform::desk::alarm()) {
    const Instant next = std::max(sched::instant_of(*alarm), now());
    if (next > limit) break;
    pass_until(next);
  }
}

void Machine::interrupt(std::function<void()> handler) {
  handlers_.push_back(std::move(handler));
  if (!is_test_body()) return platform::desk::raise(test_line);
  const Unmasked unmasked;
  platform::desk::raise(test_line);
}

void Machine::interrupt_at_unmask(std::uint64_t n, std::function<void()> handler) {
  unmasks_left_ = n;
  handler_at_unmask_ = std::move(handler);
}

void Machine::handle_interrupt(void* machine) {
  auto& self = *static_cast<Machine*>(machine);
  const std::function<void()> handler = std::move(self.handlers_.front());
  self.handlers_.pop_front();
  handler();
}

void Machine::observe_unmask() {
  if (current_machine != nullptr) current_machine->at_unmask();
}

void Machine::at_unmask() {
  if (problem_.empty()) problem_ = invariants_.broken();
  if (unmasks_left_ == 0 || --unmasks_left_ != 0) return;
  handlers_.push_back(std::move(handler_at_unmask_));
  platform::desk::raise(test_line);
}

std::string& Machine::console() { return platform::desk::console(); }

}  // namespace cane::test
