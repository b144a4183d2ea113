#pragma once
// Who is ready: a map with one bit a level and, for each level, a ring of threads in the order they will run. Finding the
// most urgent thread is one find-first-set; nothing here looks at more than two threads. Knows nothing of why.
//
// The level behind the last one belongs to the idle thread alone: it is what an empty map finds, so that "nobody is
// ready" needs no test and idling needs no insertion.

#include <bit>
#include <cane/detail/thread_control.hpp>
#include <cstdint>

namespace cane::sched {

// One bit a level, up to 32 levels: a word.
template <unsigned Levels, bool one_word = (Levels <= 32)>
class ReadyMap {
 public:
  static constexpr std::uint32_t bit_of(unsigned level) { return 0x8000'0000u >> level; }

  void set(unsigned level) { word_ |= bit_of(level); }
  void clear(unsigned level) { word_ &= ~bit_of(level); }
  [[nodiscard]] bool test(unsigned level) const { return (word_ & bit_of(level)) != 0; }
  // The most urgent level set, or `Levels` when none is.
  [[nodiscard]] unsigned first() const {
    if constexpr (Levels == 32) {
      return static_cast<unsigned>(std::countl_zero(word_));
    } else {
      return word_ == 0 ? Levels : static_cast<unsigned>(std::countl_zero(word_));
    }
  }

 private:
  std::uint32_t word_ = 0;
};

// Up to 1,024 levels: a word of words.
template <unsigned Levels>
class ReadyMap<Levels, false> {
 public:
  void set(unsigned level) {
    words_[level / 32].set(level % 32);
    summary_.set(level / 32);
  }
  void clear(unsigned level) {
    words_[level / 32].clear(level % 32);
    if (words_[level / 32].first() == 32) summary_.clear(level / 32);
  }
  [[nodiscard]] bool test(unsigned level) const { return words_[level / 32].test(level % 32); }
  [[nodiscard]] unsigned first() const {
    const unsigned word = summary_.first();
    return word == 32 ? Levels : word * 32 + words_[word].first();
  }

 private:
  ReadyMap<32> summary_;
  ReadyMap<32> words_[(Levels + 31) / 32];
};

class ReadyQueue {
 public:
  static constexpr unsigned idle_level = Priority::levels;

  void set_idle(ThreadControl& idle) {
    heads_[idle_level] = &idle;
    idle.next = idle.previous = &idle;
  }

  // The thread that should run.
  [[nodiscard]] ThreadControl& first() const { return *heads_[map_.first()]; }

  // Behind its equals.
  [[gnu::always_inline]] void insert_last(ThreadControl& thread) {
    if (map_.test(thread.level)) [[unlikely]]
      return insert_behind(thread);
    insert_alone(thread);
  }

  // Before its equals: a preempted thread keeps its turn.
  void insert_first(ThreadControl& thread) {
    insert_last(thread);
    heads_[thread.level] = &thread;
  }

  // When the caller knows that the level is empty.
  [[gnu::always_inline]] void insert_alone(ThreadControl& thread) {
    map_.set(thread.level);
    heads_[thread.level] = &thread;
    thread.next = &thread;
    thread.previous = &thread;
  }

  // The running thread is the head of its level: taking it out never searches.
  [[gnu::always_inline]] void remove_running(ThreadControl& thread) {
    if (is_alone(thread)) [[likely]]
      return map_.clear(thread.level);
    remove_head(thread);
  }

  // Any ready thread.
  void remove(ThreadControl& thread) {
    if (is_alone(thread)) return map_.clear(thread.level);
    unlink(thread);
    if (heads_[thread.level] == &thread) heads_[thread.level] = thread.next;
  }

  // The head of a level goes behind its equals.
  [[gnu::always_inline]] void rotate(ThreadControl& head) { heads_[head.level] = head.next; }

  [[nodiscard]] static bool is_alone(const ThreadControl& thread) { return thread.next == &thread; }

  // True when the rings, the map and the levels agree. For tests: it visits every ready thread.
  [[nodiscard]] bool validate() const;

 private:
  static void unlink(ThreadControl& thread) {
    thread.next->previous = thread.previous;
    thread.previous->next = thread.next;
  }

  void insert_behind(ThreadControl& thread) {
    ThreadControl& head = *heads_[thread.level];
    ThreadControl& last = *head.previous;
    thread.next = &head;
    thread.previous = &last;
    last.next = &thread;
    head.previous = &thread;
  }

  void remove_head(ThreadControl& thread) {
    heads_[thread.level] = thread.next;
    unlink(thread);
  }

  ThreadControl* heads_[Priority::levels + 1] = {};
  ReadyMap<Priority::levels> map_;
};

}  // namespace cane::sched
