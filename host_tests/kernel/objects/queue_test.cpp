// Message queues: order, hand-over, waiting on both sides, giving up in time, and every context they may be used in.

#include <chrono>
#include <host_tests/support/kernel_test.hpp>
#include <host_tests/support/panics.hpp>

namespace cane::test {
namespace {

class QueueTest : public KernelTest {
 protected:
  QueueTest() {
    machine.watch(two);
    machine.watch(one);
  }

  // Starts a thread that receives one message and notes it with its own name.
  void start_receiver(const char* name, unsigned priority) {
    machine.thread(name, priority, [this] { note(this_thread::name(), " ", *two.receive()); });
  }
  void start_sender(const char* name, unsigned priority, int message) {
    machine.thread(name, priority, [this, message] {
      EXPECT_EQ(two.send(message), Status::ok);
      note(this_thread::name(), " sent");
    });
  }
  void fill() {
    EXPECT_EQ(two.try_send(-1), Status::ok);
    EXPECT_EQ(two.try_send(-2), Status::ok);
  }
  int take() { return two.try_receive().value_or(0); }

  Queue<int, 2> two;
  Queue<int, 1> one;
};

TEST_F(QueueTest, GivesMessagesInTheOrderTheyWereSent) {
  machine.thread("A", 3, [&] {
    for (int round = 0; round < 10; ++round) {
      EXPECT_EQ(two.send(2 * round), Status::ok);
      EXPECT_EQ(two.send(2 * round + 1), Status::ok);
      EXPECT_EQ(*two.receive(), 2 * round);
      EXPECT_EQ(*two.receive(), 2 * round + 1);
    }
    note("done");
  });
  machine.run();
  EXPECT_EQ(log, Log{"done"});
}

TEST_F(QueueTest, KnowsHowManyMessagesWait) {
  EXPECT_EQ(two.size(), 0U);
  EXPECT_EQ(two.try_send(1), Status::ok);
  EXPECT_EQ(two.size(), 1U);
  EXPECT_EQ(two.try_send(1), Status::ok);
  EXPECT_EQ(two.size(), 2U);
  start_sender("waits", 3, 5);
  machine.run();
  EXPECT_EQ(two.size(), 2U);  // the message of a waiting sender is not in the queue
  take();
  take();
  take();
  start_receiver("waits", 3);
  machine.run();
  EXPECT_EQ(two.size(), 0U);
  EXPECT_EQ(two.capacity(), 2U);
}

TEST_F(QueueTest, TrySendAtTheBoundarySaysFull) {
  fill();
  EXPECT_EQ(two.try_send(3), Status::full);
  EXPECT_EQ(take(), -1);
  EXPECT_EQ(two.try_send(3), Status::ok);
  EXPECT_EQ(two.try_send(4), Status::full);
  EXPECT_EQ(take(), -2);
  EXPECT_EQ(take(), 3);
}

TEST_F(QueueTest, TryReceiveAtTheBoundarySaysEmpty) {
  EXPECT_EQ(two.try_receive().error(), Status::empty);
  EXPECT_EQ(two.try_send(3), Status::ok);
  EXPECT_EQ(two.try_receive().value(), 3);
  EXPECT_EQ(two.try_receive().error(), Status::empty);
}

TEST_F(QueueTest, HoldsOneMessage) {
  EXPECT_EQ(one.try_send(1), Status::ok);
  EXPECT_EQ(one.try_send(2), Status::full);
  EXPECT_EQ(one.try_receive().value(), 1);
  EXPECT_EQ(one.try_receive().error(), Status::empty);
  EXPECT_EQ(one.try_send(3), Status::ok);
  EXPECT_EQ(one.try_receive().value(), 3);
}

TEST_F(QueueTest, ReceiverWaitsForAMessage) {
  start_receiver("R", 3);
  machine.run();
  EXPECT_EQ(log, Log{});
  EXPECT_EQ(two.try_send(5), Status::ok);
  machine.run();
  EXPECT_EQ(log, Log{"R 5"});
}

TEST_F(QueueTest, SenderWaitsForAPlace) {
  fill();
  start_sender("S", 3, 5);
  machine.run();
  EXPECT_EQ(log, Log{});
  EXPECT_EQ(take(), -1);
  machine.run();
  EXPECT_EQ(log, Log{"S sent"});
  EXPECT_EQ(take(), -2);
  EXPECT_EQ(take(), 5);
}

TEST_F(QueueTest, HandsMessageToMostUrgentReceiver) {
  start_receiver("late", 6);
  start_receiver("urgent", 2);
  start_receiver("middle", 4);
  machine.run();
  for (const int message : {1, 2, 3}) {
    EXPECT_EQ(two.try_send(message), Status::ok);
    machine.run();
  }
  EXPECT_EQ(log, (Log{"urgent 1", "middle 2", "late 3"}));
}

TEST_F(QueueTest, HandsMessagesToEqualReceiversInTheOrderTheyCame) {
  for (const char* name : {"A", "B", "C"}) start_receiver(name, 3);
  machine.run();
  for (const int message : {1, 2, 3}) EXPECT_EQ(two.try_send(message), Status::ok);
  machine.run();
  EXPECT_EQ(log, (Log{"A 1", "B 2", "C 3"}));
}

TEST_F(QueueTest, MoreMessagesThanPlacesReachWaitingReceivers) {
  for (const char* name : {"A", "B", "C", "D"}) start_receiver(name, 3);
  machine.run();
  for (int message = 1; message <= 6; ++message) EXPECT_EQ(two.try_send(message), Status::ok);
  EXPECT_EQ(two.try_send(7), Status::full);
  machine.run();
  EXPECT_EQ(log, (Log{"A 1", "B 2", "C 3", "D 4"}));
  EXPECT_EQ(take(), 5);
  EXPECT_EQ(take(), 6);
}

TEST_F(QueueTest, AdmitsTheMostUrgentSenderFirst) {
  fill();
  start_sender("late", 6, 6);
  start_sender("urgent", 2, 2);
  start_sender("middle", 4, 4);
  machine.run();
  for (const int expected : {-1, -2, 2, 4, 6}) {
    EXPECT_EQ(take(), expected);
    machine.run();
  }
  EXPECT_EQ(log, (Log{"urgent sent", "middle sent", "late sent"}));
}

TEST_F(QueueTest, AdmitsEqualSendersInTheOrderTheyCame) {
  fill();
  start_sender("A", 3, 1);
  start_sender("B", 3, 2);
  start_sender("C", 3, 3);
  machine.run();
  for (const int expected : {-1, -2, 1, 2, 3}) EXPECT_EQ(take(), expected);
}

TEST_F(QueueTest, AnAdmittedMessageComesBeforeThoseSentLater) {
  fill();
  start_sender("S", 3, 5);
  machine.run();
  EXPECT_EQ(take(), -1);  // S's message takes the place, though S has not run yet
  EXPECT_EQ(two.try_send(6), Status::full);
  EXPECT_EQ(take(), -2);
  EXPECT_EQ(two.try_send(6), Status::ok);
  EXPECT_EQ(take(), 5);
  EXPECT_EQ(take(), 6);
}

TEST_F(QueueTest, ASecondMessageDoesNotOvertakeTheOneHandedOver) {
  start_receiver("R", 6);
  machine.run();
  machine.thread("S", 3, [&] {
    EXPECT_EQ(two.send(1), Status::ok);
    EXPECT_EQ(two.send(2), Status::ok);
    EXPECT_EQ(*two.receive(), 2);  // the first belongs to R already
  });
  machine.run();
  EXPECT_EQ(log, Log{"R 1"});
}

TEST_F(QueueTest, ReceiveGivesUpAtTheDeadline) {
  machine.thread("R", 3, [&] {
    const auto message = two.try_receive_until(Instant{5'000});
    note(to_string(message.error()), " at ", to_nanoseconds(now()));
  });
  machine.pass(4'999_ns);
  EXPECT_EQ(log, Log{});
  machine.pass(1_ns);
  EXPECT_EQ(log, Log{"timed out at 5000"});
}

TEST_F(QueueTest, SendGivesUpAtTheDeadline) {
  fill();
  machine.thread("S", 3, [&] {
    const Status status = two.try_send_until(9, Instant{5'000});
    note(to_string(status), " at ", to_nanoseconds(now()));
  });
  machine.pass(4'999_ns);
  EXPECT_EQ(log, Log{});
  machine.pass(1_ns);
  EXPECT_EQ(log, Log{"timed out at 5000"});
  EXPECT_EQ(take(), -1);
  EXPECT_EQ(take(), -2);
  EXPECT_EQ(two.try_receive().error(), Status::empty);  // what timed out was not sent
}

TEST_F(QueueTest, ReceiveInTimeGetsTheMessage) {
  machine.thread("R", 3, [&] {
    const auto first = two.try_receive_for(5_us);
    note(first.value_or(0), " at ", to_nanoseconds(now()));
    const auto second = two.try_receive_for(5_us);
    note(to_string(second.error()), " at ", to_nanoseconds(now()));
  });
  machine.pass(2_us);
  machine.interrupt([&] { EXPECT_EQ(two.try_send(7), Status::ok); });
  machine.pass(20_us);
  EXPECT_EQ(log, (Log{"7 at 2000", "timed out at 7000"}));
}

TEST_F(QueueTest, SendInTimePlacesTheMessage) {
  fill();
  machine.thread("S", 3, [&] {
    const Status status = two.try_send_for(7, 5_us);
    note(to_string(status), " at ", to_nanoseconds(now()));
  });
  machine.pass(2_us);
  machine.interrupt([&] { EXPECT_EQ(*two.try_receive(), -1); });
  machine.pass(20_us);
  EXPECT_EQ(log, Log{"ok at 2000"});
}

TEST_F(QueueTest, DeadlineInThePastOnlyTries) {
  machine.thread("A", 3, [&] {
    const std::uint32_t before = kernel::context_switches();
    EXPECT_EQ(two.try_receive_until(Instant{0}).error(), Status::timed_out);
    EXPECT_EQ(two.try_receive_for(0_ns).error(), Status::timed_out);
    EXPECT_EQ(two.try_send_for(1, nanoseconds(-1)), Status::ok);
    EXPECT_EQ(two.try_send_until(2, Instant{0}), Status::ok);
    EXPECT_EQ(two.try_send_until(3, Instant{0}), Status::timed_out);
    EXPECT_EQ(*two.try_receive_until(Instant{-100}), 1);
    EXPECT_EQ(kernel::context_switches(), before);
    note("done");
  });
  machine.run();
  EXPECT_EQ(log, Log{"done"});
}

TEST_F(QueueTest, ThreadThatGaveUpIsNotServedLater) {
  machine.thread("gives up", 3, [&] { note(to_string(two.try_receive_for(1_us).error())); });
  start_receiver("stays", 4);
  machine.pass(2_us);
  EXPECT_EQ(two.try_send(5), Status::ok);
  machine.run();
  EXPECT_EQ(log, (Log{"timed out", "stays 5"}));
  EXPECT_EQ(two.size(), 0U);
}

TEST_F(QueueTest, MessageAtTheDeadlineIsEitherDeliveredOrLeftWhole) {
  machine.thread("R", 3, [&] {
    const auto first = two.try_receive_until(Instant{1'000});
    note(first ? "got it" : "gave up");
    if (!first) note("then ", *two.receive());
  });
  machine.run();
  machine.thread("S", 2, [&] {
    this_thread::sleep_until(Instant{1'000});
    EXPECT_EQ(two.send(5), Status::ok);
  });
  machine.pass(2_us);
  EXPECT_EQ(log, (Log{"gave up", "then 5"}));
}

TEST_F(QueueTest, WorksFromAnInterrupt) {
  machine.thread("A", 3, [&] {
    machine.interrupt([&] {
      EXPECT_EQ(two.try_receive().error(), Status::empty);
      EXPECT_EQ(two.try_send(1), Status::ok);
      EXPECT_EQ(two.try_send(2), Status::ok);
      EXPECT_EQ(two.try_send(3), Status::full);
      EXPECT_EQ(two.size(), 2U);
      EXPECT_EQ(two.try_receive().value(), 1);
      note("handler");
    });
    note(*two.receive());
  });
  machine.run();
  EXPECT_EQ(log, (Log{"handler", "2"}));
}

TEST_F(QueueTest, InterruptAdmitsAWaitingSender) {
  fill();
  start_sender("S", 2, 5);
  machine.run();
  machine.interrupt([&] {
    EXPECT_EQ(two.try_receive().value(), -1);
    EXPECT_EQ(two.try_receive().value(), -2);
    EXPECT_EQ(two.try_receive().value(), 5);
    EXPECT_EQ(two.try_receive().error(), Status::empty);
  });
  EXPECT_EQ(log, Log{"S sent"});
}

TEST_F(QueueTest, TakesEveryDurationOfTheLibrary) {
  using namespace std::chrono_literals;
  machine.thread("A", 3, [&] {
    EXPECT_EQ(two.try_receive_for(2us).error(), Status::timed_out);
    EXPECT_EQ(to_nanoseconds(now()), 2'000);
    EXPECT_EQ(two.try_receive_until(now() + 1ms).error(), Status::timed_out);
    EXPECT_EQ(to_nanoseconds(now()), 1'002'000);
    this_thread::sleep_for(1s);
    EXPECT_EQ(two.try_send_for(1, 1min), Status::ok);
    note("done");
  });
  machine.pass(2_s);
  EXPECT_EQ(log, Log{"done"});
}

TEST_F(QueueTest, LivesInStaticMemoryAllZero) {
  static constinit Queue<int, 4> zero;
  const auto* const bytes = reinterpret_cast<const unsigned char*>(&zero);
  for (std::size_t index = 0; index < sizeof zero; ++index) ASSERT_EQ(bytes[index], 0) << index;
}

TEST_F(QueueTest, WaitingWhereNothingCanWaitIsRefused) {
  EXPECT_PANIC((void)two.send(1), Call::queue_send, Misuse::cannot_wait_here);
  EXPECT_PANIC((void)two.try_send_for(1, 1_ms), Call::queue_send, Misuse::cannot_wait_here);
  EXPECT_PANIC((void)two.receive(), Call::queue_receive, Misuse::cannot_wait_here);
  EXPECT_PANIC((void)two.try_receive_for(1_ms), Call::queue_receive, Misuse::cannot_wait_here);
}

TEST_F(QueueTest, WaitingInAnInterruptIsRefused) {
  EXPECT_PANIC(machine.interrupt([&] { (void)two.send(1); }), Call::queue_send, Misuse::cannot_wait_here);
  EXPECT_PANIC(machine.interrupt([&] { (void)two.try_send_until(1, now()); }), Call::queue_send,
               Misuse::cannot_wait_here);
  EXPECT_PANIC(machine.interrupt([&] { (void)two.receive(); }), Call::queue_receive, Misuse::cannot_wait_here);
  EXPECT_PANIC(machine.interrupt([&] { (void)two.try_receive_until(now()); }), Call::queue_receive,
               Misuse::cannot_wait_here);
}

}  // namespace
}  // namespace cane::test
