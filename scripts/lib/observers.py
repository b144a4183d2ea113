#!/usr/bin/python3
"""What the A/B/C/D demo must show, and whether three independent observers of one run agree that it did.

The observers: the kernel's counters, the kernel's event trace, and the pins as seen from outside the guest. Each is
compared with the numbers the demo stands for, not with another observer, so that a mistake they share is seen as well.
Owns those numbers. Never runs anything: text and pins in, differences out.
"""

import re
from dataclasses import dataclass
from typing import Callable, Optional, TypeVar

import event_trace
from project import Problem
from store_log import Pins

Seen = TypeVar("Seen")

# Counts over one cycle, from one relinquish of D to the next.
EXPECTED = {
    1: {"QS": 9, "QR": 9, "IR": 3, "IS": 3, "RO": 1, "CS": 4},
    2: {"QS": 9, "QR": 9, "IR": 9, "IS": 9, "RO": 1, "CS": 18},
    3: {"QS": 9, "QR": 9, "IR": 3, "IS": 3, "RO": 1, "CS": 4},
}
CASE_TITLES = {
    1: "A = B = C = D: the consumers run when D yields",
    2: "A, B, C above D: every message preempts D",
    3: "as case 2, D's preemption-threshold above A: no preemption until D yields",
}
_HEADER = re.compile(r"^abcd: board=(\w+) case=(\d+) message_bytes=(\d+) cycles=(\d+)$", re.MULTILINE)
_COUNTERS = re.compile(r"^abcd: counters switches=(\d+) per_cycle=(\d+\.\d+)$", re.MULTILINE)
_TRACE = re.compile(r"^abcd: trace ((?:[A-Z]{2}=\d+ ?)+)$", re.MULTILINE)
_INSTRUCTIONS = re.compile(r"^abcd: instructions_per_cycle=(\d+(?:\.\d+)?)$", re.MULTILINE)


@dataclass(frozen=True)
class Report:
    """What the demo said about itself."""
    board: str
    case: int
    message_bytes: int
    cycles: int
    switches: Optional[int]                  # None when the image keeps no statistics.
    trace_counts: Optional[dict[str, int]]   # None when it keeps no trace.
    instructions_per_cycle: Optional[float]  # Virtual nanoseconds, which are instructions at 1 ns each.


@dataclass(frozen=True)
class Observation:
    """One run as the three observers saw it. One that could not see leaves its reason and does not blind the others."""
    report: Optional[Report]
    trace_cycles: list[dict[str, int]]  # Event counts of every whole cycle in the dump, counted here.
    pins: Optional[Pins]
    blind: tuple[str, ...] = ()


def _only(pattern: re.Pattern, output: str, what: str) -> Optional[re.Match]:
    matches = list(pattern.finditer(output))
    if len(matches) > 1:
        raise Problem(f"the demo printed {len(matches)} lines of {what}, expected one")
    return matches[0] if matches else None


def read_report(output: str) -> Report:
    header = _only(_HEADER, output, "`abcd: board=`")
    if header is None:
        raise Problem("the demo printed no line `abcd: board=... case=... message_bytes=... cycles=...`")
    counters = _only(_COUNTERS, output, "`abcd: counters`")
    trace = _only(_TRACE, output, "`abcd: trace`")
    instructions = _only(_INSTRUCTIONS, output, "`abcd: instructions_per_cycle`")
    counts = None
    if trace:
        counts = {name: int(count) for name, count in (part.split("=") for part in trace.group(1).split())}
    return Report(header.group(1), int(header.group(2)), int(header.group(3)), int(header.group(4)),
                  int(counters.group(1)) if counters else None, counts,
                  float(instructions.group(1)) if instructions else None)


def observe(output: str, read_pins: Callable[[], Pins]) -> Observation:
    blind: list[str] = []

    def attempt(name: str, look: Callable[[], Seen]) -> Optional[Seen]:
        try:
            return look()
        except Problem as problem:
            blind.append(f"{name}: {problem}")
            return None

    report = attempt("report", lambda: read_report(output))
    cycles = attempt("trace", lambda: event_trace.cycles(event_trace.parse(output)))
    pins = attempt("pins", read_pins)
    return Observation(report, [cycle.counts() for cycle in cycles or []], pins, tuple(blind))


def differences(observation: Observation, board: str, case: int) -> list[str]:
    """All that is not as it must be; an empty list when the three observers agree with the demo's numbers."""
    report = observation.report
    if report is None:
        return list(observation.blind)
    if (report.board, report.case) != (board, case):
        return [f"the image says it is case {report.case} on {report.board}, expected case {case} on {board}"]
    if report.cycles == 0:
        return ["the image counted no cycle"]
    return (list(observation.blind) + _counter_differences(report, case) + _trace_differences(observation, report, case) +
            _pin_differences(observation.pins, report.cycles, case))


def _counter_differences(report: Report, case: int) -> list[str]:
    expected = EXPECTED[case]["CS"] * report.cycles
    if report.switches is None:
        return ["counters: the image printed none"]
    if report.switches != expected:
        return [f"counters: {report.switches} switches in {report.cycles} cycles, expected {expected}"]
    return []


def _trace_differences(observation: Observation, report: Report, case: int) -> list[str]:
    expected = EXPECTED[case]
    found = []
    if report.trace_counts != expected:
        found.append(f"trace: the image counts {_counts_text(report.trace_counts)}, "
                     f"expected {_counts_text(expected)}")
    if not observation.trace_cycles:
        found.append("trace: the dump holds no whole cycle")
    for counts in observation.trace_cycles:
        if counts != expected:
            found.append(f"trace: a cycle of the dump has {_counts_text(counts)}, expected {_counts_text(expected)}")
            break
    return found


def _counts_text(counts: Optional[dict[str, int]]) -> str:
    return " ".join(f"{name}={count}" for name, count in counts.items()) if counts else "nothing"


def _pin_differences(pins: Optional[Pins], cycles: int, case: int) -> list[str]:
    if pins is None:
        return ["pins: nothing was seen"]
    expected = EXPECTED[case]["CS"]
    edges = pins.edges_per_cycle()
    if len(edges) < cycles:
        return [f"pins: {len(edges)} whole cycles between marker pulses, the image counted {cycles}"]
    wrong = [(number, count) for number, count in enumerate(edges, 1) if count != expected]
    if wrong:
        number, count = wrong[0]
        return [f"pins: {len(wrong)} of {len(edges)} cycles have other than {expected} edges; cycle {number} has {count}"]
    return []
