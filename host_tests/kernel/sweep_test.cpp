// An interrupt at every exit of a critical section. Each scenario runs once with the interrupt at the first exit, once at
// the second, and so on until the scenario is over before it comes; the handler uses the very object the scenario is busy
// with. Whatever the instant: the invariants hold, no message is lost, doubled or out of order, and every thread ends.

#include <algorithm>
#include <host_tests/support/kernel_test.hpp>
#include <map>

namespace cane::test {
namespace {

constexpr int handler_message = 1'000;
constexpr int filler_message = 2'000;

// A queue with bookkeeping, and threads that are counted.
class Bench {
 public:
  Bench() { machine.watch(queue); }

  void thread(unsigned priority, std::function<void()> body) {
    ++started_;
    workers_.push_back(&machine.thread("swept", priority, [this, body = std::move(body)] {
      body();
      ++ended_;
    }));
  }

  void send(int message) { note_sent(queue.send(message), message); }
  void try_send(int message) { note_sent(queue.try_send(message), message); }
  void send_for(int message, Duration duration) { note_sent(queue.try_send_for(message, duration), message); }
  void receive() { note_received(queue.receive()); }
  void try_receive() { note_received(queue.try_receive()); }
  void receive_for(Duration duration) { note_received(queue.try_receive_for(duration)); }
  void fill() {
    for (int message = 1; message <= 2; ++message) try_send(message);
  }

  // Lets time pass and gives whoever still waits what it waits for.
  void wind_up() {
    for (int round = 0; round < 20; ++round) {
      machine.pass(1_ms);
      if (inspect::balance(queue) < 0) try_send(filler_message + round);
      if (inspect::balance(queue) > static_cast<std::int32_t>(queue.capacity())) try_receive();
    }
    while (queue.size() > 0) try_receive();
  }

  void check(std::uint64_t interrupted_at) {
    SCOPED_TRACE("interrupt at exit " + std::to_string(interrupted_at));
    EXPECT_EQ(machine.take_problem(), "");
    EXPECT_EQ(ended_, started_) << "a thread still waits";
    EXPECT_EQ(received_, sent_) << "what was received is not what was sent";
  }

  Worker& last_worker() { return *workers_.back(); }

  Machine machine;
  Queue<int, 2> queue;

 private:
  void note_sent(Status status, int message) {
    if (status == Status::ok) ++sent_[message];
  }
  void note_received(const std::expected<int, Status>& message) {
    if (message) ++received_[*message];
  }

