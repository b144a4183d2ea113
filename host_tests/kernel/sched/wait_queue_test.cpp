// The wait list by itself: most urgent first, first come first served among equals, leaving from anywhere.

#include <gtest/gtest.h>

#include <array>
#include <host_tests/support/inspect.hpp>
#include <host_tests/support/machine.hpp>
#include <sched/wait_queue.hpp>

namespace cane::sched {
namespace {

using test::inspect::waiting_threads;
using Order = std::vector<const ThreadControl*>;

class WaitQueue : public ::testing::Test {
 protected:
  WaitQueue() {
    constexpr std::array<unsigned, 6> priorities{3, 3, 3, 1, 6, 6};
    for (std::size_t index = 0; index < threads.size(); ++index) {
      threads[index].priority = static_cast<ThreadControl::Level>(priorities[index]);
      threads[index].state = ThreadState::waiting;
      threads[index].waits_in = &list;
    }
  }

  void add(std::initializer_list<ThreadControl*> order) {
    const detail::KernelGuard guard;
    for (ThreadControl* thread : order) insert(list, *thread);
  }
  ThreadControl* take() {
    const detail::KernelGuard guard;
    return &pop(list);
  }
  void leave(ThreadControl& thread) {
    const detail::KernelGuard guard;
    remove(list, thread);
  }
  [[nodiscard]] bool is_sound() const {
    const detail::KernelGuard guard;
    return validate(list);
  }
  void set_balance(std::int32_t balance) {
    const detail::KernelGuard guard;
    list.balance = balance;
  }
  [[nodiscard]] std::int32_t balance() const {
    const detail::KernelGuard guard;
    return list.balance;
  }

  test::Machine machine;
  WaitList list;
  std::array<ThreadControl, 6> threads{};
  ThreadControl& a3 = threads[0];
  ThreadControl& b3 = threads[1];
  ThreadControl& c3 = threads[2];
  ThreadControl& urgent = threads[3];
  ThreadControl& a6 = threads[4];
  ThreadControl& b6 = threads[5];
};

TEST_F(WaitQueue, ServesTheMostUrgentFirstAndEqualsInTheOrderTheyCame) {
  add({&a6, &a3, &b6, &b3, &urgent, &c3});
  EXPECT_TRUE(is_sound());
  EXPECT_EQ(waiting_threads(list), (Order{&urgent, &a3, &b3, &c3, &a6, &b6}));
  for (ThreadControl* expected : {&urgent, &a3, &b3, &c3, &a6, &b6}) {
    EXPECT_EQ(take(), expected);
    EXPECT_TRUE(is_sound());
  }
  EXPECT_TRUE(waiting_threads(list).empty());
}

TEST_F(WaitQueue, LetsAnyWaiterLeave) {
  for (ThreadControl& leaver : threads) {
    add({&a3, &a6, &b3, &urgent, &b6, &c3});
    leave(leaver);
    EXPECT_TRUE(is_sound());
    Order expected{&urgent, &a3, &b3, &c3, &a6, &b6};
    std::erase(expected, &leaver);
    EXPECT_EQ(waiting_threads(list), expected);
    for (const ThreadControl* next : expected) EXPECT_EQ(take(), next);
  }
}

TEST_F(WaitQueue, GroupGoesOnWhenItsLeaderLeaves) {
  add({&a3, &b3, &a6, &c3});
  leave(a3);
  add({&a3});
  EXPECT_TRUE(is_sound());
  EXPECT_EQ(waiting_threads(list), (Order{&b3, &c3, &a3, &a6}));
}

TEST_F(WaitQueue, BalanceMovesTowardsZeroWhenATakerLeaves) {
  add({&a3, &b3});
  set_balance(-2);
  leave(a3);
  EXPECT_EQ(balance(), -1);
}

TEST_F(WaitQueue, BalanceMovesTowardsZeroWhenAGiverLeaves) {
  add({&a3, &b3});
  set_balance(5);
  leave(b3);
  EXPECT_EQ(balance(), 4);
}

TEST_F(WaitQueue, BalanceOfAListThatDoesNotCountStaysZero) {
  add({&a3});
  leave(a3);
  EXPECT_EQ(balance(), 0);
}

TEST_F(WaitQueue, ValidateSeesAThreadThatDoesNotWait) {
  add({&a3, &b3});
  b3.state = ThreadState::ready;
  EXPECT_FALSE(is_sound());
}

TEST_F(WaitQueue, ValidateSeesAThreadOfAnotherList) {
  add({&a3, &b3});
  WaitList other;
  b3.waits_in = &other;
  EXPECT_FALSE(is_sound());
}

TEST_F(WaitQueue, ValidateSeesGroupsOutOfOrder) {
  add({&a3, &a6});
  a3.priority = 7;
  EXPECT_FALSE(is_sound());
}

TEST_F(WaitQueue, ValidateSeesABrokenRing) {
  add({&a3, &b3, &c3});
  b3.next = &a3;
  EXPECT_FALSE(is_sound());
}

}  // namespace
}  // namespace cane::sched
