// Putting a line of text together without a heap. See <cane/print.hpp>.

#include <cane/print.hpp>

namespace cane::detail {

namespace {

// Digits from the last to the first; a 64-bit number has at most twenty.
std::string_view decimal(std::uint64_t number, char (&buffer)[20]) {
  std::size_t start = sizeof buffer;
  do {
    buffer[--start] = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  return {buffer + start, sizeof buffer - start};
}

}  // namespace

void Line::append(std::string_view text) {
  for (const char letter : text) {
    if (length_ == capacity) {
      text_[capacity - 1] = '\n';
      text_[capacity - 2] = '~';
      return;
    }
    text_[length_++] = letter;
  }
}

void Line::append_unsigned(std::uint64_t number) {
  char buffer[20];
  append(decimal(number, buffer));
}

void Line::append_signed(std::int64_t number) {
  if (number < 0) append('-');
  append_unsigned(number < 0 ? 0 - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number));
}

void Line::append(HexNumber number) {
  append("0x");
  for (int shift = number.value >> 32 != 0 ? 60 : 28; shift >= 0; shift -= 4) {
    append("0123456789abcdef"[number.value >> shift & 15]);
  }
}

void Line::append(FixedNumber number) {
  append_unsigned(number.hundredths / 100);
  append('.');
  append("0123456789"[number.hundredths / 10 % 10]);
  append("0123456789"[number.hundredths % 10]);
}

}  // namespace cane::detail
