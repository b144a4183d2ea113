// Random programs make the same run on the kernel as on the reference: the same results at the same times in the same
// order, with the same number of context switches. A program that does not is shrunk to a small one and printed.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <host_tests/models/program.hpp>

namespace cane::test {
namespace {

// Few priorities and few durations, so that equals and ties are common.
constexpr unsigned priorities = 5;
constexpr std::int64_t durations = 6;
constexpr std::int64_t unit = 100;

rc::Gen<HandlerCall> handler_call() {
  return rc::gen::construct<HandlerCall>(rc::gen::arbitrary<bool>(), rc::gen::inRange(0U, queues));
}

rc::Gen<std::int64_t> duration() {
  return rc::gen::map(rc::gen::inRange(std::int64_t{0}, durations), [](std::int64_t count) { return count * unit; });
}

rc::Gen<Operation> operation() {
  const auto action = rc::gen::map(rc::gen::inRange(0U, actions), [](unsigned number) { return Action(number); });
  const auto handler = rc::gen::mapcat(rc::gen::inRange(std::size_t{0}, std::size_t{4}), [](std::size_t calls) {
    return rc::gen::container<std::vector<HandlerCall>>(calls, handler_call());
  });
  return rc::gen::construct<Operation>(action, rc::gen::inRange(0U, queues), duration(), handler);
}

rc::Gen<Script> script() {
  return rc::gen::map(
      rc::gen::tuple(rc::gen::inRange(0U, priorities), rc::gen::inRange(0U, priorities), rc::gen::arbitrary<bool>(),
                     rc::gen::container<std::vector<Operation>>(operation())),
      [](std::tuple<unsigned, unsigned, bool, std::vector<Operation>> parts) {
        const auto& [priority, other, has_threshold, operations] = parts;
        return Script{priority, has_threshold ? std::min(priority, other) : priority, operations};
      });
}

rc::Gen<std::vector<DeviceEvent>> device() {
  const auto event = rc::gen::construct<DeviceEvent>(rc::gen::map(rc::gen::inRange(std::int64_t{1}, std::int64_t{30}),
                                                                  [](std::int64_t count) { return count * unit; }),
                                                     handler_call());
  return rc::gen::map(rc::gen::container<std::vector<DeviceEvent>>(event), [](std::vector<DeviceEvent> events) {
    if (events.size() > 20) events.resize(20);
    std::ranges::sort(events, {}, &DeviceEvent::time);
    return events;
  });
}

rc::Gen<Program> program() {
  const auto threads = rc::gen::mapcat(rc::gen::inRange(std::size_t{2}, std::size_t{7}), [](std::size_t count) {
    return rc::gen::container<std::vector<Script>>(count, script());
  });
  return rc::gen::construct<Program>(rc::gen::container<std::vector<unsigned>>(queues, rc::gen::inRange(1U, 4U)),
                                     threads, device());
}

std::string difference(const Record& kernel, const Record& reference) {
  const auto& seen = kernel.lines();
  const auto& right = reference.lines();
  std::size_t same = 0;
  while (same < seen.size() && same < right.size() && seen[same] == right[same]) ++same;
  std::string text = "after the same " + std::to_string(same) + " lines";
  for (std::size_t back = std::min<std::size_t>(same, 5); back > 0; --back)
    text += "\n    both:      " + seen[same - back];
  text += "\n    kernel:    " + (same < seen.size() ? seen[same] : "nothing");
  text += "\n    reference: " + (same < right.size() ? right[same] : "nothing");
  return text;
}

RC_GTEST_PROP(RandomProgram, RunsAsTheSpecificationSays, ()) {
  const Program chosen = *program();
  const Record kernel = run_on_kernel(chosen);
  const Record reference = run_on_reference(chosen);
  std::size_t operations = 0;
  for (const Script& script : chosen.threads) operations += script.operations.size();
  RC_CLASSIFY(operations >= 50, "50 operations or more");
  if (!(kernel == reference)) RC_FAIL(difference(kernel, reference));
}

}  // namespace
}  // namespace cane::test
