// Whole programs, from boot to verdict, as processes: kernel/start.cpp itself, and the A/B/C/D demo from the very source
// that runs on the boards.

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

namespace {

struct Outcome {
  int status;
  std::string output;
};

Outcome run(const std::string& image) {
  std::FILE* const pipe = popen((CANE_IMAGE_DIR "/" + image).c_str(), "r");
  if (pipe == nullptr) return {-1, "the image cannot be run"};
  Outcome result{-1, ""};
  std::array<char, 4096> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    result.output.append(buffer.data(), count);
  }
  const int status = pclose(pipe);
  if (WIFEXITED(status)) result.status = WEXITSTATUS(status);
  return result;
}

bool ends_with_verdict(const std::string& output, const std::string& verdict) {
  return output.ends_with("cane: verdict " + verdict + "\n");
}

TEST(Image, RunsMainThenItsThreads) {
  const Outcome result = run("sleeps");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.output, "main runs first\nmain goes on\nslept 8640000000000000\ncane: verdict pass\n");
}

TEST(Image, PanicsWhenMainReturnsAnError) {
  const Outcome result = run("returns_an_error");
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.output.find("what:     main()\n  why:      returned an error\n"), std::string::npos)
      << result.output;
  EXPECT_TRUE(ends_with_verdict(result.output, "panic: main()")) << result.output;
}

TEST(Image, EndsWhenNothingCanEverHappenAgain) {
  const Outcome result = run("waits_for_ever");
  EXPECT_EQ(result.status, 1);
  EXPECT_TRUE(ends_with_verdict(result.output, "fail: every thread waits, and no alarm or interrupt can come"));
}

struct Case {
  const char* image;
  std::vector<std::string> lines;
};

class Demo : public ::testing::TestWithParam<Case> {};

TEST_P(Demo, ReportsTheCycleOfItsCase) {
  const Outcome result = run(GetParam().image);
  EXPECT_EQ(result.status, 0);
  EXPECT_TRUE(ends_with_verdict(result.output, "pass")) << result.output;
  for (const std::string& line : GetParam().lines) {
    EXPECT_NE(result.output.find("\n" + line + "\n"), std::string::npos) << result.output;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Abcd,
    Demo,
    ::testing::Values(
        Case{"abcd_case1",
             {"abcd: counters switches=4000 per_cycle=4.00", "abcd: trace QS=9 QR=9 IR=3 IS=3 RO=1 CS=4"}},
        Case{"abcd_case2",
             {"abcd: counters switches=18000 per_cycle=18.00", "abcd: trace QS=9 QR=9 IR=9 IS=9 RO=1 CS=18"}},
        Case{"abcd_case3",
             {"abcd: counters switches=4000 per_cycle=4.00", "abcd: trace QS=9 QR=9 IR=3 IS=3 RO=1 CS=4"}},
        Case{"abcd_case2_bare", {}}),
    [](const auto& parameter) { return std::string{parameter.param.image}; });

}  // namespace
