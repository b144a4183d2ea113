// The pool of desk stacks, and the guard pages of the stacks that threads were given.

#include "desk_stack.hpp"

#include <sys/mman.h>
#include <unistd.h>
#include <arch/context.hpp>
#include <cane/check.hpp>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "sanitizer.hpp"

namespace cane::arch {

namespace {

DeskStack* newest = nullptr;
DeskStack* first_free_hint = nullptr;

constexpr std::uintptr_t guard_bytes = 4096;

std::size_t host_page_bytes() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

std::vector<void*>& closed_pages() {
  static std::vector<void*> pages;
  return pages;
}

void change_access(void* page, std::size_t size, int access) {
  if (mprotect(page, size, access) != 0) protocol_violation(std::strerror(errno));
}

}  // namespace

DeskStack& DeskStack::make() {
  const std::size_t guard = host_page_bytes();
  void* const memory =
      mmap(nullptr, guard + bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) protocol_violation("no memory for another thread's stack");
  change_access(memory, guard, PROT_NONE);
  auto* const stack = new DeskStack;
  stack->low_end_ = static_cast<std::byte*>(memory) + guard;
  stack->next_made_ = newest;
  newest = stack;
  return *stack;
}

DeskStack& DeskStack::take() {
  DeskStack* stack = first_free_hint;
  while (stack != nullptr && stack->taken_) stack = stack->next_made_;
  first_free_hint = stack == nullptr ? nullptr : stack->next_made_;
  if (stack == nullptr) stack = &make();
  stack->taken_ = true;
  return *stack;
}

void DeskStack::forget_frames() { sanitizer::forget_poison(low_end_, bytes); }

void release_all_stacks() {
  for (DeskStack* stack = newest; stack != nullptr; stack = stack->next_made_) stack->taken_ = false;
  first_free_hint = newest;
}

// A host with larger pages would close memory beside the guard page too, so it leaves it open.
void protect_guard_page(void* page) {
  if (reinterpret_cast<std::uintptr_t>(page) % guard_bytes != 0) {
    return detail::misuse(Call::thread_start, Misuse::bad_stack, page, __builtin_return_address(0));
  }
  for (const void* closed : closed_pages()) {
    if (closed == page) return;
  }
  if (host_page_bytes() != guard_bytes) return;
  change_access(page, guard_bytes, PROT_NONE);
  closed_pages().push_back(page);
}

void open_all_guard_pages() {
  for (void* page : closed_pages()) change_access(page, guard_bytes, PROT_READ | PROT_WRITE);
  closed_pages().clear();
}

}  // namespace cane::arch
