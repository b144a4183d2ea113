// The per-core blocks and their first state. The context that boots becomes the idle thread.

#include <sched/core.hpp>

namespace cane::sched {

constinit Core cores[config::cores]{};

void initialise_core() {
  detail::KernelGuard guard;
  Core& core = this_core();
  core.ready = ReadyQueue{};
  core.reschedule = 0;
  core.switches = 0;
  core.idle = ThreadControl{};
  core.idle.name = "idle";
  core.idle.level = core.idle.priority = core.idle.threshold = core.idle.base_priority = ReadyQueue::idle_level;
  core.idle.state = ThreadState::ready;
  core.ready.set_idle(core.idle);
  arch::set_current_thread(&core.idle);
  arch::initialise(core.arch, core.idle.context);
}

bool ReadyQueue::validate() const {
  for (unsigned level = 0; level < Priority::levels; ++level) {
    if (!map_.test(level)) continue;
    const ThreadControl* thread = heads_[level];
    do {
      if (thread->level != level || thread->state != ThreadState::ready) return false;
      if (thread->next->previous != thread || thread->previous->next != thread) return false;
      thread = thread->next;
    } while (thread != heads_[level]);
  }
  return heads_[idle_level] != nullptr && map_.first() <= idle_level;
}

}  // namespace cane::sched
