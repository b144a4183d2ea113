// Questions to the firmware and everything that can go wrong with an answer.

#include "board_test.hpp"
#include "property_mailbox_model.hpp"

#include <bcm283x/property_mailbox.hpp>
#include <memory>

namespace cane::desk {
namespace {

using bcm283x::FirmwareClock;
using bcm283x::MailboxBlock;
using bcm283x::PropertyMailbox;
using bcm283x::PropertyProblem;

constexpr std::uint32_t alias_pi_zero = 0x4000'0000;
constexpr std::uint32_t alias_pi2 = 0xC000'0000;

class Mailbox : public BoardTest {
 public:
  explicit Mailbox(std::uint32_t firmwares_alias = alias_pi_zero) : model{recorder, firmwares_alias} {
    recorder.attach("the mailbox", MailboxBlock::base, 0x40, model);
    model.answers = {{0x0000'0001, {0x0005'48E1}},
                     {0x0001'0002, {0x00A2'1041}},
                     {0x0001'0005, {0, 0x1F00'0000}},
                     {0x0003'0002, {2, 48'000'000}}};
  }

  PropertyMailboxModel model;
  PropertyMailbox mailbox{alias_pi_zero};
};

TEST_F(Mailbox, AnswersItsFourQuestions) {
  EXPECT_EQ(mailbox.firmware_revision(), 0x0005'48E1U);
  EXPECT_EQ(mailbox.board_revision(), 0x00A2'1041U);
  EXPECT_EQ(mailbox.arm_memory()->base, 0U);
  EXPECT_EQ(mailbox.arm_memory()->bytes, 0x1F00'0000U);
  EXPECT_EQ(mailbox.clock_rate(FirmwareClock::uart), 48'000'000U);
}

TEST_F(Mailbox, NamesTheClockItAsksFor) {
  EXPECT_TRUE(mailbox.clock_rate(FirmwareClock::arm));
  EXPECT_EQ(model.asked, (std::vector<std::uint32_t>{3, 0}));
}

TEST_F(Mailbox, AsksAnyTagWithValuesBothWays) {
  model.answers[0x0003'8002] = {3, 600'000'000, 0};
  std::uint32_t values[] = {3, 1'000'000'000, 1};
  EXPECT_TRUE(mailbox.ask(0x0003'8002, values, 8));
  EXPECT_EQ(model.asked, (std::vector<std::uint32_t>{3, 1'000'000'000, 1}));
  EXPECT_EQ(values[1], 600'000'000U);
}

TEST_F(Mailbox, WaitsForRoomAndForASlowAnswer) {
  model.looks_until_room = 20;
  model.looks_until_answer = 500;
  EXPECT_EQ(mailbox.board_revision(), 0x00A2'1041U);
}

TEST_F(Mailbox, ThrowsAwayWhatWasMeantForSomebodyElse) {
  model.waiting = {0x0000'0009, 0x5EAD'BEE8};
  EXPECT_EQ(mailbox.board_revision(), 0x00A2'1041U);
  EXPECT_TRUE(model.waiting.empty());
}

TEST_F(Mailbox, FirmwareThatNeverAnswersIsATimeout) {
  model.is_deaf = true;
  const std::uint64_t start = timer.now;
  EXPECT_EQ(mailbox.board_revision(), std::unexpected(PropertyProblem::timeout));
  EXPECT_GT(timer.now - start, 100'000U);
  EXPECT_LT(timer.now - start, 101'000U);
}

TEST_F(Mailbox, MailboxThatStaysFullIsATimeout) {
  model.looks_until_room = 0xFFFF'FFFF;
  EXPECT_EQ(mailbox.board_revision(), std::unexpected(PropertyProblem::timeout));
}

// As on an emulator whose host was busy elsewhere: the answer was there all the time.
TEST_F(Mailbox, IsLookedIntoOnceMoreWhenTimeHasJumped) {
  timer.microseconds_a_reading = 1'000'000;
  model.looks_until_answer = 0;
  EXPECT_EQ(mailbox.board_revision(), 0x00A2'1041U);
}

// A late answer carries the same address as the next question's: it must not be taken for that one's.
TEST_F(Mailbox, IsNotAskedAgainAfterATimeout) {
  model.looks_until_answer = 1'000'000;
  ASSERT_EQ(mailbox.board_revision(), std::unexpected(PropertyProblem::timeout));
  model.looks_until_answer = 0;
  const std::uint64_t start = timer.now;
  EXPECT_EQ(mailbox.firmware_revision(), std::unexpected(PropertyProblem::timeout));
  EXPECT_EQ(timer.now, start) << "a dead firmware costs its patience once";
}

TEST_F(Mailbox, RefusedMessageIsReported) {
  model.refuses = true;
  EXPECT_EQ(mailbox.board_revision(), std::unexpected(PropertyProblem::refused));
}

// The overall status says success here: only the tag's own length tells.
TEST_F(Mailbox, UnknownTagIsReported) {
  model.answers.erase(0x0001'0002);
  EXPECT_EQ(mailbox.board_revision(), std::unexpected(PropertyProblem::not_answered));
  EXPECT_EQ(mailbox.firmware_revision(), 0x0005'48E1U) << "the next question is answered all the same";
}

TEST_F(Mailbox, ShortAnswerIsReported) {
  model.bytes_held_back = 4;
  EXPECT_EQ(mailbox.clock_rate(FirmwareClock::uart), std::unexpected(PropertyProblem::wrong_length));
}

TEST_F(Mailbox, AnswerLongerThanItsRoomIsReported) {
  model.answers[0x0001'0002] = {1, 2, 3};
  EXPECT_EQ(mailbox.board_revision(), std::unexpected(PropertyProblem::wrong_length));
}

TEST_F(Mailbox, MoreValuesThanFitAreRefusedWithoutAsking) {
  std::uint32_t values[PropertyMailbox::most_values + 1] = {};
  EXPECT_EQ(mailbox.ask(1, values, 4), std::unexpected(PropertyProblem::wrong_length));
  EXPECT_TRUE(model.asked.empty());
  EXPECT_TRUE(mailbox.ask(1, std::span{values}.first(PropertyMailbox::most_values), 4));
}

TEST_F(Mailbox, LeavesTheValuesAloneWhenItFails) {
  model.refuses = true;
  std::uint32_t values[] = {7, 8};
  EXPECT_FALSE(mailbox.ask(0x0003'0002, values, 8));
  EXPECT_EQ(values[0], 7U);
  EXPECT_EQ(values[1], 8U);
}

TEST_F(Mailbox, EveryProblemHasItsWords) {
  for (const auto problem : {PropertyProblem::timeout, PropertyProblem::refused, PropertyProblem::not_answered,
                             PropertyProblem::wrong_length}) {
    EXPECT_NE(bcm283x::to_string(problem), "unknown problem");
  }
}

class MailboxOfPi2 : public Mailbox {
 public:
  MailboxOfPi2() : Mailbox{alias_pi2} {}
};

TEST_F(MailboxOfPi2, AnswersAtItsOwnAlias) {
  PropertyMailbox right{alias_pi2};
  EXPECT_EQ(right.board_revision(), 0x00A2'1041U);
}

TEST_F(MailboxOfPi2, DoesNotFindAMessageAtTheWrongAlias) {
  EXPECT_EQ(mailbox.board_revision(), std::unexpected(PropertyProblem::timeout));
}

// Mistakes of a driver that an emulator forgives, by hand: the model does not.
class MailboxMistakes : public Mailbox {
 public:
  using Register = MailboxBlock::Register;

  // Sends the buffer and waits for the answer, with neither hand-over.
  void exchange() {
    const std::uint32_t word = bcm283x::register_backend::physical_address(buffer) | alias_pi_zero | 8;
    const bcm283x::PeripheralAccess<MailboxBlock> access;
    access.write(Register::write, word);
    while ((access.read(Register::read_status) & 1U << 30) != 0) {
    }
    EXPECT_EQ(access.read(Register::read), word);
  }

  alignas(64) std::uint32_t buffer[16] = {28, 0, 0x0001'0002, 4, 0, 0, 0};
};

TEST_F(MailboxMistakes, WithBothHandOversTheAnswerArrives) {
  bcm283x::register_backend::hand_to_device(buffer, sizeof buffer);
  exchange();
  bcm283x::register_backend::take_from_device(buffer, sizeof buffer);
  EXPECT_EQ(buffer[1], 0x8000'0000U);
  EXPECT_EQ(buffer[5], 0x00A2'1041U);
}

TEST_F(MailboxMistakes, MessageLeftInTheCacheIsNotSeen) {
  exchange();
  bcm283x::register_backend::take_from_device(buffer, sizeof buffer);
  EXPECT_NE(buffer[1], 0x8000'0000U);
  EXPECT_NE(buffer[5], 0x00A2'1041U);
}

TEST_F(MailboxMistakes, AnswerIsHiddenByAStaleCache) {
  bcm283x::register_backend::hand_to_device(buffer, sizeof buffer);
  exchange();
  EXPECT_EQ(buffer[1], 0U);
}

TEST_F(MailboxMistakes, EmptyMailboxReadIsCaught) {
  (void)bcm283x::PeripheralAccess<MailboxBlock>{}.read(Register::read);
  expect_violation("an empty mailbox is read");
}

}  // namespace
}  // namespace cane::desk
