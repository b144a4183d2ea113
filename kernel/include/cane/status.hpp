#pragma once
// Why a call did not do what was asked, for reasons a correct program can meet. Misuse is never a Status: it panics.

#include <cstdint>

namespace cane {

enum class [[nodiscard]] Status : std::uint32_t {
  ok,         // done
  timed_out,  // the deadline came first
  full,       // a try_send found no free place
  empty,      // a try_receive found no message
  closed,     // the object was closed; reserved, nothing closes one yet
};

/// The status in words, for reports. Context: any. Fails: never. Checks: none. Time: constant.
[[nodiscard]] constexpr const char* to_string(Status status) {
  switch (status) {
    case Status::ok: return "ok";
    case Status::timed_out: return "timed out";
    case Status::full: return "full";
    case Status::empty: return "empty";
    case Status::closed: return "closed";
  }
  return "unknown status";
}

}  // namespace cane
