// The timeout store by itself: earliest first, ties in the order of arming, leaving from anywhere, places reserved.

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <random>
#include <sched/timeout_queue.hpp>
#include <vector>

namespace cane::sched {
namespace {

class TimeoutQueueTest : public ::testing::Test {
 protected:
  static constexpr std::uint32_t capacity = TimeoutQueue::capacity;

  TimeoutQueueTest() : nodes(capacity) {
    while (queue->reserve()) {
    }
  }
  std::uint32_t take_first() {
    TimeoutNode& first = *queue->first();
    queue->remove(first);
    return static_cast<std::uint32_t>(&first - nodes.data());
  }

  std::unique_ptr<TimeoutQueue> queue = std::make_unique<TimeoutQueue>();
  std::vector<TimeoutNode> nodes;
};

TEST_F(TimeoutQueueTest, IsEmptyAtFirst) {
  EXPECT_EQ(queue->first(), nullptr);
  EXPECT_EQ(queue->size(), 0U);
  EXPECT_TRUE(queue->validate());
}

TEST_F(TimeoutQueueTest, GivesTheEarliestFirst) {
  std::mt19937_64 random{7};
  for (TimeoutNode& node : nodes) queue->insert(node, random() % 1000);
  EXPECT_TRUE(queue->validate());
  std::uint64_t last = 0;
  for (std::uint32_t count = capacity; count > 0; --count) {
    EXPECT_EQ(queue->size(), count);
    const std::uint64_t deadline = nodes[take_first()].deadline;
    EXPECT_GE(deadline, last);
    EXPECT_TRUE(queue->validate());
    last = deadline;
  }
}

TEST_F(TimeoutQueueTest, GivesEqualDeadlinesInTheOrderOfArming) {
  for (TimeoutNode& node : nodes) queue->insert(node, 5);
  for (std::uint32_t index = 0; index < capacity; ++index) EXPECT_EQ(take_first(), index);
}

TEST_F(TimeoutQueueTest, KeepsTheOrderOfArmingWhenTheCountOfArmingsWraps) {
  // 2^32 armings are too many to make; the sequence is set just below the wrap by arming order alone being relative.
  for (std::uint32_t index = 0; index < 3; ++index) {
    queue->insert(nodes[index], 5);
    nodes[index].sequence = 0xFFFF'FFFE + index;
  }
  for (std::uint32_t index = 0; index < 3; ++index) EXPECT_EQ(take_first(), index);
}

TEST_F(TimeoutQueueTest, AnyNodeCanLeave) {
  std::mt19937 random{3};
  for (std::uint32_t leaver = 0; leaver < capacity; ++leaver) {
    for (TimeoutNode& node : nodes) queue->insert(node, random() % 64);
    queue->remove(nodes[leaver]);
    EXPECT_EQ(nodes[leaver].index, 0U);
    ASSERT_TRUE(queue->validate());
    while (queue->first() != nullptr) ASSERT_NE(take_first(), leaver);
  }
}

TEST_F(TimeoutQueueTest, TellsWhetherANodeIsArmed) {
  EXPECT_EQ(nodes[0].index, 0U);
  queue->insert(nodes[0], 1);
  EXPECT_NE(nodes[0].index, 0U);
  queue->remove(nodes[0]);
  EXPECT_EQ(nodes[0].index, 0U);
}

TEST_F(TimeoutQueueTest, OrdersDeadlinesBeyond32Bits) {
  queue->insert(nodes[0], 0x2'0000'0000);
  queue->insert(nodes[1], 0x1'FFFF'FFFF);
  queue->insert(nodes[2], 0xFFFF'FFFF'FFFF'FFFF);
  EXPECT_EQ(take_first(), 1U);
  EXPECT_EQ(take_first(), 0U);
  EXPECT_EQ(take_first(), 2U);
}

TEST_F(TimeoutQueueTest, RefusesMoreReservationsThanItsCapacity) {
  EXPECT_FALSE(queue->reserve());
  queue->unreserve();
  EXPECT_TRUE(queue->reserve());
  EXPECT_FALSE(queue->reserve());
}

TEST_F(TimeoutQueueTest, ValidateSeesANodeOutOfOrder) {
  for (std::uint32_t index = 0; index < 4; ++index) queue->insert(nodes[index], index + 1);
  nodes[3].deadline = 0;
  EXPECT_FALSE(queue->validate());
}

TEST_F(TimeoutQueueTest, ValidateSeesANodeThatForgotItsPlace) {
  queue->insert(nodes[0], 1);
  nodes[0].index = 2;
  EXPECT_FALSE(queue->validate());
}

}  // namespace
}  // namespace cane::sched
