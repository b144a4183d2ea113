// Memory used in a way it may not be: the scenarios below.

#include "fault_image.hpp"
#include "scenario.hpp"

extern "C" std::byte __text_start[];
extern "C" [[noreturn]] void fault_with_known_registers();  // known_registers.S

namespace {

using cane::Priority;

volatile std::uint32_t* word_at(std::uintptr_t address) { return reinterpret_cast<volatile std::uint32_t*>(address); }
constinit std::uint32_t code_in_data = 0xE12F'FF1E;  // BX LR
constinit void (*volatile nowhere)() = nullptr;

void null_read() {
  fault::in_thread([] { (void)*word_at(8); });
}
void null_write() {
  fault::in_thread([] { *word_at(8) = 1; });
}
void null_call() {
  fault::in_thread([] { nowhere(); });
}
void null_read_in_handler() {
  fault::in_handler([] { (void)*word_at(8); });
}
void write_to_text() {
  fault::in_thread([] { *word_at(reinterpret_cast<std::uintptr_t>(__text_start)) = 0; });
}
void execute_data() {
  fault::in_thread([] { reinterpret_cast<void (*)()>(&code_in_data)(); });
}
void undefined_instruction() {
  fault::in_thread([] { asm volatile(".word 0xE7F000F0"); });  // UDF #0
}
void supervisor_call() {
  fault::in_thread([] { asm volatile("svc #0"); });
}
void known_registers() { fault::in_thread(fault_with_known_registers); }

constexpr test::Scenario scenarios[] = {
    {"null_read", null_read},
    {"null_write", null_write},
    {"null_call", null_call},
    {"null_read_in_handler", null_read_in_handler},
    {"write_to_text", write_to_text},
    {"execute_data", execute_data},
    {"undefined_instruction", undefined_instruction},
    {"supervisor_call", supervisor_call},
    {"known_registers", known_registers},
};

}  // namespace

int main() {
  test::run_scenario(scenarios);
  return 0;
}
