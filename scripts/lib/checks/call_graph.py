#!/usr/bin/python3
"""What the kernel can reach in a linked image: a walk over direct branches and calls from the kernel's own functions.

The kernel's functions are those that the linker took from objects of kernel/, arch/ and boards/, as the image's .map
says; without a map, those whose names are in the kernel's namespaces. The walk ends at main: what an application does is
its own affair. Calls through a pointer cannot be followed; they are counted.
"""

import pathlib
import re
from typing import Iterable, Iterator, NamedTuple

from disassembly import Function

KERNEL_NAMES = re.compile(r"cane::(sched|objects|trace|text|port|detail|arch|platform|bcm283x)::|cane_\w+$|_start$|vector")
KERNEL_OBJECT = re.compile(r"(^|/)(kernel|arch|boards)/\S*\.(o|obj)\)?$")   # or in an archive: libboard.a(gpio.obj)
APPLICATION = re.compile(r"main(\(|$)")
_VENEER = re.compile(r"__(.+)_veneer$")


class Reached(NamedTuple):
    function: Function
    path: tuple[str, ...]   # the names from a kernel function down to this one


def kernel_text(map_file: pathlib.Path) -> list[range]:
    """The addresses of code that came from objects of the kernel, the architecture and the boards."""
    # Sections that are not loaded are placed from 0 on, over everybody's addresses.
    pattern = re.compile(r"^ \.(?!debug|comment|ARM\.|note|gnu)\S+\s+0x([0-9a-f]+)\s+0x([0-9a-f]+)\s+(\S+)$", re.MULTILINE)
    pieces = pattern.findall(map_file.read_text(encoding="utf-8", errors="replace"))
    return [range(int(start, 16), int(start, 16) + int(size, 16)) for start, size, name in pieces
            if KERNEL_OBJECT.search(name) and int(size, 16)]


def roots(functions: list[Function], owned: list[range], extra: re.Pattern | None) -> list[Function]:
    """The kernel's functions, main excepted."""
    def is_root(function: Function) -> bool:
        if extra and extra.search(function.name):
            return True
        return any(function.address in piece for piece in owned) if owned else bool(KERNEL_NAMES.match(function.name))
    return [function for function in functions if is_root(function) and not APPLICATION.match(function.name)]


class CallGraph:
    def __init__(self, functions: list[Function]):
        self.functions = functions
        self._by_address = {instruction.address: function for function in functions
                            for instruction in function.instructions}
        self._by_name = {function.name: function for function in functions}
        self._next = dict(zip((function.address for function in functions), functions[1:]))
        self.unfollowed = 0

    def reach(self, start: Iterable[Function]) -> Iterator[Reached]:
        """Every function that can be reached, each once, breadth first: the paths are the shortest."""
        waiting = [Reached(function, (function.name,)) for function in start]
        seen = {reached.function.address for reached in waiting}
        while waiting:
            reached = waiting.pop(0)
            yield reached
            for callee in self._callees(reached.function):
                if callee.address not in seen and not APPLICATION.match(callee.name):
                    seen.add(callee.address)
                    waiting.append(Reached(callee, (*reached.path, callee.name)))

    def _callees(self, function: Function) -> Iterator[Function]:
        veneer = _VENEER.match(function.name)
        if veneer and veneer.group(1) in self._by_name:
            yield self._by_name[veneer.group(1)]
            return
        for instruction in function.instructions:
            target = instruction.branch_target()
            if target in self._by_address and self._by_address[target] is not function:
                yield self._by_address[target]
            self.unfollowed += instruction.is_indirect_branch()
        falls_through = function.instructions and not function.instructions[-1].never_continues()
        if falls_through and function.address in self._next:
            yield self._next[function.address]
