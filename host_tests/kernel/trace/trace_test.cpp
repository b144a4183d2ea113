// The event trace: which events, in which order, of whom and about what; and the ring that holds them.

#include <host_tests/support/kernel_test.hpp>

namespace cane::test {
namespace {

class Trace : public KernelTest {
 protected:
  // "QS A", one for each record, the oldest first.
  static Log events() {
    trace::freeze();
    Log events;
    for (std::uint32_t index = 0; index < trace::size(); ++index) {
      const trace::Record& record = trace::at(index);
      events.push_back(std::string{trace::to_string(record.event)} + " " + record.thread->name);
    }
    return events;
  }

  Queue<int, 2> queue;
};

TEST_F(Trace, TellsTheStoryOfAHandOver) {
  machine.thread("R", 2, [&] { (void)queue.receive(); });
  machine.thread("S", 3, [&] { EXPECT_EQ(queue.send(1), Status::ok); });
  machine.run();
  EXPECT_EQ(events(), (Log{"IR R", "IR S",          // started
                           "CS R", "IS R", "CS S",  // R finds nothing and waits
                           "QS S", "IR R", "CS R",  // S sends and is preempted
                           "QR R", "IS R", "CS S",  // R has received, and ends
                           "IS S", "CS idle"}));
}

TEST_F(Trace, TellsTheStoryOfAWaitingSender) {
  EXPECT_EQ(queue.try_send(1), Status::ok);
  EXPECT_EQ(queue.try_send(2), Status::ok);
  trace::clear();
  machine.thread("S", 2, [&] { EXPECT_EQ(queue.send(3), Status::ok); });
  machine.thread("R", 3, [&] { (void)queue.receive(); });
  machine.run();
  EXPECT_EQ(events(), (Log{"IR S", "IR R",          //
                           "CS S", "IS S", "CS R",  // S finds no place
                           "QS S", "IR S", "CS S",  // R takes a message, S's is admitted, S preempts
                           "IS S", "CS R",          // S ends
                           "QR R", "IS R", "CS idle"}));
}

TEST_F(Trace, TellsOfARelinquish) {
  machine.thread("A", 3, [] { this_thread::yield(); });
  machine.thread("B", 3, [] {});
  machine.run();
  EXPECT_EQ(events(), (Log{"IR A", "IR B", "CS A", "RO A", "CS B", "IS B", "CS A", "IS A", "CS idle"}));
}

TEST_F(Trace, TellsOfATimeout) {
  machine.thread("A", 3, [&] { (void)queue.try_receive_for(1_us); });
  machine.pass(1_us);
  EXPECT_EQ(events(), (Log{"IR A", "CS A", "IS A", "CS idle", "IR A", "CS A", "IS A", "CS idle"}));
}

TEST_F(Trace, NamesTheQueueByItsAddressOnEveryPath) {
  machine.thread("R", 2, [&] { (void)queue.receive(); });
  machine.thread("S", 3, [&] {
    for (int message = 0; message < 5; ++message) EXPECT_EQ(queue.send(message), Status::ok);
  });
  machine.thread("R2", 4, [&] {
    for (int message = 0; message < 4; ++message) (void)queue.receive();
  });
  machine.run();
  trace::freeze();
  int named = 0;
  for (std::uint32_t index = 0; index < trace::size(); ++index) {
    const trace::Record& record = trace::at(index);
    const bool is_of_queue = record.event == trace::Event::queue_send || record.event == trace::Event::queue_receive;
    EXPECT_EQ(record.object, is_of_queue ? &queue : nullptr) << trace::to_string(record.event);
    named += is_of_queue ? 1 : 0;
  }
  EXPECT_EQ(named, 10);
}

TEST_F(Trace, StampsEventsWithTheCounter) {
  machine.pass_until(Instant{1'000});
  trace::clear();
  machine.thread("A", 3, [&] { this_thread::sleep_until(Instant{5'000}); });
  machine.pass_until(Instant{5'000});
  trace::freeze();
  EXPECT_EQ(trace::at(0).time, 1'000U);
  EXPECT_EQ(trace::at(trace::size() - 1).time, 5'000U);
}

TEST_F(Trace, KeepsTheNewestEventsAndCountsTheLost) {
  machine.thread("A", 3, [] {
    for (unsigned count = 0; count < config::trace_capacity + 10; ++count) this_thread::yield();
  });
  machine.run();
  trace::freeze();
  EXPECT_EQ(trace::size(), config::trace_capacity);
  EXPECT_EQ(trace::lost(), 10U + 2 + 2);  // and A's start and first switch, its end and the switch to idle
  EXPECT_EQ(trace::at(0).event, trace::Event::relinquish);
  EXPECT_EQ(trace::at(config::trace_capacity - 1).event, trace::Event::context_switch);
}

TEST_F(Trace, RecordsNothingWhileFrozen) {
  trace::freeze();
  machine.thread("A", 3, [] { this_thread::yield(); });
  machine.run();
  EXPECT_EQ(trace::size(), 0U);
  trace::clear();
  machine.thread("B", 3, [] {});
  machine.run();
  EXPECT_EQ(events(), (Log{"IR B", "CS B", "IS B", "CS idle"}));
}

TEST_F(Trace, DumpsOneLineARecord) {
  machine.pass_until(Instant{7'000});
  trace::clear();
  machine.thread("A", 3, [&] { EXPECT_EQ(queue.send(1), Status::ok); });
  machine.run();
  trace::freeze();
  trace::dump();
  std::ostringstream address;
  address << std::hex << reinterpret_cast<std::uintptr_t>(&queue);
  const std::string digits = address.str();
  const std::string object = "0x" + std::string(16 - digits.size(), '0') + digits;
  EXPECT_EQ(machine.console(),
            "trace: begin frequency=1000000000 events=5 lost=0\n"
            "trace: 7000 IR A -\n"
            "trace: 7000 CS A -\n"
            "trace: 7000 QS A " +
                object +
                "\n"
                "trace: 7000 IS A -\n"
                "trace: 7000 CS idle -\n"
                "trace: end\n");
}

TEST_F(Trace, RefusesARecordThatIsNotThere) {
  EXPECT_EXIT((void)trace::at(trace::size()), ::testing::ExitedWithCode(2), "trace::at: there is no such record");
}

}  // namespace
}  // namespace cane::test
