// Putting lines together: numbers of every kind, and what happens to a line that is too long.

#include <host_tests/support/kernel_test.hpp>
#include <limits>

namespace cane::test {
namespace {

template <class... Parts>
std::string line_of(const Parts&... parts) {
  detail::Line line;
  (line.append(parts), ...);
  return std::string{line.view()};
}

TEST(Line, JoinsItsParts) { EXPECT_EQ(line_of("edges ", 18, ' ', "mask ", hex(0x90)), "edges 18 mask 0x00000090"); }

TEST(Line, OfNothingIsEmpty) { EXPECT_EQ(line_of(), ""); }

TEST(Line, WritesUnsignedNumbers) {
  EXPECT_EQ(line_of(0U), "0");
  EXPECT_EQ(line_of(std::uint8_t{200}), "200");
  EXPECT_EQ(line_of(std::numeric_limits<std::uint32_t>::max()), "4294967295");
  EXPECT_EQ(line_of(std::uint64_t{4'294'967'296}), "4294967296");
  EXPECT_EQ(line_of(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
}

TEST(Line, WritesSignedNumbers) {
  EXPECT_EQ(line_of(0), "0");
  EXPECT_EQ(line_of(-1), "-1");
  EXPECT_EQ(line_of(std::int16_t{-300}), "-300");
  EXPECT_EQ(line_of(std::numeric_limits<std::int32_t>::min()), "-2147483648");
  EXPECT_EQ(line_of(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(line_of(std::numeric_limits<std::int64_t>::max()), "9223372036854775807");
}

TEST(Line, WritesHexadecimalNumbersOfEightOrSixteenDigits) {
  EXPECT_EQ(line_of(hex(0)), "0x00000000");
  EXPECT_EQ(line_of(hex(0xDEAD'BEEF)), "0xdeadbeef");
  EXPECT_EQ(line_of(hex(0x1'0000'0000)), "0x0000000100000000");
  EXPECT_EQ(line_of(hex(std::numeric_limits<std::uint64_t>::max())), "0xffffffffffffffff");
}

TEST(Line, WritesHundredthsWithTwoDecimals) {
  EXPECT_EQ(line_of(hundredths(0)), "0.00");
  EXPECT_EQ(line_of(hundredths(5)), "0.05");
  EXPECT_EQ(line_of(hundredths(99)), "0.99");
  EXPECT_EQ(line_of(hundredths(100)), "1.00");
  EXPECT_EQ(line_of(hundredths(71'230)), "712.30");
}

TEST(Line, HoldsAsMuchAsItSays) {
  const std::string full(detail::Line::capacity, 'x');
  EXPECT_EQ(line_of(full), full);
}

TEST(Line, CutsWhatIsTooLongAndSaysSo) {
  const std::string long_text(detail::Line::capacity + 1, 'x');
  const std::string cut = std::string(detail::Line::capacity - 2, 'x') + "~\n";
  EXPECT_EQ(line_of(long_text), cut);
  EXPECT_EQ(line_of(long_text, "more", 12, hex(3)), cut);
}

class Print : public KernelTest {};

TEST_F(Print, WritesToTheConsoleAsOnePiece) {
  print("a ", 1, '\n');
  machine.thread("A", 3, [] { print("b ", hex(2), '\n'); });
  machine.run();
  EXPECT_EQ(machine.console(), "a 1\nb 0x00000002\n");
}

}  // namespace
}  // namespace cane::test
