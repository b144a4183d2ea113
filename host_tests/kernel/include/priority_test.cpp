// Priorities and statuses: what they say, and what the types keep people from saying.

#include <gtest/gtest.h>
#include <cane/priority.hpp>
#include <cane/status.hpp>
#include <concepts>
#include <string>

namespace cane {
namespace {

constexpr unsigned last = Priority::levels - 1;

static_assert(Priority{0}.is_above(Priority{1}));
static_assert(!Priority{1}.is_above(Priority{1}));
static_assert(!Priority{1}.is_above(Priority{0}));
static_assert(Priority{} == Priority{last}, "unless said, the least urgent");
static_assert(!std::totally_ordered<Priority>, "priorities are compared by name");
static_assert(!std::convertible_to<unsigned, Priority>, "a number is no priority until one says so");

TEST(PriorityType, ClampsWhatIsComputedAtRunTime) {
  EXPECT_EQ(Priority::from_level(3).level(), 3U);
  EXPECT_EQ(Priority::from_level(last).level(), last);
  EXPECT_EQ(Priority::from_level(last + 1).level(), last);
  EXPECT_EQ(Priority::from_level(~0U).level(), last);
}

TEST(StatusType, HasWordsForEveryValue) {
  EXPECT_STREQ(to_string(Status::ok), "ok");
  EXPECT_STREQ(to_string(Status::timed_out), "timed out");
  EXPECT_STREQ(to_string(Status::full), "full");
  EXPECT_STREQ(to_string(Status::empty), "empty");
  EXPECT_STREQ(to_string(Status::closed), "closed");
  EXPECT_STREQ(to_string(Status{99}), "unknown status");
}

}  // namespace
}  // namespace cane
