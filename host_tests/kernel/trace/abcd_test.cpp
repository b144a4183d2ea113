// Four threads, three queues, one producer: the same program at three settings of its priorities. Counters, trace and pins
// are three observers that must agree on what a cycle costs.

#include <array>
#include <host_tests/support/kernel_test.hpp>
#include <numeric>
#include <platform/pins.hpp>

namespace cane::test {
namespace {

struct Setting {
  const char* name;
  std::array<unsigned, 4> priorities;  // of A, B, C and D
  unsigned threshold_of_d;
  std::uint32_t switches;
  std::uint32_t resumes;
};

class Abcd : public KernelTest, public ::testing::WithParamInterface<Setting> {
 protected:
  static constexpr int cycles = 20;

  struct Observed {
    std::uint32_t counted;
    std::uint32_t edges;
    std::uint32_t markers;
    std::array<std::uint32_t, trace::event_kinds> events;

    [[nodiscard]] std::uint32_t of(trace::Event event) const { return events.at(static_cast<std::size_t>(event)); }
  };

  void start() {
    const Setting& setting = GetParam();
    for (std::size_t index = 0; index < queues.size(); ++index) {
      machine.watch(queues[index]);
      machine.thread(names[index], setting.priorities[index], [this, index] { consume(index); });
    }
    machine.thread("D", setting.priorities[3], setting.threshold_of_d, [this] { produce(); });
  }

  void consume(std::size_t index) {
    for (int expected = 0;; ++expected) {
      const auto message = queues.at(index).receive();
      EXPECT_EQ(message.value(), expected);
      received.at(index) += 1;
    }
  }

  // The first cycle finds the consumers not waiting yet; it is not counted.
  void produce() {
    one_cycle(0);
    for (int cycle = 1; cycle <= cycles; ++cycle) {
      trace::clear();
      const std::uint32_t counted = kernel::context_switches();
      const platform::PinProbe seen = platform::probe;
      one_cycle(cycle);
      observed.push_back({kernel::context_switches() - counted, platform::probe.switch_edges - seen.switch_edges,
                          platform::probe.marker_pulses - seen.marker_pulses, count_events()});
    }
  }

  void one_cycle(int cycle) {
    for (int round = 0; round < 3; ++round) {
      for (auto& queue : queues) EXPECT_EQ(queue.send(cycle * 3 + round), Status::ok);
    }
    this_thread::yield();
  }

  static std::array<std::uint32_t, trace::event_kinds> count_events() {
    std::array<std::uint32_t, trace::event_kinds> counts{};
    for (std::uint32_t index = 0; index < trace::size(); ++index) {
      counts.at(static_cast<std::size_t>(trace::at(index).event)) += 1;
    }
    return counts;
  }

  static constexpr std::array<const char*, 3> names{"A", "B", "C"};
  std::array<Queue<int, 8>, 3> queues;
  std::array<int, 3> received{};
  std::vector<Observed> observed;
};

TEST_P(Abcd, ACycleCostsWhatTheThreeObserversAgreeOn) {
  const Setting& setting = GetParam();
  start();
  machine.run();
  ASSERT_EQ(observed.size(), static_cast<std::size_t>(cycles));
  for (const Observed& cycle : observed) {
    EXPECT_EQ(cycle.counted, setting.switches);
    EXPECT_EQ(cycle.edges, setting.switches);
    EXPECT_EQ(cycle.of(trace::Event::context_switch), setting.switches);
    EXPECT_EQ(cycle.of(trace::Event::internal_resume), setting.resumes);
    EXPECT_EQ(cycle.of(trace::Event::internal_suspend), setting.resumes);
    EXPECT_EQ(cycle.of(trace::Event::queue_send), 9U);
    EXPECT_EQ(cycle.of(trace::Event::queue_receive), 9U);
    EXPECT_EQ(cycle.of(trace::Event::relinquish), 1U);
    EXPECT_EQ(cycle.markers, 1U);
  }
  for (const int count : received) EXPECT_EQ(count, 3 * (cycles + 1));
}

INSTANTIATE_TEST_SUITE_P(Cases,
                         Abcd,
                         ::testing::Values(Setting{"AllEqual", {4, 4, 4, 4}, 4, 4, 3},
                                           Setting{"ConsumersAbove", {1, 2, 3, 4}, 4, 18, 9},
                                           Setting{"ConsumersAboveButBelowTheThreshold", {1, 2, 3, 4}, 1, 4, 3}),
                         [](const auto& setting) { return setting.param.name; });

}  // namespace
}  // namespace cane::test
