#!/usr/bin/python3
"""scripts/test: everything that continuous integration runs, and one line at the end that says how it went.

Owns the order of the steps and the count. Every step has to show a test: one that ran nothing has failed, so that a suite
that vanished from the build is noticed. A step's failure never stops the steps behind it.
"""

import argparse
import os
import re
import subprocess
import sys
import time
import xml.etree.ElementTree as xml
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable, Optional


import project
from project import BOARD_TITLES, BOARDS, Problem, ROOT, build_directory, run_command

LIBRARY = Path(__file__).resolve().parent
CHECKS = LIBRARY / "checks"
SLOW_LABEL = "slow"  # Tests that --quick leaves out.
_CHECK_LINE = re.compile(r"^check (.+): (clean|failed)$", re.MULTILINE)


@dataclass
class Outcome:
    """What one step showed."""
    passed: int = 0
    failures: list[str] = field(default_factory=list)

    def add(self, name: str, is_good: bool) -> None:
        if is_good:
            self.passed += 1
        else:
            self.failures.append(name)


@dataclass(frozen=True)
class Step:
    title: str
    run: Callable[[], Outcome]


def outcome_of_junit(path: Path) -> Outcome:
    """The tests in CTest's report. A test that did not run, for whatever reason, has not passed."""
    outcome = Outcome()
    try:
        suite = xml.parse(path).getroot()
    except (OSError, xml.ParseError) as error:
        outcome.failures.append(f"CTest left no report: {error}")
        return outcome
    for case in suite.iter("testcase"):
        outcome.add(case.get("name", "?"), case.get("status") == "run")
    return outcome


def outcome_of_checks(text: str, status: int) -> Outcome:
    """The checks' own lines, and their exit status, which knows of failures that have no line."""
    outcome = Outcome()
    for name, verdict in _CHECK_LINE.findall(text):
        outcome.add(f"check {name}", verdict == "clean")
    if status != 0 and not outcome.failures:
        outcome.failures.append(f"the checks ended with status {status}")
    return outcome


def guarded(step: Step) -> Outcome:
    """The step's outcome; what stops it, and its having shown nothing, count as failures of it."""
    try:
        outcome = step.run()
    except Problem as problem:
        print(f"test: {problem}", file=sys.stderr)
        return Outcome(0, [f"{step.title}: {str(problem).splitlines()[0]}"])
    if outcome.passed == 0 and not outcome.failures:
        outcome.failures.append(f"{step.title}: ran no test")
    return outcome


def _run(command: list[str]) -> int:
    try:
        return subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL).returncode
    except OSError as error:
        raise Problem(f"cannot start {command[0]}: {error.strerror}") from None


def _run_checks() -> Outcome:
    command = CHECKS / "run-all"
    try:
        done = subprocess.run([str(command)], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace")
    except OSError as error:
        raise Problem(f"cannot start {command}: {error.strerror}") from None
    print(done.stdout, end="", flush=True)
    return outcome_of_checks(done.stdout, done.returncode)


def _build(preset: str) -> None:
    project.configure(preset)
    project.build(preset)


def _ctest(preset: str, is_quick: bool, only: Optional[str] = None) -> Outcome:
    report = build_directory(preset) / "tests.xml"
    report.unlink(missing_ok=True)
    command = ["ctest", "--preset", preset, "--parallel", str(os.cpu_count() or 1), "--output-junit", str(report)]
    if is_quick:
        command += ["--label-exclude", f"^{SLOW_LABEL}$"]
    if only is not None:
        command += ["--tests-regex", only]
    status = _run(command)
    outcome = outcome_of_junit(report)
    if status != 0 and not outcome.failures:
        outcome.failures.append(f"ctest --preset {preset} ended with status {status}")
    return outcome


def _build_and_test(preset: str, is_quick: bool) -> Outcome:
    _build(preset)
    return _ctest(preset, is_quick)


def _analyse() -> Outcome:
    """The build is a test: a lock that is not held where it must be does not compile. Then what only this compiler sees;
    the rest of its tests are the desk's once more."""
    _build("host-analysis")
    outcome = _ctest("host-analysis", False, only=r"^(analysis|refused)\.")
    outcome.passed += 1
    return outcome


def _try_scripts(board: str) -> Outcome:
    """The scripts a person types, as a person types them."""
    outcome = Outcome()
    for command in (["scripts/demo", "--board", board], ["scripts/gdb", "--board", board, "--batch", "abcd_case1"]):
        outcome.add(" ".join(command), _run(["/bin/bash", *command]) == 0)
    return outcome


def _board_steps(board: str, is_quick: bool) -> list[Step]:
    title = BOARD_TITLES[board]
    steps = [Step(f"{title}: build and tests in QEMU", lambda: _build_and_test(board, is_quick))]
    if not is_quick:
        steps.append(Step(f"{title}: demo and debugger", lambda: _try_scripts(board)))
    return steps


def steps_for(board: Optional[str], is_quick: bool) -> list[Step]:
    """The desk's tests include the checks of the tree, which a run for one board makes for itself: none counts twice."""
    steps = [Step("desk: build and tests", lambda: _build_and_test("host", is_quick)) if board in (None, "host")
             else Step("source tree", _run_checks)]
    if board in (None, "host") and not is_quick:
        steps.append(Step("desk: analysis of locks", _analyse))
    for name in BOARDS:
        if board in (None, name):
            steps += _board_steps(name, is_quick)
    return steps


def run_steps(steps: list[Step]) -> list[tuple[Step, Outcome, float]]:
    answer = []
    for number, step in enumerate(steps, 1):
        print(f"\n=== {number}/{len(steps)}  {step.title}", flush=True)
        start = time.monotonic()
        outcome = guarded(step)
        answer.append((step, outcome, time.monotonic() - start))
    return answer


def conclude(results: list[tuple[Step, Outcome, float]]) -> int:
    """The summary, every failure by name, and the line that counts, alone and last."""
    print("\n=== summary")
    for step, outcome, seconds in results:
        print(f"{step.title:<40} {outcome.passed:>5} passed {len(outcome.failures):>4} failed {seconds:>7.1f} s")
    failures = [name for _, outcome, _ in results for name in outcome.failures]
    for name in failures:
        print(f"failed: {name}")
    print(f"\n{sum(outcome.passed for _, outcome, _ in results)} passed, {len(failures)} failed", flush=True)
    return 1 if failures else 0


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/test", allow_abbrev=False,
        description="Runs all that continuous integration runs: checks of the tree, tests on the desk, the analysis of "
                    "locks, and the tests of both boards in QEMU. The last line is `N passed, N failed`.")
    parser.add_argument("--board", choices=("host", *BOARDS), help="only the checks of the tree and this board")
    parser.add_argument("--quick", action="store_true",
                        help=f"without the analysis of locks, demo and debugger, and the tests labelled {SLOW_LABEL}")
    options = parser.parse_args()
    return conclude(run_steps(steps_for(options.board, options.quick)))


if __name__ == "__main__":
    run_command("test", main)
