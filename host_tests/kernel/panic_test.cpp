// What a person reads when the machine stops.

#include <host_tests/support/kernel_test.hpp>
#include <host_tests/support/panics.hpp>
#include <port/upcalls.hpp>

namespace cane::test {
namespace {

// The verdict line is the last thing printed.
constexpr const char* digits = "0x[0-9a-f]+";

class Panic : public KernelTest {
 protected:
  Queue<int, 2> queue;
};

TEST_F(Panic, NamesCallReasonObjectPlaceAndThread) {
  std::ostringstream object;
  object << std::hex << reinterpret_cast<std::uintptr_t>(&queue);
  machine.thread("culprit", 3, [&] { machine.interrupt([&] { (void)queue.receive(); }); });
  EXPECT_EXIT(machine.run(), ::testing::ExitedWithCode(2),
              std::string{"\ncane: panic\n"} + "  what:     Queue::receive\n" + "  why:      may wait.*\n" +
                  "  object:   0x0*" + object.str() + "\n" + "  place:    " + digits +
                  " \\(the return address of the call\\)\n" +
                  "  context:  an interrupt handler; it interrupted thread culprit\n" +
                  "cane: verdict panic: Queue::receive\n$");
}

TEST_F(Panic, TellsThatItWasBeforeTheKernelRan) {
  EXPECT_EXIT((void)queue.receive(), ::testing::ExitedWithCode(2), "context:  thread idle, interrupts masked");
}

TEST_F(Panic, OfAnApplicationSaysItsWords) {
  machine.thread("worker", 3, [] { panic("the valve is stuck"); });
  EXPECT_EXIT(machine.run(), ::testing::ExitedWithCode(2),
              "cane: panic\n  what:     the valve is stuck\n  place:    0x[0-9a-f]+ .*\n"
              "  context:  thread worker\ncane: verdict panic: the valve is stuck\n$");
}

TEST_F(Panic, ShowsWhatWasPrintedBefore) {
  machine.thread("worker", 3, [] {
    print("all was well\n");
    panic("no more");
  });
  EXPECT_EXIT(machine.run(), ::testing::ExitedWithCode(2), "^all was well\n\ncane: panic");
}

TEST_F(Panic, ReportsAFaultWithItsRegisters) {
  port::FaultRegisters registers{};
  for (std::uint32_t number = 0; number < 13; ++number) registers.general[number] = 0x1000 + number;
  registers.stack_pointer = 0x2000;
  registers.link = 0x3000;
  registers.program_counter = 0x8123;
  registers.status = 0;
  const port::Fault fault{"data abort: translation fault (page)", "write to", 0xDEAD0000, 0x807, &registers};
  EXPECT_EXIT(port::report_fault(fault), ::testing::ExitedWithCode(2),
              "what:     data abort: translation fault \\(page\\)\n"
              "  access:   write to 0xdead0000, fault status 0x00000807\n"
              "  place:    0x00008123\n"
              "  context:  thread idle\n"
              "   r0=0x00001000  r1=0x00001001  r2=0x00001002  r3=0x00001003\n"
              "   r4=.*\n   r8=.*\n  r12=0x0000100c\n"
              "   sp=0x00002000  lr=0x00003000  pc=0x00008123 psr=0x00000000\n"
              "cane: verdict panic: data abort: translation fault \\(page\\)\n$");
}

TEST_F(Panic, ReportsAFaultWithoutAnAddress) {
  const port::FaultRegisters registers{};
  const port::Fault fault{"undefined instruction", "", 0, 0, &registers};
  EXPECT_EXIT(port::report_fault(fault), ::testing::ExitedWithCode(2),
              "what:     undefined instruction\n  place:    0x00000000\n");
}

TEST(PanicWords, ThereIsOneForEveryCallAndMisuse) {
  for (std::uint32_t call = 0; call <= static_cast<std::uint32_t>(Call::kernel); ++call) {
    EXPECT_STRNE(to_string(Call{call}), "an unknown call");
  }
  for (std::uint32_t misuse = 0; misuse <= static_cast<std::uint32_t>(Misuse::broken_invariant); ++misuse) {
    EXPECT_STRNE(to_string(Misuse{misuse}), "unknown misuse");
  }
  EXPECT_STREQ(to_string(Call{99}), "an unknown call");
  EXPECT_STREQ(to_string(Misuse{99}), "unknown misuse");
}

}  // namespace
}  // namespace cane::test
