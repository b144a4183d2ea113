#!/usr/bin/python3
"""scripts/test counts what ran: nothing that did not run, vanished or could not be built may look like a pass."""

import contextlib
import io
import unittest

from script_test import ScriptTest

import test_command
from project import Problem
from test_command import Outcome, Step

JUNIT = """<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="x" tests="{count}">{cases}</testsuite>
"""


class Junit(ScriptTest):
    def outcome(self, *statuses):
        cases = "".join(f'<testcase name="t{number}" status="{status}"/>' for number, status in enumerate(statuses))
        return test_command.outcome_of_junit(
            self.write("tests.xml", JUNIT.format(count=len(statuses), cases=cases)))

    def test_counts_only_what_ran_and_did_not_fail(self):
        outcome = self.outcome("run", "fail", "run", "notrun", "disabled")
        self.assertEqual((outcome.passed, outcome.failures), (2, ["t1", "t3", "t4"]))

    def test_a_missing_or_broken_report_is_a_failure(self):
        missing = test_command.outcome_of_junit(self.directory / "absent.xml")
        broken = test_command.outcome_of_junit(self.write("broken.xml", "<testsuite>"))
        for outcome in (missing, broken):
            self.assertEqual((outcome.passed, len(outcome.failures)), (0, 1))


class Checks(ScriptTest):
    def test_are_counted_by_their_lines(self):
        outcome = test_command.outcome_of_checks("a.cpp:1: bad\ncheck layers: failed\ncheck format: clean\n", 1)
        self.assertEqual((outcome.passed, outcome.failures), (1, ["check layers"]))

    def test_fail_by_their_exit_status_too(self):
        outcome = test_command.outcome_of_checks("check format: clean\n", 2)
        self.assertEqual((outcome.passed, outcome.failures), (1, ["the checks ended with status 2"]))


class Steps(ScriptTest):
    def guarded(self, run):
        with contextlib.redirect_stderr(io.StringIO()):
            return test_command.guarded(Step("step", run))

    def test_one_that_ran_nothing_has_failed(self):
        self.assertEqual(self.guarded(Outcome).failures, ["step: ran no test"])

    def test_one_that_could_not_be_built_has_failed(self):
        def run():
            raise Problem("could not build pi2: why\nmore")
        self.assertEqual(self.guarded(run).failures, ["step: could not build pi2: why"])

    def test_one_that_ran_tests_is_left_alone(self):
        outcome = self.guarded(lambda: Outcome(3, ["x"]))
        self.assertEqual((outcome.passed, outcome.failures), (3, ["x"]))

    def test_every_board_and_the_desk_are_in_the_whole_run(self):
        titles = " ".join(step.title for step in test_command.steps_for(None, False))
        for word in ("desk: build", "analysis", "Pi Zero: build", "Pi Zero: demo", "Pi 2: build", "Pi 2: demo"):
            self.assertIn(word, titles)

    def test_the_tree_is_checked_once_in_every_run(self):
        for board in (None, "host", "pi_zero", "pi2"):
            titles = [step.title for step in test_command.steps_for(board, True)]
            self.assertEqual(sum(title in ("source tree", "desk: build and tests") for title in titles), 1, titles)

    def test_a_board_alone_leaves_the_others_out(self):
        titles = " ".join(step.title for step in test_command.steps_for("pi2", False))
        self.assertIn("Pi 2", titles)
        self.assertNotIn("Zero", titles)
        self.assertNotIn("desk", titles)


class Conclusion(ScriptTest):
    def conclude(self, *outcomes):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            status = test_command.conclude([(Step(f"s{n}", Outcome), outcome, 1.0) for n, outcome in enumerate(outcomes)])
        return status, output.getvalue().splitlines()

    def test_ends_with_the_total_alone_on_its_line(self):
        self.assertEqual(self.conclude(Outcome(2), Outcome(3))[1][-1], "5 passed, 0 failed")
        self.assertEqual(self.conclude(Outcome(2), Outcome(3))[0], 0)

    def test_names_failures_and_is_not_good(self):
        status, lines = self.conclude(Outcome(2), Outcome(0, ["Pi.Boots"]))
        self.assertEqual((status, lines[-1]), (1, "2 passed, 1 failed"))
        self.assertIn("failed: Pi.Boots", lines)


if __name__ == "__main__":
    unittest.main()
