#!/usr/bin/python3
"""The kernel's event trace as a run's console shows it: read, checked against its own rules, and cut into cycles.

    trace: begin frequency=62500000 events=54 lost=0
    trace: 1234567 QS D 0x0001a2b0
    trace: end

Owns the meaning of the six events. Never repairs a trace: one that breaks a rule is refused with the line that does.
"""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Optional, Sequence

from project import Problem

EVENT_TITLES = {
    "QS": "queue send",
    "QR": "queue receive",
    "IR": "internal resume",
    "IS": "internal suspend",
    "RO": "relinquish",
    "CS": "context switch",
}
_BEGIN = re.compile(r"^trace: begin frequency=(\d+) events=(\d+) lost=(\d+)$")
_EVENT = re.compile(r"^trace: (\d+) ([A-Z]{2}) (.*) (-|0x[0-9a-fA-F]+)$")
_COUNTER_RANGE = 1 << 32  # The ring keeps the low word of the counter.


class TraceProblem(Problem):
    """The text holds no trace, or one that breaks a rule."""


@dataclass(frozen=True)
class Event:
    ticks: int             # Of the counter, since boot.
    kind: str
    thread: str            # IR: the one resumed. CS: the one that runs next. Else the one that did it.
    obj: Optional[str]     # The address of the object, if there is one.


@dataclass(frozen=True)
class Trace:
    frequency: int
    lost: int
    events: tuple[Event, ...]

    def microseconds(self, ticks: int) -> float:
        return ticks * 1e6 / self.frequency

    def runners(self) -> list[Optional[str]]:
        """For each event the thread that runs when it happens; None while nothing shows it."""
        running = _first_runner(self.events)
        answer = []
        for event in self.events:
            answer.append(running)
            if event.kind == "CS":
                running = event.thread
        return answer


@dataclass(frozen=True)
class Cycle:
    """A stretch of a trace: what is behind one relinquish up to and with the next, or the whole trace."""
    trace: Trace
    first: int    # Index of the first event that counts.
    behind: int   # Index behind the last one.
    start: int    # Ticks where it begins: the relinquish before, or the first event.

    @property
    def events(self) -> tuple[Event, ...]:
        return self.trace.events[self.first:self.behind]

    def counts(self) -> dict[str, int]:
        counted = Counter(event.kind for event in self.events)
        return {kind: counted[kind] for kind in EVENT_TITLES}


def parse(text: str) -> Trace:
    """Reads the one trace in a console log; what else was printed is passed over."""
    lines = [line.strip() for line in text.splitlines()]
    begins = [number for number, line in enumerate(lines) if line.startswith("trace: begin")]
    if not begins:
        raise TraceProblem("there is no trace in this text: no line `trace: begin frequency=... events=... lost=...`")
    if len(begins) > 1:
        raise TraceProblem(f"there are {len(begins)} traces in this text; give it the log of one run")
    header = _BEGIN.match(lines[begins[0]])
    if not header or int(header.group(1)) == 0:
        raise TraceProblem(f"line {begins[0] + 1} does not begin a trace as it should: {lines[begins[0]]}")
    frequency, announced, lost = (int(value) for value in header.groups())
    events = _parse_events(lines, begins[0] + 1)
    if len(events) != announced:
        raise TraceProblem(f"the trace announces {announced} events and holds {len(events)}")
    _check(events)
    return Trace(frequency, lost, tuple(events))


def _parse_events(lines: list[str], first: int) -> list[Event]:
    events: list[Event] = []
    wraps = 0
    for number in range(first, len(lines)):
        if lines[number] == "trace: end":
            return events
        match = _EVENT.match(lines[number])
        if not match or match.group(2) not in EVENT_TITLES:
            raise TraceProblem(f"line {number + 1} is no event of a trace: `{lines[number]}`")
        ticks = int(match.group(1)) + wraps
        if events and events[-1].ticks - ticks > _COUNTER_RANGE // 2:
            wraps += _COUNTER_RANGE
            ticks += _COUNTER_RANGE
        obj = None if match.group(4) == "-" else match.group(4)
        events.append(Event(ticks, match.group(2), match.group(3), obj))
    raise TraceProblem(f"the trace is cut off after {len(events)} events: there is no line `trace: end`")


def _first_runner(events: Sequence[Event]) -> Optional[str]:
    """Who runs before the first switch: whoever acts there."""
    for event in events:
        if event.kind == "CS":
            return None
        if event.kind != "IR":
            return event.thread
    return None


def _check(events: list[Event]) -> None:
    """The rules: time does not go back; only the running thread acts; it stops at a switch; a suspended one is resumed."""
    running = _first_runner(events)
    blocked: set[str] = set()
    for number, event in enumerate(events):
        problem = _broken_rule(event, events[number - 1] if number else None, running, blocked)
        if problem:
            raise TraceProblem(f"event {number + 1} of the trace ({event.ticks} {event.kind} {event.thread}) "
                               f"breaks a rule: {problem}")
        if event.kind == "CS":
            running = event.thread
        elif event.kind == "IS":
            blocked.add(event.thread)
        elif event.kind == "IR":
            blocked.discard(event.thread)


def _broken_rule(event: Event, before: Optional[Event], running: Optional[str], blocked: set[str]) -> Optional[str]:
    if before and event.ticks < before.ticks:
        return f"time goes back from {before.ticks}"
    if event.kind == "IR":
        return f"{event.thread} is resumed while it runs" if event.thread == running and running not in blocked else None
    if event.kind == "CS":
        if event.thread == running:
            return f"a switch from {running} to itself"
        return f"{event.thread} runs though nobody resumed it" if event.thread in blocked else None
    if running is not None and event.thread != running:
        return f"{event.thread} acts while {running} runs"
    return f"{event.thread} acts after it suspended itself" if event.thread in blocked else None


def whole(trace: Trace) -> Cycle:
    if not trace.events:
        raise TraceProblem("the trace holds no event")
    return Cycle(trace, 0, len(trace.events), trace.events[0].ticks)


def cycles(trace: Trace) -> list[Cycle]:
    """Every whole cycle: from each relinquish of the thread that relinquished last to its next one."""
    relinquishes = [index for index, event in enumerate(trace.events) if event.kind == "RO"]
    if relinquishes:
        producer = trace.events[relinquishes[-1]].thread
        relinquishes = [index for index in relinquishes if trace.events[index].thread == producer]
    return [Cycle(trace, before + 1, index + 1, trace.events[before].ticks)
            for before, index in zip(relinquishes, relinquishes[1:])]


def last_cycle(trace: Trace) -> Cycle:
    found = cycles(trace)
    if not found:
        raise TraceProblem("the trace holds no whole cycle: it needs two relinquishes (RO) of the same thread; "
                           "--all shows it as it is")
    return found[-1]


def table(cycle: Cycle) -> str:
    """The events for a person: microseconds since the cycle began, event, thread, object; switches numbered."""
    lines = [f"{'µs':>10}  {'event':<21}  {'thread':<8}  object"]
    runners = cycle.trace.runners()
    switches = 0
    for index in range(cycle.first, cycle.behind):
        event = cycle.trace.events[index]
        thread = event.thread
        note = event.obj or ""
        if event.kind == "CS":
            switches += 1
            note = f"switch {switches}, from {runners[index] or '?'}"
        time = cycle.trace.microseconds(event.ticks - cycle.start)
        lines.append(f"{time:10.3f}  {event.kind} {EVENT_TITLES[event.kind]:<18}  {thread:<8}  {note}".rstrip())
    return "\n".join(lines)
