#pragma once
// The one lock of the kernel. On one core it is the interrupt mask; with more it will also take a fair spin lock here and
// nowhere else. Inline, because it is the first and last thing every call does. FIQ is never masked.

#include <arch/cpu.hpp>
#include <cane_annotations.hpp>

namespace cane::detail {

class CANE_CAPABILITY("kernel lock") KernelLock {
 public:
  // Takes the lock; the returned state says which context called and goes back into release().
  [[gnu::always_inline]] [[nodiscard]] arch::IrqState acquire() CANE_ACQUIRE() CANE_NO_ANALYSIS {
    return arch::mask_interrupts();
  }

  [[gnu::always_inline]] void release(arch::IrqState before) CANE_RELEASE() CANE_NO_ANALYSIS {
    arch::restore_interrupts(before);
  }
};

inline constinit KernelLock kernel_lock;

// The lock held for a scope, for code that is not measured in single instructions. std::lock_guard would do the same,
// but clang's analysis cannot see through it.
class CANE_SCOPED KernelGuard {
 public:
  KernelGuard() CANE_ACQUIRE(kernel_lock) : before_{kernel_lock.acquire()} {}
  ~KernelGuard() CANE_RELEASE() { kernel_lock.release(before_); }
  KernelGuard(const KernelGuard&) = delete;
  KernelGuard& operator=(const KernelGuard&) = delete;

 private:
  arch::IrqState before_;
};

}  // namespace cane::detail
