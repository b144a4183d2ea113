// Messages of every size, alignment and make, through every way a message takes: a slot, straight to a waiting receiver,
// from a waiting sender into the slot that became free. No byte is torn, none beside a message is touched.

#include <array>
#include <cstring>
#include <host_tests/support/kernel_test.hpp>

namespace cane::test {
namespace {

// A message of exactly `Bytes` whose every byte depends on its number.
template <std::size_t Bytes, std::size_t Alignment = 1>
struct Message {
  static constexpr std::size_t bytes = Bytes;

  static Message numbered(unsigned number) {
    Message message;
    for (std::size_t index = 0; index < Bytes; ++index) message.content[index] = byte_at(number, index);
    return message;
  }
  [[nodiscard]] bool is_numbered(unsigned number) const {
    for (std::size_t index = 0; index < Bytes; ++index) {
      if (content[index] != byte_at(number, index)) return false;
    }
    return true;
  }

  alignas(Alignment) std::array<unsigned char, Bytes> content;

 private:
  static unsigned char byte_at(unsigned number, std::size_t index) {
    return static_cast<unsigned char>(number * 31 + index * 7 + (index >> 8) * 13 + 1);
  }
};

template <class T, std::size_t N>
struct Of {
  using Type = T;
  static constexpr std::size_t capacity = N;
};

template <class Parameter>
class QueueOf : public KernelTest {
 protected:
  using MessageType = typename Parameter::Type;
  static constexpr std::size_t capacity = Parameter::capacity;

  // Guards on both sides show a write beside the queue.
  struct Guarded {
    std::array<unsigned char, 64> before;
    Queue<MessageType, capacity> queue;
    std::array<unsigned char, 64> behind;
  };

  QueueOf() {
    guarded.before.fill(0xA5);
    guarded.behind.fill(0x5A);
    this->machine.watch(guarded.queue);
  }
  ~QueueOf() override {
    for (const unsigned char byte : guarded.before) EXPECT_EQ(byte, 0xA5);
    for (const unsigned char byte : guarded.behind) EXPECT_EQ(byte, 0x5A);
  }

