#!/usr/bin/python3
"""The comparison of the three observers refuses a wrong count by any one of them, and a log that no probe would see."""

import dataclasses
import unittest

from script_test import ScriptTest
from sample_run import SampleRun

import observers
import store_log
from project import Problem
from store_log import StoreLogProblem


def observation_of(run):
    return observers.observe(run.console(), lambda: store_log.replay(run.stores, run.board))


class Observers(ScriptTest):
    def assert_differs(self, observation, why, board="pi2", case=1):
        found = observers.differences(observation, board, case)
        self.assertTrue(any(why in line for line in found), f"`{why}` is not in {found}")

    def report_with(self, observation, **values):
        return dataclasses.replace(observation, report=dataclasses.replace(observation.report, **values))

    def test_agree_on_every_board_and_case(self):
        for board in ("pi_zero", "pi2"):
            for case in (1, 2, 3):
                observation = observation_of(SampleRun(board, case))
                self.assertEqual(observers.differences(observation, board, case), [])

    def test_refuse_a_wrong_counter(self):
        observation = observation_of(SampleRun())
        for switches, why in ((17, "17 switches in 4 cycles, expected 16"), (15, "15 switches"), (0, "0 switches")):
            self.assert_differs(self.report_with(observation, switches=switches), why)
        self.assert_differs(self.report_with(observation, switches=None), "counters: the image printed none")

    def test_refuse_wrong_counts_said_by_the_image(self):
        observation = observation_of(SampleRun())
        for kind in observers.EXPECTED[1]:
            counts = dict(observers.EXPECTED[1])
            counts[kind] += 1
            self.assert_differs(self.report_with(observation, trace_counts=counts), "trace: the image counts")
        self.assert_differs(self.report_with(observation, trace_counts=None), "the image counts nothing")

    def test_refuse_one_wrong_cycle_in_the_dump(self):
        observation = observation_of(SampleRun())
        wrong = [dict(observers.EXPECTED[1]), dict(observers.EXPECTED[1], QR=8)]
        self.assert_differs(dataclasses.replace(observation, trace_cycles=wrong), "a cycle of the dump has QS=9 QR=8")
        self.assert_differs(dataclasses.replace(observation, trace_cycles=[]), "no whole cycle")

    def test_refuse_one_edge_too_few_or_too_many_outside(self):
        run = SampleRun()
        observation = observation_of(run)
        for change in (-1, 1):
            pins = store_log.replay(run.stores, "pi2")
            pins.marker_edges[2] += change
            self.assert_differs(dataclasses.replace(observation, pins=pins), "edges; cycle 2 has")

    def test_refuse_fewer_cycles_outside_than_the_image_counted(self):
        observation = observation_of(SampleRun())
        self.assert_differs(self.report_with(observation, cycles=5, switches=20), "4 whole cycles between marker pulses")

    def test_refuse_another_case_another_board_and_no_cycle(self):
        observation = observation_of(SampleRun(case=2))
        self.assert_differs(observation, "says it is case 2 on pi2, expected case 1", case=1)
        self.assert_differs(observation, "expected case 2 on pi_zero", board="pi_zero", case=2)
        self.assert_differs(self.report_with(observation_of(SampleRun()), cycles=0), "no cycle")

    def test_do_not_blind_each_other(self):
        run = SampleRun()
        no_pins = observers.observe(run.console(), lambda: store_log.replay([], "pi2"))
        self.assert_differs(no_pins, "pins: the log has no store to the GPIO block")
        self.assertEqual((no_pins.report.switches, len(no_pins.trace_cycles)), (16, 3))
        no_trace = observers.observe(run.console().replace("trace: end\n", ""),
                                     lambda: store_log.replay(run.stores, "pi2"))
        self.assert_differs(no_trace, "trace: line")
        self.assertEqual(no_trace.pins.edges_per_cycle(), [4] * 4)
        silent = observers.observe("", lambda: store_log.replay(run.stores, "pi2"))
        self.assert_differs(silent, "report: the demo printed no line")

    def test_refuse_one_case_taken_for_another(self):
        cases = {case: observation_of(SampleRun(case=case)) for case in (1, 2)}
        swapped = dataclasses.replace(cases[2], report=dataclasses.replace(cases[2].report, case=1))
        found = observers.differences(swapped, "pi2", 1)
        self.assertEqual([line.split(":")[0] for line in found], ["counters", "trace", "trace", "pins"])


