// Entering and leaving the lists where threads wait. See wait_queue.hpp.

#include <sched/clock.hpp>
#include <sched/scheduler.hpp>
#include <sched/wait_queue.hpp>

namespace cane::sched {

using arch::IrqState;

namespace {

// The link that points at the group of `priority`, or at the place where such a group belongs.
ThreadControl** find_group(ThreadControl** link, ThreadControl::Level priority) {
  while (*link != nullptr && (*link)->priority < priority) link = &(*link)->next_group;
  return link;
}

[[gnu::always_inline]] inline void become_leader(ThreadControl& thread, ThreadControl** link, ThreadControl* next) {
  thread.next = &thread;
  thread.previous = &thread;
  thread.next_group = next;
  *link = &thread;
}

void insert_behind(ThreadControl& leader, ThreadControl& thread) {
  ThreadControl& last = *leader.previous;
  thread.next = &leader;
  thread.previous = &last;
  last.next = &thread;
  leader.previous = &thread;
}

void insert_among(WaitList& list, ThreadControl& thread) CANE_REQUIRES(kernel_lock) {
  ThreadControl** const link = find_group(&list.head, thread.priority);
  ThreadControl* const group = *link;
  if (group != nullptr && group->priority == thread.priority) return insert_behind(*group, thread);
  become_leader(thread, link, group);
}

[[gnu::noinline]] Status wait_among(WaitList& list, ThreadControl& self, IrqState before) CANE_RELEASE(kernel_lock) {
  insert_among(list, self);
  return run_next(before);
}

}  // namespace

void insert(WaitList& list, ThreadControl& thread) {
  if (list.head != nullptr) return insert_among(list, thread);
  become_leader(thread, &list.head, nullptr);
}

void remove(WaitList& list, ThreadControl& thread) {
  ThreadControl** const link = find_group(&list.head, thread.priority);
  ThreadControl* const equal = thread.next;
  if (equal == &thread) {
    *link = thread.next_group;
  } else {
    equal->previous = thread.previous;
    thread.previous->next = equal;
    if (*link == &thread) {
      equal->next_group = thread.next_group;
      *link = equal;
    }
  }
  // Those who wait to take have pulled the balance below zero, those who wait to give pushed it up.
  if (list.balance != 0) list.balance += list.balance < 0 ? 1 : -1;
}

Status wait(WaitList& list, IrqState before) {
  ThreadControl& self = *arch::current_thread();
  leave_ready(self);
  self.waits_in = &list;
  if (list.head != nullptr) [[unlikely]]
    return wait_among(list, self, before);
  become_leader(self, &list.head, nullptr);
  return run_next(before);
}

Status wait_until(WaitList& list, std::uint64_t deadline, IrqState before) {
  ThreadControl& self = *arch::current_thread();
  arm_timeout(self.timeout, deadline);
  const Status status = wait(list, before);
  self.context.wait_result = Status::ok;  // as it always is while a thread runs: see Context
  return status;
}

void sleep_until(std::uint64_t deadline, IrqState before) {
  ThreadControl& self = *arch::current_thread();
  arm_timeout(self.timeout, deadline);
  leave_ready(self);
  self.waits_in = nullptr;
  (void)run_next(before);
}

void time_out(ThreadControl& thread, IrqState before) {
  if (thread.waits_in != nullptr) {
    thread.context.wait_result = Status::timed_out;
    remove(*thread.waits_in, thread);
  }
  (void)make_ready(thread, before);
}

bool validate(const WaitList& list) {
  for (const ThreadControl* leader = list.head; leader != nullptr; leader = leader->next_group) {
    const ThreadControl* thread = leader;
    do {
      if (thread->state != ThreadState::waiting || thread->waits_in != &list) return false;
      if (thread->priority != leader->priority) return false;
      if (thread->next->previous != thread || thread->previous->next != thread) return false;
      thread = thread->next;
    } while (thread != leader);
    const ThreadControl* const next = leader->next_group;
    if (next != nullptr && next->priority <= leader->priority) return false;
  }
  return true;
}

}  // namespace cane::sched
