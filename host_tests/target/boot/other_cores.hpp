#pragma once
// The cores that boot leaves parked, for the report to wake.

#include <cstdint>

namespace boot_report {

// Sends every other core that the board could have through its mailbox into a few instructions of ours that answer, and
// says how many did within their time.
std::uint32_t count_answers_of_other_cores();

}  // namespace boot_report
