// Messages under interrupts: none is lost, doubled or overtaken, whoever sends, whoever waits, wherever the interrupt
// comes. Producers are a thread and a handler; each numbers its own messages.

#include "harness.hpp"
#include "interrupt_sources.hpp"
#include "scenario.hpp"

namespace {

using cane::Priority;
using cane::Status;

constexpr std::uint32_t messages = 100'000;
constexpr std::uint32_t messages_with_timeouts = 20'000;  // nearly every one comes after a timeout or two
constexpr std::uint32_t producers = 2;

struct Message {
  std::uint32_t producer;
  std::uint32_t number;
  std::uint32_t check;  // of the two: a message made of two halves would show
  std::uint32_t other_check;
};

Message make(std::uint32_t producer, std::uint32_t number) {
  return {producer, number, producer * 0x9E37'79B1U ^ number, ~number};
}

constinit cane::Queue<Message, 8> stream;
constinit cane::Thread sender, receiver;
[[gnu::section(".bss.stacks")]] cane::Stack<4096> sender_stack, receiver_stack;

constinit std::uint32_t expected_number[producers] = {};
constinit std::uint32_t received = 0, from_handler = 0, refused = 0, interrupts = 0;

void take(const Message& message) {
  test::expect(message.producer < producers, "a message has a known producer");
  const Message right = make(message.producer, expected_number[message.producer]++);
  test::expect_equal(message.number, right.number, "a producer's messages come in order, none lost, none twice");
  test::expect(message.check == right.check && message.other_check == right.other_check, "a message is whole");
  received += 1;
}

// The handler's messages: one or two an interrupt. A full queue is no loss: the same number is sent again.
void send_from_handler(void*) {
  test::acknowledge_compare_interrupt();
  interrupts += 1;
  test::arm_compare_interrupt(2 + interrupts % 3);
  for (std::uint32_t count = 0; count <= interrupts % 3; ++count) {
    const Status status = stream.try_send(make(1, from_handler));
    if (status == Status::ok) from_handler += 1;
    if (status == Status::full) refused += 1;
    test::expect(status == Status::ok || status == Status::full, "a try_send succeeds or finds the queue full");
  }
}

void start_interrupts() {
  cane::interrupt::attach(test::compare_line, send_from_handler, nullptr);
  cane::interrupt::enable(test::compare_line);
  test::arm_compare_interrupt(2);
}

// Now and then it pauses: else a sender above the receiver would keep the queue full for ever.
void produce() {
  for (std::uint32_t number = 0;; ++number) {
    test::expect(stream.send(make(0, number)) == Status::ok, "a send succeeds");
    if (number % 64 == 63) cane::this_thread::sleep_for(cane::microseconds(10));
  }
}

void judge() {
  cane::interrupt::disable(test::compare_line);
  cane::print("queue: received ", received, ", ", expected_number[1],
              " of them from the handler, which found the queue full ", refused, " times in ", interrupts,
              " interrupts\n");
  test::expect(expected_number[0] > messages / 10, "the thread's messages arrived");
  test::expect(expected_number[1] > messages / 50, "the handler's messages arrived");
  test::pass();
}

void consume() {
  while (received < messages) {
    const auto message = stream.receive();
    test::expect(message.has_value(), "a receive returns a message");
    take(*message);
  }
  judge();
}

// Polls as a handler may: never waits, and lets the sender go on when there is nothing.
void consume_by_polling() {
  while (received < messages) {
    const auto message = stream.try_receive();
    if (message) {
      take(*message);
    } else {
      test::expect(message.error() == Status::empty, "a try_receive returns a message or finds the queue empty");
      cane::this_thread::yield();
    }
  }
  judge();
}

// With time limits that often run out just as a message comes.
void consume_with_timeouts() {
  std::uint32_t timeouts = 0;
  while (received < messages_with_timeouts) {
    const cane::Instant deadline = cane::now() + cane::nanoseconds(100 + received % 3000);
    const auto message = stream.try_receive_until(deadline);
    if (message) {
      take(*message);
    } else {
      timeouts += 1;
      test::expect(message.error() == Status::timed_out, "a receive returns a message or has timed out");
      test::expect(cane::now() >= deadline, "a receive never times out early");
    }
  }
  cane::print("queue: ", timeouts, " timeouts\n");
  test::expect(timeouts > 0, "a receive timed out");
  judge();
}

void run_stream(unsigned receiver_level, unsigned sender_level, void (*how)()) {
  receiver.start(receiver_stack, {.name = "receiver", .priority = Priority::from_level(receiver_level)}, how);
  sender.start(sender_stack, {.name = "sender", .priority = Priority::from_level(sender_level)}, produce);
  start_interrupts();
}
void receiver_more_urgent() { run_stream(3, 5, consume); }
void sender_more_urgent() { run_stream(5, 3, consume); }
void equals() { run_stream(4, 4, consume); }
void polling() { run_stream(4, 4, consume_by_polling); }

// Only the handler sends: the receiver drains the queue and its time runs out again and again.
void timeouts() {
  receiver.start(receiver_stack, {.name = "receiver", .priority = Priority{3}}, [] {
    expected_number[0] = messages;  // nobody's: judge() asks for the handler's messages alone
    start_interrupts();
    consume_with_timeouts();
  });
}

// --- A handler at the other end: the thread sends and blocks on the full queue, the handler receives.
void handler_receives() {
  cane::interrupt::attach(
      test::compare_line,
      [](void*) {
        test::acknowledge_compare_interrupt();
        interrupts += 1;
        test::arm_compare_interrupt(2 + interrupts % 3);
        for (std::uint32_t count = 0; count <= interrupts % 12; ++count) {
          const auto message = stream.try_receive();
          if (message) take(*message);
          if (!message) refused += 1;
        }
      },
      nullptr);
  cane::interrupt::enable(test::compare_line);
  sender.start(sender_stack, {.name = "sender", .priority = Priority{4}}, [] {
    test::arm_compare_interrupt(2);
    for (std::uint32_t number = 0; number < messages; ++number) {
      test::expect(stream.send(make(0, number)) == Status::ok, "a send succeeds");
    }
    while (received < messages) cane::this_thread::sleep_for(cane::microseconds(10));
    cane::interrupt::disable(test::compare_line);
    cane::print("queue: received ", received, " in ", interrupts, " interrupts, empty ", refused, " times\n");
    test::expect(refused > 0, "the handler found the queue empty");
    test::pass();
  });
}

// --- Time limits, both ways, on a full and on an empty queue.
constinit cane::Queue<std::uint32_t, 2> small;

void expect_timeout(Status status, cane::Instant deadline, const char* what) {
  test::expect(status == Status::timed_out, what);
  test::expect(cane::now() >= deadline, "a time limit never runs out early");
  test::expect_at_most(cane::to_nanoseconds(cane::now() - deadline), 20'000, "a time limit runs out in time");
}

void full_and_empty() {
  receiver.start(receiver_stack, {.name = "user", .priority = Priority{4}}, [] {
    cane::Instant deadline = cane::now() + cane::microseconds(500);
    expect_timeout(small.try_receive_until(deadline).error(), deadline, "a receive on an empty queue times out");
    test::expect(small.try_receive().error() == Status::empty, "an empty queue is empty");
    test::expect(small.try_send(1) == Status::ok && small.try_send(2) == Status::ok, "two messages fit");
    test::expect(small.try_send(3) == Status::full, "a third does not");
    deadline = cane::now() + cane::microseconds(700);
    expect_timeout(small.try_send_until(3, deadline), deadline, "a send to a full queue times out");
    test::expect_equal(small.size(), 2, "what timed out is not in the queue");
    test::expect_equal(*small.receive(), 1, "the first message comes first");
    test::expect(small.try_send_for(4, cane::microseconds(1)) == Status::ok, "a send with a free place does not wait");
    test::expect_equal(*small.receive(), 2, "then the second");
    test::expect_equal(*small.try_receive_for(cane::microseconds(1)), 4, "then the one sent later");
    test::pass();
  });
}

// --- A handler fills the place that a blocked receiver waits for with a time limit: the message, not the limit, ends it.
void message_before_limit() {
  cane::interrupt::attach(
      test::compare_line,
      [](void*) {
        test::acknowledge_compare_interrupt();
        (void)small.try_send(77);
      },
      nullptr);
  cane::interrupt::enable(test::compare_line);
  receiver.start(receiver_stack, {.name = "user", .priority = Priority{4}}, [] {
    const cane::Instant start = cane::now();
    test::arm_compare_interrupt(300);
    const auto message = small.try_receive_for(cane::seconds(1));
    test::expect(message.has_value() && *message == 77, "the message ends the wait");
    test::expect_at_most(cane::to_nanoseconds(cane::now() - start), 320'000, "the wait ends with the message");
    cane::this_thread::sleep_for(cane::seconds(2));
    test::expect_equal(small.size(), 0, "the limit that did not run out leaves nothing behind");
    test::pass();
  });
}

constexpr test::Scenario scenarios[] = {
    {"receiver_more_urgent", receiver_more_urgent},
    {"sender_more_urgent", sender_more_urgent},
    {"equals", equals},
    {"polling", polling},
    {"timeouts", timeouts},
    {"handler_receives", handler_receives},
    {"full_and_empty", full_and_empty},
    {"message_before_limit", message_before_limit},
};

}  // namespace

int main() {
  test::arm_watchdog(cane::seconds(100));
  test::run_scenario(scenarios);
  return 0;
}
