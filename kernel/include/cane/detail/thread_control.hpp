#pragma once
// What the kernel knows about one thread. All zero until it starts. Owned by the scheduler; objects and applications hold
// it inside cane::Thread and never look in.
//
//                 start            dispatched
//   (zero) idle ────────► ready ◄────────────► running
//                           ▲                   │   │
//                 woken,    │                   │   └──► finished ──(joined)──► idle
//                 timed out └──── waiting ◄─────┘
//
// The running thread stays in the ready queue, at the head of its level: preemption then moves nothing.

#include <arch/context.hpp>
#include <cane/detail/wait_list.hpp>
#include <cane/priority.hpp>
#include <cane_annotations.hpp>
#include <cstddef>
#include <cstdint>

namespace cane {

enum class ThreadState : std::uint8_t { idle, ready, waiting, finished };

namespace detail {
// A deadline in the timeout store. Embedded in every thread; index 0 says "not armed".
struct TimeoutNode {
  std::uint64_t deadline;  // counter ticks
  std::uint32_t sequence;  // arming order, which breaks ties
  std::uint32_t index;     // place in the heap, 1 is the earliest
};
}  // namespace detail

class ThreadControl {
 public:
  using Level = std::conditional_t<(Priority::levels < 256), std::uint8_t, std::uint16_t>;

  arch::Context context;  // must be first: switch.S

  // One pair of links: a thread stands in one ready level or in one group of a wait queue, never in both.
  ThreadControl* next;
  ThreadControl* previous;
  ThreadControl* next_group;  // in a wait queue, of a group's leader: the leader of the next less urgent group

  Level level;     // the ready level it stands at: its priority, or its threshold while preempted with a claim
  Level priority;  // what it competes with
  // What others must be above to preempt it; equals priority when it has none.
  Level threshold CANE_GUARDED_BY(detail::kernel_lock);
  Level base_priority;  // what the application gave it
  ThreadState state;

  detail::WaitList* waits_in;  // where it waits; null when it only sleeps
  void* wait_data;             // the object's: where a message goes to or comes from
  detail::TimeoutNode timeout;

  const char* name;
  detail::WaitList joiners;
};
static_assert(offsetof(ThreadControl, context) == 0);
static_assert(sizeof(ThreadControl) <= 128 || sizeof(void*) > 4, "a thread costs at most 128 bytes");

}  // namespace cane
