#pragma once
// Lines for people, without a heap and without printf: print("edges ", 18, " mask ", hex(0x90)). A line is put together on
// the caller's stack and handed to the console whole, so that lines of several threads never mix.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cane {

namespace detail {
struct HexNumber {
  std::uint64_t value;
};
struct FixedNumber {
  std::uint64_t hundredths;
};

class Line {
 public:
  static constexpr std::size_t capacity = 160;

  void append(std::string_view text);
  void append(char letter) { append(std::string_view{&letter, 1}); }
  void append(HexNumber number);
  void append(FixedNumber number);
  void append_unsigned(std::uint64_t number);
  void append_signed(std::int64_t number);
  template <std::integral Number>
    requires(!std::same_as<Number, char>)
  void append(Number number) {
    if constexpr (std::signed_integral<Number>) {
      append_signed(number);
    } else {
      append_unsigned(number);
    }
  }

  [[nodiscard]] std::string_view view() const { return {text_, length_}; }

 private:
  char text_[capacity];
  std::size_t length_ = 0;
};

void write_to_console(std::string_view text);
}  // namespace detail

/// A number to be printed as 0x and eight (or sixteen) hexadecimal digits. Context: any. Fails: never. Checks: none.
/// Time: constant.
[[nodiscard]] constexpr detail::HexNumber hex(std::uint64_t value) { return {value}; }
/// A number given in hundredths, printed with two decimals. Context: any. Fails: never. Checks: none. Time: constant.
[[nodiscard]] constexpr detail::FixedNumber hundredths(std::uint64_t value) { return {value}; }

/// Prints its arguments as one piece of at most 160 characters; what is longer is cut and ends in "~".
/// Context: thread or before the kernel runs; a full console is drained by polling. Fails: never. Checks: none.
/// Time: a few instructions a character.
template <class... Parts>
void print(const Parts&... parts) {
  detail::Line line;
  (line.append(parts), ...);
  detail::write_to_console(line.view());
}

}  // namespace cane
