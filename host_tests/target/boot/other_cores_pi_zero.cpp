// The Pi Zero has one core.

#include "other_cores.hpp"

namespace boot_report {

std::uint32_t count_answers_of_other_cores() { return 0; }

}  // namespace boot_report
