// Who runs when: order in a level, preemption, yielding, preemption-threshold.

#include <host_tests/support/kernel_test.hpp>

namespace cane::test {
namespace {

class Scheduler : public KernelTest {};

TEST_F(Scheduler, RunsEqualsInTheOrderTheyStarted) {
  for (const char* name : {"A", "B", "C"}) machine.thread(name, 3, [&] { note(this_thread::name()); });
  machine.run();
  EXPECT_EQ(log, (Log{"A", "B", "C"}));
}

}  // namespace
}  // namespace cane::test
