// A/B/C/D: three consumers with a queue each, one producer. D sends three messages to each of A, B and C, then yields; that
// is one cycle. What a cycle costs depends on the priorities alone:
//
//   case 1   A = B = C = D                  4 switches: the consumers run when D yields, each reads all its messages
//   case 2   A, B, C above D               18 switches: every message preempts D
//   case 3   as 2, D's threshold above A    4 switches: the consumers are ready, but D is not preempted until it yields
//
// Every switch flips GPIO 4 (header pin 7) and GPIO 7 (header pin 26); every yield of D pulses GPIO 17 (header pin 11).
// Under an emulator the run ends with a report; on a board it goes on for ever, for the logic analyser.

#include <array>
#include <board.hpp>
#include <cane/cane.hpp>

namespace {

using cane::Priority;
using cane::Queue;
using cane::Stack;
using cane::Thread;

struct Case {
  Priority a, b, c, d, threshold_of_d;
  std::uint32_t switches_a_cycle;
};
constexpr std::array<Case, 3> cases{{
    {Priority{4}, Priority{4}, Priority{4}, Priority{4}, Priority{4}, 4},
    {Priority{1}, Priority{2}, Priority{3}, Priority{4}, Priority{4}, 18},
    {Priority{1}, Priority{2}, Priority{3}, Priority{4}, Priority{1}, 4},
}};
constexpr unsigned case_number = ABCD_CASE;
static_assert(case_number >= 1 && case_number <= cases.size(), "ABCD_CASE must be 1, 2 or 3");
constexpr const Case& chosen = cases[case_number - 1];

struct Message {
  std::uint32_t words[ABCD_MESSAGE_BYTES / 4];
};
using MessageQueue = Queue<Message, 8>;

constexpr std::uint32_t rounds_a_cycle = 3;
constexpr std::uint32_t warm_up_cycles = 10;
constexpr std::uint32_t counted_cycles = 1000;

struct Consumer {
  MessageQueue queue;
  Thread thread;
  std::uint32_t received = 0;
  std::uint32_t out_of_order = 0;
};
constinit Consumer a, b, c;
constinit Thread d;
[[gnu::section(".bss.stacks")]] Stack<4096> stack_a, stack_b, stack_c, stack_d;

void consume(Consumer& self) {
  for (std::uint32_t expected = 0;; self.received = ++expected) {
    const auto message = self.queue.receive();
    if (!message || message->words[0] != expected) [[unlikely]]
      self.out_of_order += 1;
  }
}

void one_cycle(std::uint32_t number) {
  for (std::uint32_t round = 0; round < rounds_a_cycle; ++round) {
    const Message message{{number * rounds_a_cycle + round}};
    (void)a.queue.send(message);
    (void)b.queue.send(message);
    (void)c.queue.send(message);
  }
  cane::this_thread::yield();
}

// The last whole cycle in the ring: from the record behind one RO of D to the next RO.
struct CycleCounts {
  std::array<std::uint32_t, cane::trace::event_kinds> of{};
  bool is_whole = false;
};
CycleCounts count_last_cycle() {
  using cane::trace::Event;
  CycleCounts counts;
  std::uint32_t index = cane::trace::size();
  while (index > 0 && cane::trace::at(index - 1).event != Event::relinquish) --index;
  if (index == 0) return counts;
  counts.of[static_cast<std::uint32_t>(Event::relinquish)] = 1;
  for (--index; index > 0; --index) {
    const Event event = cane::trace::at(index - 1).event;
    if (event == Event::relinquish) {
      counts.is_whole = true;
      return counts;
    }
    counts.of[static_cast<std::uint32_t>(event)] += 1;
  }
  return counts;
}

const char* check_messages(std::uint32_t cycles) {
  for (const Consumer* consumer : {&a, &b, &c}) {
    if (consumer->out_of_order != 0) return "a message came out of order";
    if (consumer->received != cycles * rounds_a_cycle) return "a message was lost";
  }
  return nullptr;
}

const char* report_trace() {
  using cane::trace::Event;
  const CycleCounts counts = count_last_cycle();
  if (!counts.is_whole) return "the trace holds no whole cycle";
  const auto of = [&](Event event) { return counts.of[static_cast<std::uint32_t>(event)]; };
  cane::print("abcd: trace QS=", of(Event::queue_send), " QR=", of(Event::queue_receive),
              " IR=", of(Event::internal_resume), " IS=", of(Event::internal_suspend), " RO=", of(Event::relinquish),
              " CS=", of(Event::context_switch), "\n");
  cane::trace::dump();
  return of(Event::context_switch) == chosen.switches_a_cycle ? nullptr : "the trace counts other switches";
}

const char* report_counters(std::uint32_t switches) {
  cane::print("abcd: counters switches=", switches,
              " per_cycle=", cane::hundredths(std::uint64_t{switches} * 100 / counted_cycles), "\n");
  return switches == chosen.switches_a_cycle * counted_cycles ? nullptr : "the counters count other switches";
}

void finish(const char* failure) {
  if (failure == nullptr) {
    cane::print("cane: verdict pass\n");
    cane::kernel::finish(0);
  }
  cane::print("cane: verdict fail: ", failure, "\n");
  cane::kernel::finish(1);
}

void produce() {
  std::uint32_t number = 0;
  for (; number < warm_up_cycles; ++number) one_cycle(number);
  const std::uint32_t switches_before = cane::kernel::context_switches();
  const cane::Instant start = cane::now();
  for (; number < warm_up_cycles + counted_cycles; ++number) one_cycle(number);
  const cane::Duration time = cane::now() - start;
  const std::uint32_t switches = cane::kernel::context_switches() - switches_before;
  cane::trace::freeze();
  if (!cane::board::is_emulated()) {
    for (;; ++number) one_cycle(number);
  }

  cane::print("abcd: board=", cane::board::name, " case=", case_number, " message_bytes=", sizeof(Message),
              " cycles=", counted_cycles, "\n");
  cane::print("abcd: instructions_per_cycle=",
              cane::hundredths(static_cast<std::uint64_t>(cane::to_nanoseconds(time)) * 100 / counted_cycles), "\n");
  const char* failure = check_messages(number);
  if constexpr (cane::config::statistics) {
    if (const char* wrong = report_counters(switches)) failure = wrong;
  }
  if constexpr (cane::config::trace) {
    if (const char* wrong = report_trace()) failure = wrong;
  }
  finish(failure);
}

}  // namespace

int main() {
  a.thread.start<consume>(stack_a, {.name = "A", .priority = chosen.a}, a);
  b.thread.start<consume>(stack_b, {.name = "B", .priority = chosen.b}, b);
  c.thread.start<consume>(stack_c, {.name = "C", .priority = chosen.c}, c);
  d.start(stack_d, {.name = "D", .priority = chosen.d, .preemption_threshold = chosen.threshold_of_d}, produce);
  return 0;
}
