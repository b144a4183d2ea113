#!/usr/bin/python3
"""The picture shows who ran, was ready and waited; what it draws is what the trace says, and it is the same every time."""

import importlib.util
import unittest

from script_test import ScriptTest
from sample_run import SampleRun

import event_trace
import timeline
from project import Problem


def last_cycle(case):
    return event_trace.last_cycle(event_trace.parse(SampleRun(case=case).trace()))


def states(cycle, thread):
    merged = []
    for span in timeline.spans(cycle):
        if span.thread == thread and (not merged or merged[-1] != span.state):
            merged.append(span.state)
    return merged


class Spans(ScriptTest):
    def test_follow_a_consumer_through_case_one(self):
        self.assertEqual(states(last_cycle(1), "A"), ["ready", "runs", "leaves", "waits", "ready"])

    def test_follow_the_producer_through_preemptions(self):
        self.assertEqual(states(last_cycle(2), "D"), ["runs"] + ["ready", "runs"] * 9)
        self.assertEqual(states(last_cycle(3), "D"), ["runs", "ready", "runs"])

    def test_fill_every_lane_from_end_to_end(self):
        for case in (1, 2, 3):
            cycle = last_cycle(case)
            end = cycle.trace.microseconds(cycle.events[-1].ticks - cycle.start)
            for thread in "ABCD":
                lane = [span for span in timeline.spans(cycle) if span.thread == thread]
                self.assertEqual((lane[0].begin, lane[-1].end), (0.0, end))
                self.assertEqual([span.end for span in lane[:-1]], [span.begin for span in lane[1:]])

    def test_never_show_two_threads_running(self):
        running = sorted((span.begin, span.end) for span in timeline.spans(last_cycle(2))
                         if span.state in ("runs", "leaves"))
        self.assertTrue(all(before[1] <= behind[0] for before, behind in zip(running, running[1:])))

    def test_lanes_are_in_order_and_idle_is_last(self):
        trace = event_trace.parse("trace: begin frequency=1000000 events=3 lost=0\ntrace: 1 CS idle -\n"
                                  "trace: 2 CS worker -\ntrace: 3 CS main -\ntrace: end\n")
        self.assertEqual(timeline.threads_of(event_trace.whole(trace)), ["main", "worker", "idle"])


class Labels(ScriptTest):
    def test_never_lie_on_each_other_on_a_level(self):
        labels = timeline._Labels(10.0)
        placed = [labels.place(time, float("inf")) for time in (0, 1, 2, 3, 50, 51)]
        for level in {height for _, height in placed}:
            middles = [middle for middle, height in placed if height == level]
            self.assertTrue(all(behind - before >= 10.0 for before, behind in zip(middles, middles[1:])), placed)

    def test_stay_left_of_an_arrow_but_touch_their_own_event(self):
        self.assertEqual(timeline._Labels(10.0).place(100, 102)[0], 97.0)
        self.assertEqual(timeline._Labels(10.0).place(100, 100)[0], 95.0)
        self.assertEqual(timeline._Labels(10.0).place(100, 200)[0], 100.0)


@unittest.skipIf(importlib.util.find_spec("matplotlib") is None, "matplotlib is not installed")
class Draw(ScriptTest):
    def test_writes_both_files_and_the_same_svg_again(self):
        first = timeline.draw(last_cycle(2), "title", self.directory / "one")
        second = timeline.draw(last_cycle(2), "title", self.directory / "two")
        self.assertEqual([path.name for path in first], ["one.svg", "one.png"])
        self.assertEqual(first[0].read_bytes(), second[0].read_bytes())
        self.assertTrue(first[1].read_bytes().startswith(b"\x89PNG"))

    def test_differs_when_the_trace_does(self):
        first = timeline.draw(last_cycle(1), "title", self.directory / "one")
        second = timeline.draw(last_cycle(2), "title", self.directory / "two")
        self.assertNotEqual(first[0].read_bytes(), second[0].read_bytes())

    def test_says_when_it_cannot_write(self):
        with self.assertRaisesRegex(Problem, "cannot write the picture"):
            timeline.draw(last_cycle(1), "title", self.directory / "absent" / "one")


if __name__ == "__main__":
    unittest.main()