  Guarded guarded{};
  Queue<MessageType, capacity>& queue = guarded.queue;
};

using Messages = ::testing::Types<Of<Message<1>, 1>,
                                  Of<Message<1>, 2>,
                                  Of<Message<2>, 3>,
                                  Of<Message<3>, 5>,
                                  Of<Message<4>, 4>,
                                  Of<Message<4, 4>, 8>,
                                  Of<Message<5>, 7>,
                                  Of<Message<7>, 3>,
                                  Of<Message<8, 8>, 1>,
                                  Of<Message<8, 8>, 6>,
                                  Of<Message<12, 4>, 5>,
                                  Of<Message<15>, 3>,
                                  Of<Message<16, 4>, 8>,
                                  Of<Message<16, 8>, 3>,
                                  Of<Message<16>, 2>,
                                  Of<Message<17>, 9>,
                                  Of<Message<24, 8>, 4>,
                                  Of<Message<64, 16>, 3>,
                                  Of<Message<100, 4>, 2>,
                                  Of<Message<128, 64>, 3>,
                                  Of<Message<1000>, 3>,
                                  Of<Message<4095>, 2>,
                                  Of<Message<4096, 8>, 3>,
                                  Of<Message<4096>, 1>>;
TYPED_TEST_SUITE(QueueOf, Messages);

TYPED_TEST(QueueOf, CarriesMessagesThroughItsSlots) {
  using Type = typename TypeParam::Type;
  unsigned sent = 0;
  unsigned received = 0;
  for (std::size_t round = 0; round < 2 * TypeParam::capacity + 3; ++round) {
    const std::size_t burst = round % TypeParam::capacity + 1;
    for (std::size_t count = 0; count < burst; ++count)
      ASSERT_EQ(this->queue.try_send(Type::numbered(sent++)), Status::ok);
    for (std::size_t count = 0; count < burst; ++count) {
      const auto message = this->queue.try_receive();
      ASSERT_TRUE(message.has_value());
      ASSERT_TRUE(message->is_numbered(received++));
    }
  }
  EXPECT_EQ(this->queue.size(), 0U);
}

TYPED_TEST(QueueOf, HandsMessagesStraightToWaitingReceivers) {
  using Type = typename TypeParam::Type;
  unsigned received = 0;
  this->machine.thread("R", 3, [&] {
    for (;;) {
      const auto message = this->queue.receive();
      EXPECT_TRUE(message.has_value() && message->is_numbered(received));
      ++received;
    }
  });
  this->machine.run();
  for (unsigned number = 0; number < 5; ++number) {
    EXPECT_EQ(this->queue.try_send(Type::numbered(number)), Status::ok);
    this->machine.run();
  }
  EXPECT_EQ(received, 5U);
}

TYPED_TEST(QueueOf, AdmitsTheMessagesOfWaitingSenders) {
  using Type = typename TypeParam::Type;
  constexpr unsigned messages = 3 * TypeParam::capacity + 2;
  this->machine.thread("S", 3, [&] {
    for (unsigned number = 0; number < messages; ++number)
      EXPECT_EQ(this->queue.send(Type::numbered(number)), Status::ok);
    this->note("all sent");
  });
  this->machine.run();
  for (unsigned number = 0; number < messages; ++number) {
    const auto message = this->queue.try_receive();
    ASSERT_TRUE(message.has_value());
    ASSERT_TRUE(message->is_numbered(number)) << number;
    this->machine.run();
  }
  EXPECT_EQ(this->log, Log{"all sent"});
}

TYPED_TEST(QueueOf, CarriesMessagesBothWaysWithTimeouts) {
  using Type = typename TypeParam::Type;
  constexpr unsigned messages = 3 * TypeParam::capacity + 2;
  this->machine.thread("R", 3, [&] {
    for (unsigned number = 0; number < messages; ++number) {
      const auto message = this->queue.try_receive_for(1_s);
      EXPECT_TRUE(message.has_value() && message->is_numbered(number));
    }
    EXPECT_EQ(this->queue.try_receive_for(1_s).error(), Status::timed_out);
    this->note("all received");
  });
  this->machine.thread("S", 4, [&] {
    for (unsigned number = 0; number < messages; ++number) {
      EXPECT_EQ(this->queue.try_send_for(Type::numbered(number), 1_s), Status::ok);
    }
  });
  this->machine.pass(2_s);
  EXPECT_EQ(this->log, Log{"all received"});
}

class QueueTypes : public KernelTest {};

TEST_F(QueueTypes, NeedNoConstructorFromNothing) {
  struct Reading {
    explicit Reading(int number) : value{number} {}
    int value;
  };
  static_assert(!std::is_default_constructible_v<Reading>);
  Queue<Reading, 2> queue;
  EXPECT_EQ(queue.try_send(Reading{4}), Status::ok);
  EXPECT_EQ(queue.try_receive().value().value, 4);
  machine.thread("R", 3, [&] { note(queue.receive()->value); });
  machine.run();
  EXPECT_EQ(queue.try_send(Reading{5}), Status::ok);
  machine.run();
  EXPECT_EQ(log, Log{"5"});
}

TEST_F(QueueTypes, MayBePointersAndEnumerations) {
  enum class Colour : std::uint8_t { red, green };
  Queue<const char*, 3> texts;
  Queue<Colour, 3> colours;
  const char* const text = "hello";
  EXPECT_EQ(texts.try_send(text), Status::ok);
  EXPECT_EQ(colours.try_send(Colour::green), Status::ok);
  EXPECT_EQ(texts.try_receive().value(), text);
  EXPECT_EQ(colours.try_receive().value(), Colour::green);
}

TEST_F(QueueTypes, HoldTheMostMessagesAllowed) {
  static Queue<std::uint16_t, 32768> large;
  for (unsigned number = 0; number < 32768; ++number) {
    ASSERT_EQ(large.try_send(static_cast<std::uint16_t>(number)), Status::ok);
  }
  EXPECT_EQ(large.try_send(0), Status::full);
  EXPECT_EQ(large.size(), 32768U);
  for (unsigned number = 0; number < 32768; ++number) ASSERT_EQ(large.try_receive().value(), number);
  EXPECT_EQ(large.try_receive().error(), Status::empty);
}

}  // namespace
}  // namespace cane::test
