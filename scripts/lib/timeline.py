#!/usr/bin/python3
"""Draws a stretch of an event trace the way texts on context switching do: a lane for each thread, time to the right.

A bar is a thread that runs, a thin line one that is ready, a dotted one one that waits. Switches are numbered on a strip
of their own; sends, receives, suspends and relinquishes are labels on the lane of the thread that does them; a resume is an
arrow to the thread it makes ready. Owns the looks alone: what happened is decided by event_trace.py.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from event_trace import EVENT_TITLES, Cycle, Event
from project import Problem

# Okabe and Ito's colours, which people who see colours differently tell apart.
_PALETTE = ("#0072B2", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#E69F00", "#7A5195", "#4B6A00")
_IDLE_COLOUR = "#9AA0A6"
_INK, _FAINT, _LANE = "#20262E", "#8A929B", "#F4F6F8"
_LANE_HEIGHT = 1.0      # The distance between two lanes; the lengths below are in the same unit.
_BAR_BELOW, _BAR_ABOVE = -0.36, -0.06
_LABEL_LEVELS = (0.10, 0.25, 0.40)
_LABEL_INCHES = 0.225   # What a label of two letters takes in width.
_INCHES_AN_EVENT = 0.27
_LEAST_WIDTH, _GREATEST_WIDTH = 13.0, 60.0
_GREATEST_LABELLED = 260  # Above this many events labels would lie on each other.


@dataclass(frozen=True)
class Scale:
    """What is counted to the right: microseconds, or instructions where one takes a known time."""
    unit: str
    microseconds: float

    def of(self, microseconds: float) -> float:
        return microseconds / self.microseconds


MICROSECONDS = Scale("microseconds", 1.0)


def instructions(nanoseconds: int) -> Scale:
    """For a run of the emulator that takes so many nanoseconds of its own time for each instruction."""
    return Scale("instructions", nanoseconds / 1000)


@dataclass(frozen=True)
class Span:
    """A thread in one state, in microseconds since the stretch began."""
    thread: str
    state: str  # "runs", "leaves" (runs on, in the kernel, after it suspended itself), "ready" or "waits"
    begin: float
    end: float


def _initial_state(events: tuple[Event, ...], thread: str) -> str:
    """What a thread was in before the first event, told by the first event that shows it."""
    for event in events:
        if event.thread == thread:
            return {"IR": "waits", "CS": "ready"}.get(event.kind, "runs")
    return "ready"


def threads_of(cycle: Cycle) -> list[str]:
    """The lanes from top to bottom: by name, idle threads last."""
    names = {event.thread for event in cycle.events}
    names |= {name for name in cycle.trace.runners()[cycle.first:cycle.behind] if name}
    return sorted(names, key=lambda name: (name.lower().startswith("idle"), name))


def spans(cycle: Cycle) -> list[Span]:
    """The states of every thread over the stretch; the trace before it tells how each one begins."""
    trace, end = cycle.trace, cycle.events[-1].ticks
    answer = []
    for thread in threads_of(cycle):
        state, since = _initial_state(trace.events, thread), cycle.start
        for event in trace.events[:cycle.behind]:
            new = _next_state(state, event, thread)
            if new == state:
                continue
            if event.ticks > since:
                answer.append(Span(thread, state, trace.microseconds(since - cycle.start),
                                   trace.microseconds(event.ticks - cycle.start)))
            state, since = new, max(event.ticks, cycle.start)
        if end > since:
            answer.append(Span(thread, state, trace.microseconds(since - cycle.start),
                               trace.microseconds(end - cycle.start)))
    return answer


def _next_state(state: str, event: Event, thread: str) -> str:
    if event.kind == "CS":
        if event.thread == thread:
            return "runs"
        return {"runs": "ready", "leaves": "waits"}.get(state, state)
    if event.thread != thread:
        return state
    if event.kind == "IS":
        return "leaves"
    if event.kind == "IR":
        return "runs" if state == "leaves" else "ready"
    return state


class _Labels:
    """Places labels above the bars of one lane so that none lies on another."""

    def __init__(self, width: float):
        self._width = width
        self._ends = [float("-inf")] * len(_LABEL_LEVELS)

    def place(self, time: float, limit: float) -> tuple[float, float]:
        """Where the label's middle goes, in time and above the lane: as near as the labels before it allow, and left of
        the limit, where an arrow rises."""
        left = min(time - self._width / 2, max(limit, time) - self._width)
        for level, end in enumerate(self._ends):
            if left >= end:
                break
        else:
            level = min(range(len(self._ends)), key=lambda index: self._ends[index])
            left = self._ends[level]
        self._ends[level] = left + self._width
        return left + self._width / 2, _LABEL_LEVELS[level]


class _Picture:
    def __init__(self, cycle: Cycle, scale: Scale, pyplot):
        self.cycle = cycle
        self.scale = scale
        self.threads = threads_of(cycle)
        self.colours = self._choose_colours()
        self.length = max(self._time(cycle.events[-1].ticks), 1e-9)
        self.is_labelled = len(cycle.events) <= _GREATEST_LABELLED
        width = min(max(_INCHES_AN_EVENT * len(cycle.events) + 2.5, _LEAST_WIDTH), _GREATEST_WIDTH)
        self.figure, self.axes = pyplot.subplots(figsize=(width, 1.05 * len(self.threads) + 2.4))
        self.per_inch = self.length / (width - 1.6)

    def _time(self, ticks: int) -> float:
        return self.scale.of(self.cycle.trace.microseconds(ticks - self.cycle.start))

    def _choose_colours(self) -> dict[str, str]:
        busy = [name for name in self.threads if not name.lower().startswith("idle")]
        colours = {name: _PALETTE[index % len(_PALETTE)] for index, name in enumerate(busy)}
        return {name: colours.get(name, _IDLE_COLOUR) for name in self.threads}

    def lane(self, thread: str) -> float:
        return (len(self.threads) - 1 - self.threads.index(thread)) * _LANE_HEIGHT

    def strip(self) -> float:
        """The height of the strip where the switches are numbered."""
        return len(self.threads) * _LANE_HEIGHT - 0.24

    def draw_lanes(self) -> None:
        for thread in self.threads:
            middle = self.lane(thread)
            self.axes.axhspan(middle - 0.44, middle + 0.52, color=_LANE, zorder=0, linewidth=0)
            self.axes.annotate(thread, (0, middle + (_BAR_BELOW + _BAR_ABOVE) / 2), xytext=(-14, 0), textcoords="offset points",
                               ha="right", va="center", fontsize=15, fontweight="bold", color=self.colours[thread])

    def draw_spans(self) -> None:
        for span in spans(self.cycle):
            middle, colour = self.lane(span.thread), self.colours[span.thread]
            centre = middle + (_BAR_BELOW + _BAR_ABOVE) / 2
            begin, end = self.scale.of(span.begin), self.scale.of(span.end)
            if span.state in ("runs", "leaves"):
                self.axes.broken_barh([(begin, end - begin)],
                                      (middle + _BAR_BELOW, _BAR_ABOVE - _BAR_BELOW), facecolor=colour, linewidth=0,
                                      zorder=4)
            elif span.state == "ready":
                self.axes.plot([begin, end], [centre] * 2, color=colour, linewidth=2.4, alpha=0.55, zorder=3,
                               solid_capstyle="butt")
            else:
                self.axes.plot([begin, end], [centre] * 2, color=_FAINT, linewidth=1.0, zorder=2,
                               linestyle=(0, (1, 3)))

    def draw_switches(self) -> None:
        runners, number = self.cycle.trace.runners(), 0
        for index in range(self.cycle.first, self.cycle.behind):
            event = self.cycle.trace.events[index]
            if event.kind == "CS":
                number += 1
                self._draw_switch(self._time(event.ticks), number, runners[index], event.thread)

    def _draw_switch(self, time: float, number: int, before: Optional[str], behind: str) -> None:
        ends = [self.lane(name) + (_BAR_BELOW + _BAR_ABOVE) / 2 for name in (before or behind, behind)]
        self.axes.plot([time, time], [max(ends), self.strip()], color=_FAINT, linewidth=0.7, linestyle=(0, (3, 3)), zorder=1)
        self.axes.plot([time, time], ends, color=_INK, linewidth=1.5, zorder=5, solid_capstyle="round")
        if self.is_labelled:
            self.axes.text(time, self.strip(), str(number), ha="center", va="center", fontsize=8, color="white",
                           fontweight="bold", zorder=7, bbox={"boxstyle": "circle,pad=0.25", "facecolor": _INK,
                                                              "edgecolor": "white", "linewidth": 0.6})

    def draw_events(self) -> None:
        labels = {name: _Labels(_LABEL_INCHES * self.per_inch) for name in self.threads}
        runners = self.cycle.trace.runners()
        for index in range(self.cycle.first, self.cycle.behind):
            event = self.cycle.trace.events[index]
            if event.kind == "IR":
                self._draw_resume(event, runners[index])
            if event.kind != "CS" and self.is_labelled:
                self._draw_label(event, labels[event.thread], self._next_arrow(index))

    def _next_arrow(self, index: int) -> float:
        """When an arrow leaves the lane right behind this event, as a send does that resumes its receiver."""
        events = self.cycle.trace.events
        if index + 1 < self.cycle.behind and events[index + 1].kind == "IR" and events[index].kind != "IR":
            return self._time(events[index + 1].ticks)
        return float("inf")

    def _draw_label(self, event: Event, labels: _Labels, limit: float) -> None:
        time, middle = self._time(event.ticks), self.lane(event.thread)
        place, above = labels.place(time, limit)
        is_resume = event.kind == "IR"
        foot = middle + (_BAR_BELOW + _BAR_ABOVE) / 2 if is_resume else middle + _BAR_ABOVE
        self.axes.plot([time, place], [foot, middle + above - 0.06], color=self.colours[event.thread], linewidth=0.8, zorder=3)
        weight = "bold" if event.kind in ("RO", "IS") else "normal"
        self.axes.text(place, middle + above, event.kind, ha="center", va="center", fontsize=8, fontweight=weight,
                       color=self.colours[event.thread] if is_resume else _INK, zorder=6)

    def _draw_resume(self, event: Event, by: Optional[str]) -> None:
        if by is None or by == event.thread:
            return
        time = self._time(event.ticks)
        target, source = self.lane(event.thread), self.lane(by)
        head = target + (_BAR_BELOW + _BAR_ABOVE) / 2
        foot = source + (_BAR_ABOVE if target > source else _BAR_BELOW)
        self.axes.annotate("", xy=(time, head), xytext=(time, foot), zorder=5,
                           arrowprops={"arrowstyle": "-|>", "color": self.colours[event.thread], "linewidth": 1.2,
                                       "linestyle": (0, (4, 2)), "shrinkA": 0, "shrinkB": 0})

    def draw_frame(self, title: str) -> None:
        counts = self.cycle.counts()
        summary = "   ".join(f"{counts[kind]} {kind} {EVENT_TITLES[kind]}" for kind in EVENT_TITLES)
        self.axes.set_title(title, loc="left", fontsize=14, fontweight="bold", color=_INK, pad=26)
        self.axes.annotate(summary, (0, 1), xycoords="axes fraction", xytext=(0, 9), textcoords="offset points",
                           fontsize=10, color=_FAINT)
        self.axes.annotate("switch", (0, self.strip()), xytext=(-14, 0), textcoords="offset points", ha="right",
                           va="center", fontsize=9, color=_FAINT)
        self.axes.set_xlim(-0.004 * self.length, self.length * 1.012)
        self.axes.set_ylim(-0.52, self.strip() + 0.25)
        self.axes.set_yticks([])
        self.axes.set_xlabel(f"{self.scale.unit}   (bar: runs,  line: ready,  dots: waits)", fontsize=10, color=_INK)
        self.axes.tick_params(axis="x", labelsize=9, colors=_INK)
        for side in ("top", "left", "right"):
            self.axes.spines[side].set_visible(False)
        self.axes.spines["bottom"].set_color(_FAINT)


def draw(cycle: Cycle, title: str, stem: Path, scale: Scale = MICROSECONDS) -> list[Path]:
    """Writes <stem>.svg and <stem>.png; the same trace gives the same files."""
    try:
        import matplotlib
    except ImportError:
        raise Problem("drawing needs matplotlib for /usr/bin/python3; install it (on Debian: "
                      "apt-get install python3-matplotlib)") from None
    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "cane"
    from matplotlib import pyplot

    picture = _Picture(cycle, scale, pyplot)
    picture.draw_lanes()
    picture.draw_spans()
    picture.draw_switches()
    picture.draw_events()
    picture.draw_frame(title)
    return _write(picture.figure, stem, pyplot)


def _write(figure, stem: Path, pyplot) -> list[Path]:
    files = [stem.with_name(stem.name + ".svg"), stem.with_name(stem.name + ".png")]
    try:
        figure.savefig(files[0], bbox_inches="tight", metadata={"Date": None})
        figure.savefig(files[1], bbox_inches="tight", dpi=120)
    except OSError as error:
        raise Problem(f"cannot write the picture {stem}: {error.strerror}") from None
    finally:
        pyplot.close(figure)
    return files
