// The bitmap of levels, at every size that takes another shape: less than a word, a word, two, a thousand levels.

#include <gtest/gtest.h>

#include <random>
#include <sched/ready_queue.hpp>
#include <set>

namespace cane::sched {
namespace {

template <class Map>
class ReadyMapTest : public ::testing::Test {};

template <unsigned Levels>
struct Sized {
  static constexpr unsigned levels = Levels;
  ReadyMap<Levels> map;
};

using Sizes = ::testing::Types<Sized<1>, Sized<7>, Sized<31>, Sized<32>, Sized<33>, Sized<64>, Sized<100>, Sized<1024>>;
TYPED_TEST_SUITE(ReadyMapTest, Sizes);

TYPED_TEST(ReadyMapTest, FindsNothingInAnEmptyMap) {
  TypeParam sized;
  EXPECT_EQ(sized.map.first(), TypeParam::levels);
  for (unsigned level = 0; level < TypeParam::levels; ++level) EXPECT_FALSE(sized.map.test(level));
}

TYPED_TEST(ReadyMapTest, FindsEachLevelAlone) {
  TypeParam sized;
  for (unsigned level = 0; level < TypeParam::levels; ++level) {
    sized.map.set(level);
    EXPECT_EQ(sized.map.first(), level);
    EXPECT_TRUE(sized.map.test(level));
    sized.map.clear(level);
    EXPECT_EQ(sized.map.first(), TypeParam::levels);
  }
}

TYPED_TEST(ReadyMapTest, FindsTheMostUrgentOfMany) {
  TypeParam sized;
  std::set<unsigned> model;
  std::mt19937 random{1};
  std::uniform_int_distribution<unsigned> any_level{0, TypeParam::levels - 1};
  for (int step = 0; step < 4000; ++step) {
    const unsigned level = any_level(random);
    if (model.insert(level).second) {
      sized.map.set(level);
    } else {
      model.erase(level);
      sized.map.clear(level);
    }
    ASSERT_EQ(sized.map.first(), model.empty() ? TypeParam::levels : *model.begin());
    ASSERT_EQ(sized.map.test(level), model.contains(level));
  }
}

}  // namespace
}  // namespace cane::sched
