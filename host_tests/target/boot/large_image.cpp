// An image as large as ten thousand threads make it: the page tables are sized with it, reach its last page, and take a
// guard page anywhere in it.

#include <arch/mmu.hpp>
#include <cane/cane.hpp>

#include <cstddef>
#include <cstdint>

extern "C" std::byte __image_end[];

namespace {

constexpr std::size_t page_bytes = 4096;
constexpr std::size_t pages = 100'000;  // 390 MiB

struct alignas(page_bytes) Page {
  volatile std::uint32_t words[page_bytes / 4];
};
[[gnu::section(".bss.stacks")]] Page stacks[pages];

const char* failure = nullptr;

void expect(bool holds, const char* what) {
  if (!holds && failure == nullptr) failure = what;
}

std::uintptr_t address_of(const volatile void* place) { return reinterpret_cast<std::uintptr_t>(place); }

// Every 1,021st page takes a word of its own, so that two pages that were one would show.
void check_pages_are_distinct() {
  constexpr std::size_t step = 1021;
  for (std::size_t page = 0; page < pages; page += step) stacks[page].words[7] = page;
  for (std::size_t page = 0; page < pages; page += step)
    expect(stacks[page].words[7] == page, "every page of the image is memory of its own");
}

void check_guard_in(std::size_t page) {
  cane::arch::protect_guard_page(&stacks[page]);
  expect(cane::arch::is_guard_page(address_of(&stacks[page])), "the page is a guard");
  expect(!cane::arch::is_guard_page(address_of(&stacks[page + 1])), "the page behind a guard is none");
  stacks[page + 1].words[0] = 1;
}

void check_end() {
  expect(cane::arch::page_access(address_of(__image_end) - 1).writable, "the last page of the image is mapped");
  expect(!cane::arch::page_access(address_of(__image_end)).readable, "the page behind the image is not");
}

}  // namespace

int main() {
  check_pages_are_distinct();
  for (const std::size_t page : {std::size_t{0}, pages / 2, pages - 2}) check_guard_in(page);
  check_end();
  if (failure == nullptr) {
    cane::print("cane: verdict pass\n");
    cane::kernel::finish(0);
  }
  cane::print("cane: verdict fail: ", failure, "\n");
  cane::kernel::finish(1);
}
