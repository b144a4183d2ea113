#!/usr/bin/python3
"""The pins as seen from outside the guest: QEMU's log of stores to devices, replayed into levels, edges and cycles.

The switch level is GPIO 4 and GPIO 7, moved by one and the same store; GPIO 17 pulses at each relinquish of the producer.
Knows the GPIO block only as a probe would: nothing here comes from the kernel. Never guesses: a store that no pin of ours
would show on a board (a pin that is not an output, an address of another block) is a problem, not an edge.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Iterable, Optional

from project import Problem

GPIO_BASE = {"pi_zero": 0x20200000, "pi2": 0x3F200000}
GPIO_SIZE = 0xB4
SWITCH_PINS = (1 << 4) | (1 << 7)
MARKER_PIN = 1 << 17
_SET, _CLEAR = 0x1C, 0x28
_FUNCTION_SELECTS = range(0x00, 0x18, 4)  # Ten pins a word, three bits a pin.
_OUTPUT = 1
_STORE = re.compile(r"memory_region_ops_write .*addr 0x([0-9a-f]+) value 0x([0-9a-f]+) size (\d+) name '([^']*)'")


class StoreLogProblem(Problem):
    """The log does not show what pins of a board would show."""


@dataclass
class Pins:
    """The levels as the stores leave them, and what a probe counts."""
    levels: int = 0
    outputs: int = 0
    switch_edges: int = 0
    marker_edges: list[int] = field(default_factory=list)  # Switch edges seen when each pulse rose.

    def edges_per_cycle(self) -> list[int]:
        return [behind - before for before, behind in zip(self.marker_edges, self.marker_edges[1:])]


def read(path: Path, board: str) -> Pins:
    try:
        with open(path, encoding="utf-8", errors="replace") as log:
            return replay(log, board)
    except OSError as error:
        raise Problem(f"cannot read the store log {path}: {error.strerror}") from None


def replay(lines: Iterable[str], board: str) -> Pins:
    pins = Pins()
    base = GPIO_BASE[board]
    is_empty = True
    for number, line in enumerate(lines, 1):
        match = _STORE.search(line)
        if not match:
            continue
        address, value, size = int(match.group(1), 16), int(match.group(2), 16), int(match.group(3))
        is_gpio = "gpio" in match.group(4)
        if is_gpio != (base <= address < base + GPIO_SIZE):
            raise StoreLogProblem(f"line {number}: a store to {address:#x} by `{match.group(4)}`; "
                                  f"the GPIO block of {board} is at {base:#x}")
        if is_gpio:
            is_empty = False
            if problem := _store(pins, address - base, value, size):
                raise StoreLogProblem(f"line {number}: {problem}")
    if is_empty:
        raise StoreLogProblem("the log has no store to the GPIO block")
    return pins


def _store(pins: Pins, register: int, value: int, size: int) -> Optional[str]:
    if register in _FUNCTION_SELECTS:
        _select_functions(pins, register, value)
        return None
    if register not in (_SET, _CLEAR):
        return None
    if size != 4:
        return f"a store of {size} bytes; the block takes words only"
    before = pins.levels
    pins.levels = before | value if register == _SET else before & ~value
    return _count(pins, value, pins.levels ^ before)


def _count(pins: Pins, value: int, changed: int) -> Optional[str]:
    touched = value & SWITCH_PINS
    if touched not in (0, SWITCH_PINS):
        return f"a store of {value:#x} moves only one of the two switch pins, GPIO 4 and GPIO 7"
    if changed & (SWITCH_PINS | MARKER_PIN) & ~pins.outputs:
        return f"a store of {value:#x} moves a pin that is not an output: no probe would see it"
    if value == SWITCH_PINS and not changed and pins.switch_edges:
        return f"a store of {value:#x} leaves the switch level as it was: a switch that no probe would see"
    if changed & SWITCH_PINS:
        pins.switch_edges += 1
    if changed & pins.levels & MARKER_PIN:
        pins.marker_edges.append(pins.switch_edges)
    return None


def _select_functions(pins: Pins, register: int, value: int) -> None:
    first = register // 4 * 10
    for pin in range(first, first + 10):
        is_output = (value >> (pin - first) * 3) & 7 == _OUTPUT
        pins.outputs = pins.outputs | 1 << pin if is_output else pins.outputs & ~(1 << pin)