  std::map<int, int> sent_;
  std::map<int, int> received_;
  std::vector<Worker*> workers_;
  int started_ = 0;
  int ended_ = 0;
};

struct Scenario {
  const char* name;
  void (*run)(Bench&);
};

struct Handler {
  const char* name;
  void (*run)(Bench&);
};

const Scenario scenarios[] = {
    {"SendToAFreePlace", [](Bench& bench) { bench.thread(3, [&] { bench.send(1); }); }},
    {"SendToAMoreUrgentReceiver",
     [](Bench& bench) {
       bench.thread(2, [&] { bench.receive(); });
       bench.thread(3, [&] { bench.send(1); });
     }},
    {"SendToALessUrgentReceiver",
     [](Bench& bench) {
       bench.thread(4, [&] { bench.receive(); });
       bench.machine.run();
       bench.thread(3, [&] { bench.send(1); });
     }},
    {"SendThatWaits",
     [](Bench& bench) {
       bench.fill();
       bench.thread(3, [&] { bench.send(3); });
       bench.thread(4, [&] { bench.receive(); });
     }},
    {"SendsThatWaitAtOnePriority",
     [](Bench& bench) {
       bench.fill();
       for (int message = 3; message < 6; ++message) bench.thread(3, [&bench, message] { bench.send(message); });
       bench.thread(4, [&] {
         for (int count = 0; count < 3; ++count) bench.receive();
       });
     }},
    {"ReceiveOfAMessage",
     [](Bench& bench) {
       bench.fill();
       bench.thread(3, [&] { bench.receive(); });
     }},
    {"ReceiveThatAdmitsASender",
     [](Bench& bench) {
       bench.fill();
       bench.thread(2, [&] { bench.send(3); });
       bench.thread(3, [&] { bench.receive(); });
     }},
    {"TriesAtTheBoundary",
     [](Bench& bench) {
       bench.thread(3, [&] {
         bench.try_receive();
         for (int message = 1; message < 5; ++message) bench.try_send(message);
         for (int count = 0; count < 4; ++count) bench.try_receive();
       });
     }},
    {"ReceiveThatTimesOut", [](Bench& bench) { bench.thread(3, [&] { bench.receive_for(5_us); }); }},
    {"SendThatTimesOut",
     [](Bench& bench) {
       bench.fill();
       bench.thread(3, [&] { bench.send_for(3, 5_us); });
     }},
    {"ReceiveInTime",
     [](Bench& bench) {
       bench.thread(3, [&] { bench.receive_for(5_us); });
       bench.thread(4, [&] {
         this_thread::sleep_for(2_us);
         bench.send(1);
       });
     }},
    {"SendInTime",
     [](Bench& bench) {
       bench.fill();
       bench.thread(3, [&] { bench.send_for(3, 5_us); });
       bench.thread(4, [&] {
         this_thread::sleep_for(2_us);
         bench.receive();
       });
     }},
    {"Sleep",
     [](Bench& bench) {
       bench.thread(3, [&] { bench.receive(); });
       bench.thread(4, [&] {
         this_thread::sleep_for(3_us);
         bench.send(1);
       });
       bench.thread(4, [&] { this_thread::sleep_for(3_us); });
     }},
    {"Yield",
     [](Bench& bench) {
       for (int message = 1; message <= 3; ++message) {
         bench.thread(3, [&bench, message] {
           this_thread::yield();
           bench.send(message);
           this_thread::yield();
           bench.receive();
         });
       }
     }},
    {"StartEndAndJoin",
     [](Bench& bench) {
       bench.thread(5, [&] {
         bench.thread(4, [&] { bench.send(1); });
         Worker& more_urgent = bench.last_worker();
         bench.thread(6, [&] { bench.receive(); });
         Worker& less_urgent = bench.last_worker();
         while (!less_urgent.thread().try_join_for(1_us)) {
         }
         more_urgent.thread().join();
       });
     }},
    {"ProducersAndConsumers",
     [](Bench& bench) {
       for (int producer = 0; producer < 2; ++producer) {
         bench.thread(3 + static_cast<unsigned>(producer), [&bench, producer] {
           for (int count = 0; count < 4; ++count) bench.send(10 * (producer + 1) + count);
         });
       }
       for (unsigned consumer = 0; consumer < 2; ++consumer) {
         bench.thread(2 + 3 * consumer, [&] {
           for (int count = 0; count < 4; ++count) bench.receive();
         });
       }
     }},
};

const Handler handlers[] = {
    {"Sends", [](Bench& bench) { bench.try_send(handler_message); }},
    {"Receives", [](Bench& bench) { bench.try_receive(); }},
    {"SendsAndReceives",
     [](Bench& bench) {
       bench.try_send(handler_message);
       bench.try_receive();
       bench.try_send(handler_message + 1);
     }},
    {"LetsTimePass", [](Bench& bench) { bench.machine.pass(10_us); }},
};

class Sweep : public ::testing::TestWithParam<std::tuple<Scenario, Handler>> {};

TEST_P(Sweep, HoldsAtEveryExitOfACriticalSection) {
  const auto& [scenario, handler] = GetParam();
  std::uint64_t instant = 1;
  for (bool came = true; came; ++instant) {
    Bench bench;
    int calls = 0;
    bench.machine.interrupt_at_unmask(instant, [&] {
      ++calls;
      handler.run(bench);
    });
    scenario.run(bench);
    bench.machine.pass(20_us);
    came = !bench.machine.interrupt_at_unmask_is_pending();
    bench.machine.interrupt_at_unmask(0, {});
    bench.wind_up();
    bench.check(instant);
    ASSERT_EQ(calls, came ? 1 : 0);
    if (HasFailure()) break;
  }
  EXPECT_GT(instant, 5U) << "a scenario has more critical sections than that";
}

INSTANTIATE_TEST_SUITE_P(Of,
                         Sweep,
                         ::testing::Combine(::testing::ValuesIn(scenarios), ::testing::ValuesIn(handlers)),
                         [](const auto& parameters) {
                           return std::string{std::get<0>(parameters.param).name} + "WhileTheHandler" +
                                  std::get<1>(parameters.param).name;
                         });

}  // namespace
}  // namespace cane::test
