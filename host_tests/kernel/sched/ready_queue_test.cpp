// The ready queue by itself: order within a level, levels among each other, taking out from anywhere.

#include <gtest/gtest.h>

#include <array>
#include <host_tests/support/inspect.hpp>
#include <sched/ready_queue.hpp>

namespace cane::sched {
namespace {

using test::inspect::ready_threads;
using Order = std::vector<const ThreadControl*>;

class ReadyQueueTest : public ::testing::Test {
 protected:
  ReadyQueueTest() {
    queue.set_idle(idle);
    for (ThreadControl& thread : at_five) thread.level = 5;
    urgent.level = 0;
    last.level = Priority::levels - 1;
    for (ThreadControl* thread : {&at_five[0], &at_five[1], &at_five[2], &urgent, &last}) {
      thread->state = ThreadState::ready;
    }
  }

  ReadyQueue queue;
  ThreadControl idle{};
  std::array<ThreadControl, 3> at_five{};
  ThreadControl& a = at_five[0];
  ThreadControl& b = at_five[1];
  ThreadControl& c = at_five[2];
  ThreadControl urgent{};
  ThreadControl last{};
};

TEST_F(ReadyQueueTest, FindsTheIdleThreadWhenNobodyIsReady) {
  EXPECT_EQ(&queue.first(), &idle);
  EXPECT_TRUE(queue.validate());
}

TEST_F(ReadyQueueTest, FindsTheMostUrgentWhateverTheOrderOfInsertion) {
  queue.insert_last(last);
  EXPECT_EQ(&queue.first(), &last);
  queue.insert_last(a);
  EXPECT_EQ(&queue.first(), &a);
  queue.insert_last(urgent);
  EXPECT_EQ(&queue.first(), &urgent);
  EXPECT_EQ(ready_threads(queue), (Order{&urgent, &a, &last}));
  EXPECT_TRUE(queue.validate());
}

TEST_F(ReadyQueueTest, KeepsEqualsInTheOrderOfInsertion) {
  for (ThreadControl* thread : {&a, &b, &c}) queue.insert_last(*thread);
  EXPECT_EQ(ready_threads(queue), (Order{&a, &b, &c}));
}

TEST_F(ReadyQueueTest, PutsAThreadBeforeItsEquals) {
  queue.insert_last(a);
  queue.insert_first(b);
  queue.insert_first(c);
  EXPECT_EQ(ready_threads(queue), (Order{&c, &b, &a}));
  EXPECT_TRUE(queue.validate());
}

TEST_F(ReadyQueueTest, RotatesTheHeadBehindItsEquals) {
  for (ThreadControl* thread : {&a, &b, &c}) queue.insert_last(*thread);
  queue.rotate(a);
  EXPECT_EQ(ready_threads(queue), (Order{&b, &c, &a}));
  EXPECT_TRUE(queue.validate());
}

TEST_F(ReadyQueueTest, RotatingAThreadThatIsAloneChangesNothing) {
  queue.insert_last(a);
  queue.rotate(a);
  EXPECT_EQ(ready_threads(queue), (Order{&a}));
}

TEST_F(ReadyQueueTest, TakesTheRunningThreadOut) {
  for (ThreadControl* thread : {&a, &b}) queue.insert_last(*thread);
  queue.remove_running(a);
  EXPECT_EQ(ready_threads(queue), (Order{&b}));
  EXPECT_TRUE(queue.validate());
  queue.remove_running(b);
  EXPECT_EQ(&queue.first(), &idle);
}

TEST_F(ReadyQueueTest, TakesAnyThreadOut) {
  for (ThreadControl* removed : {&a, &b, &c}) {
    for (ThreadControl* thread : {&a, &b, &c}) queue.insert_last(*thread);
    Order expected;
    for (ThreadControl* thread : {&a, &b, &c}) {
      if (thread != removed) expected.push_back(thread);
    }
    queue.remove(*removed);
    EXPECT_EQ(ready_threads(queue), expected);
    EXPECT_TRUE(queue.validate());
    for (const ThreadControl* thread : expected) queue.remove(const_cast<ThreadControl&>(*thread));
    EXPECT_EQ(&queue.first(), &idle);
  }
}

TEST_F(ReadyQueueTest, ValidateSeesAThreadAtAnotherLevel) {
  queue.insert_last(a);
  a.level = 6;
  EXPECT_FALSE(queue.validate());
}

TEST_F(ReadyQueueTest, ValidateSeesAThreadThatIsNotReady) {
  queue.insert_last(a);
  a.state = ThreadState::waiting;
  EXPECT_FALSE(queue.validate());
}

TEST_F(ReadyQueueTest, ValidateSeesABrokenRing) {
  for (ThreadControl* thread : {&a, &b, &c}) queue.insert_last(*thread);
  b.previous = &c;
  EXPECT_FALSE(queue.validate());
}

}  // namespace
}  // namespace cane::sched
