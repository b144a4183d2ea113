#pragma once
// The memory that threads really run on: a pool of large stacks, each with an inaccessible page below it, handed out again
// after a reset. Private to arch/host.

#include <cstddef>

namespace cane::arch {

class DeskStack {
 public:
  static constexpr std::size_t bytes = std::size_t{512} * 1024;

  // One that nobody has. Ends the run with a message when there is no memory.
  static DeskStack& take();

  [[nodiscard]] std::byte* low_end() const { return low_end_; }
  [[nodiscard]] std::byte* high_end() const { return low_end_ + bytes; }

  // Forgets what a sanitizer knows of the calls that were here.
  void forget_frames();

  void (*entry)(void*) = nullptr;
  void* argument = nullptr;

 private:
  friend void release_all_stacks();
  static DeskStack& make();

  std::byte* low_end_ = nullptr;
  DeskStack* next_made_ = nullptr;
  bool taken_ = false;
};

// Nobody runs on any stack any more.
void release_all_stacks();

// Undoes every protect_guard_page().
void open_all_guard_pages();

}  // namespace cane::arch