class Report(ScriptTest):
    def test_of_a_bare_image_has_instructions_and_nothing_else(self):
        report = observers.read_report("abcd: board=pi2 case=2 message_bytes=4 cycles=1000\n"
                                       "abcd: instructions_per_cycle=1204.57\n")
        self.assertEqual((report.message_bytes, report.instructions_per_cycle), (4, 1204.57))
        self.assertIsNone(report.switches)
        self.assertIsNone(report.trace_counts)

    def test_missing_or_twice_is_said(self):
        with self.assertRaisesRegex(Problem, "no line `abcd: board"):
            observers.read_report("cane: verdict pass\n")
        with self.assertRaisesRegex(Problem, "2 lines of `abcd: counters`"):
            observers.read_report(SampleRun().console() + "abcd: counters switches=1 per_cycle=1.00\n")


class StoreLog(ScriptTest):
    def setUp(self):
        super().setUp()
        self.run_ = SampleRun()

    def refuse(self, lines, why, board="pi2"):
        with self.assertRaisesRegex(StoreLogProblem, why):
            store_log.replay(lines, board)

    def replaced(self, old, new):
        lines = [line.replace(old, new) for line in self.run_.stores]
        self.assertNotEqual(lines, self.run_.stores)
        return lines

    def test_counts_edges_between_marker_pulses(self):
        self.assertEqual(store_log.replay(self.run_.stores, "pi2").edges_per_cycle(), [4, 4, 4, 4])
        self.assertEqual(store_log.replay(SampleRun(case=2).stores, "pi2").edges_per_cycle(), [18] * 4)

    def test_passes_over_other_blocks(self):
        uart = "1@1:memory_region_ops_write cpu 0 mr 0x1 addr 0x3f201000 value 0x41 size 4 name 'pl011'"
        self.assertEqual(store_log.replay([uart, *self.run_.stores, uart], "pi2").edges_per_cycle(), [4] * 4)

    def test_refuses_stores_that_are_not_of_the_gpio_block(self):
        self.refuse(self.replaced("bcm2835_gpio", "pl011"), "the GPIO block of pi2 is at")
        self.refuse(self.run_.stores, "GPIO block of pi_zero", board="pi_zero")
        self.refuse([], "no store to the GPIO block")
        self.refuse(["hello"], "no store to the GPIO block")

    def test_refuses_switch_pins_that_move_apart(self):
        self.refuse(self.replaced("value 0x90", "value 0x10"), "only one of the two switch pins")
        self.refuse(self.replaced("value 0x90", "value 0x80"), "only one of the two switch pins")

    def test_refuses_a_switch_that_leaves_the_level(self):
        # From the first falling edge on, every store to GPCLR0 becomes one to GPSET0.
        self.refuse([*self.run_.stores[:3], *(line.replace("0x3f200028", "0x3f20001c")
                                             for line in self.run_.stores[3:])], "leaves the switch level")

    def test_refuses_pins_that_are_not_outputs(self):
        self.refuse(self.run_.stores[3:], "not an output")
        self.refuse([line for line in self.run_.stores if "addr 0x3f200004" not in line], "not an output")

    def test_refuses_a_store_narrower_than_a_word(self):
        self.refuse(self.replaced("size 4", "size 1"), "words only")

    def test_reads_a_file_and_says_when_it_cannot(self):
        path = self.write("log", "\n".join(self.run_.stores))
        self.assertEqual(store_log.read(path, "pi2").edges_per_cycle(), [4] * 4)
        with self.assertRaisesRegex(Problem, "cannot read the store log"):
            store_log.read(self.directory / "absent", "pi2")


if __name__ == "__main__":
    unittest.main()
