#!/usr/bin/python3
"""A trace is read as it is or refused with the line that is wrong; cycles are cut where the producer relinquishes."""

import unittest

from script_test import ScriptTest
from sample_run import SampleRun

import event_trace
from event_trace import TraceProblem, parse
from observers import EXPECTED


def text_of(*events, announced=None, lost=0, end="trace: end\n"):
    lines = [f"trace: {event}\n" for event in events]
    count = len(events) if announced is None else announced
    return f"trace: begin frequency=1000000 events={count} lost={lost}\n" + "".join(lines) + end


class Parse(ScriptTest):
    def refuse(self, text, why):
        with self.assertRaisesRegex(TraceProblem, why):
            parse(text)

    def test_reads_events_between_other_output(self):
        trace = parse("hello\r\n" + text_of("5 CS worker two -", "7 QS worker two 0x1a", lost=3) + "bye\n")
        self.assertEqual((trace.frequency, trace.lost, len(trace.events)), (1000000, 3, 2))
        self.assertEqual(trace.events[1], event_trace.Event(7, "QS", "worker two", "0x1a"))

    def test_knows_who_runs_from_the_switches_and_before_them_from_who_acts(self):
        self.assertEqual(parse(text_of("1 IR A -", "1 QS D 0x1", "2 CS A -", "3 QR A 0x1")).runners(), ["D", "D", "D", "A"])
        self.assertEqual(parse(text_of("1 IR A -", "2 CS A -", "3 QR A 0x1")).runners(), [None, None, "A"])

    def test_refuses_what_is_no_trace(self):
        self.refuse("", "no trace in this text")
        self.refuse("QS D 0x1\n", "no trace in this text")
        self.refuse("trace: begin nonsense\ntrace: end\n", "does not begin")
        self.refuse(text_of("1 QS D hello"), "line 2 is no event")
        self.refuse(text_of("1 XX D -"), "line 2 is no event")
        self.refuse(text_of("1 CS D -") * 2, "2 traces")

    def test_refuses_a_trace_that_is_cut_off_or_short(self):
        self.refuse(text_of("1 CS D -", end=""), "cut off after 1 events")
        self.refuse(text_of("1 CS D -", announced=2), "announces 2 events and holds 1")
        self.refuse(text_of("1 CS D -", "2 QS D 0", end=""), "line 3 is no event")

    def test_refuses_time_that_goes_back_but_follows_a_counter_that_wraps(self):
        self.refuse(text_of("9 CS D -", "8 QS D 0x1"), "time goes back from 9")
        wrapped = parse(text_of("4294967290 CS D -", "10 QS D 0x1", "12 RO D -"))
        self.assertEqual([event.ticks for event in wrapped.events], [4294967290, 4294967306, 4294967308])

    def test_refuses_a_thread_that_acts_while_another_runs(self):
        self.refuse(text_of("1 CS D -", "2 QS A 0x1"), "A acts while D runs")
        self.refuse(text_of("1 QS D 0x1", "2 QS A 0x1"), "A acts while D runs")

    def test_refuses_a_switch_to_the_one_that_runs_or_to_one_that_waits(self):
        self.refuse(text_of("1 CS D -", "2 CS D -"), "to itself")
        self.refuse(text_of("1 CS A -", "2 IS A -", "3 CS D -", "4 CS A -"), "nobody resumed it")

    def test_refuses_a_suspended_thread_that_goes_on(self):
        self.refuse(text_of("1 CS A -", "2 IS A -", "3 QR A 0x1"), "after it suspended itself")

    def test_refuses_a_resume_of_the_one_that_runs(self):
        self.refuse(text_of("1 CS A -", "2 IR A -"), "while it runs")


class Cycles(ScriptTest):
    def test_have_the_counts_of_their_case(self):
        for case in (1, 2, 3):
            cycles = event_trace.cycles(parse(SampleRun(case=case).console()))
            self.assertEqual([cycle.counts() for cycle in cycles], [EXPECTED[case]] * 3)

    def test_end_with_the_relinquish_and_begin_behind_the_one_before(self):
        cycle = event_trace.last_cycle(parse(text_of("1 RO D -", "2 QS D 0x1", "5 RO D -", "6 QS D 0x1")))
        self.assertEqual([event.kind for event in cycle.events], ["QS", "RO"])
        self.assertEqual(cycle.start, 1)

    def test_are_the_producers_alone(self):
        trace = parse(text_of("1 RO D -", "2 CS A -", "3 RO A -", "4 CS D -", "5 RO D -"))
        self.assertEqual([cycle.counts()["RO"] for cycle in event_trace.cycles(trace)], [2])

    def test_are_missing_when_there_are_not_two_relinquishes(self):
        with self.assertRaisesRegex(TraceProblem, "no whole cycle"):
            event_trace.last_cycle(parse(text_of("1 RO D -", "2 QS D 0x1")))
        with self.assertRaisesRegex(TraceProblem, "no event"):
            event_trace.whole(parse(text_of()))

    def test_table_numbers_the_switches_and_counts_time_from_the_start(self):
        table = event_trace.table(event_trace.last_cycle(parse(text_of("10 RO D -", "12 CS A -", "13 CS D -", "15 RO D -"))))
        rows = [line.split() for line in table.splitlines()[1:]]
        self.assertEqual(rows[0], ["2.000", "CS", "context", "switch", "A", "switch", "1,", "from", "D"])
        self.assertEqual(rows[1][-4:], ["switch", "2,", "from", "A"])
        self.assertEqual(rows[2], ["5.000", "RO", "relinquish", "D"])


if __name__ == "__main__":
    unittest.main()
