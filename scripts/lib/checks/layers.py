#!/usr/bin/python3
"""Who may include whom. Reads every #include of the tree, quoted or in angle brackets, and holds it against the table
MAY_INCLUDE below, which is the layers of the tree as a program. Headers outside the project are free.

An inline header on a hot path may cross layers when it says so in its first 15 lines, naming each header and why:
    // Crosses layers: <platform/pins.hpp>, because the pin is flipped inside the switch.
A name there that is not needed is refused too, so that the list stays true. Source files may never cross.
"""

import fnmatch
import pathlib
import re
from typing import Iterator, NamedTuple

import source_tree
from finding import Finding, tree_check

# Where include names start, the longest first: kernel/include/cane/time.hpp is called <cane/time.hpp>.
INCLUDE_ROOTS = ("kernel/annotations/*/", "kernel/include/", "kernel/", "arch/*/*/include/", "arch/*/include/",
                 "boards/*/include/")
PROJECT = ("cane/*", "cane_config.hpp", "cane_annotations.hpp", "sched/*", "objects/*", "trace/*", "text/*", "port/*",
           "compat/*", "arch/*", "platform/*", "board.hpp", "bcm283x/*", "demo/*", "host_tests/*")

CONFIGURATION = ["cane_config.hpp", "cane_annotations.hpp"]
PUBLIC = ["cane/*", "!cane/detail/*"]
KERNEL = ["cane/*", "sched/*", "objects/*", "trace/*", "text/*", "port/*", "arch/*", "platform/*", *CONFIGURATION]

# layer: (the files in it, what they may include besides their own layer's files, the same in words)
MAY_INCLUDE = {
    "the public headers": (["kernel/include/*", "kernel/annotations/*", "kernel/cane_config.hpp.in"],
                           ["cane/*", "arch/context.hpp", "arch/cpu.hpp", *CONFIGURATION],
                           "public headers, arch/context.hpp and arch/cpu.hpp"),
    # The contracts see the headers they are contracts about: their concepts check them.
    "port": (["kernel/port/*"],
             ["port/*", "cane/*", "arch/context.hpp", "arch/cpu.hpp", "platform/platform.hpp", "platform/pins.hpp",
              *CONFIGURATION], "cane, and the processor's and board's headers that the contracts describe"),
    "text": (["kernel/text/*"], ["text/*", "cane/*", *CONFIGURATION], "cane"),
    "trace": (["kernel/trace/*"], ["trace/*", "cane/*", "port/*", "arch/*", *CONFIGURATION], "cane, port and arch"),
    "sched": (["kernel/sched/*"], ["sched/*", "cane/*", "port/*", "trace/*", "arch/*", *CONFIGURATION],
              "cane, port, trace and arch"),
    "objects": (["kernel/objects/*"], ["objects/*", "cane/*", "sched/*", "trace/*", *CONFIGURATION],
                "cane, sched and trace"),
    "compat": (["kernel/compat/*"], ["compat/*", *PUBLIC], "public cane headers"),
    "the top of the kernel": (["kernel/*"], KERNEL, "the kernel, arch and platform"),
    "arch": (["arch/*"], ["arch/*", "port/upcalls.hpp", "cane/check.hpp"],
             "its own arch, port/upcalls.hpp and cane/check.hpp"),
    "the shared drivers": (["boards/bcm283x/*"],
                           ["bcm283x/*", *PUBLIC, "port/*", "arch/cpu.hpp", "arch/barrier.hpp", *CONFIGURATION],
                           "public cane headers, port, arch/cpu.hpp and arch/barrier.hpp"),
    "a board": (["boards/*"], ["platform/*", "board.hpp", "bcm283x/*", *PUBLIC, "port/*", "arch/*", *CONFIGURATION],
                "bcm283x, public cane headers, port and arch"),
    "demo": (["demo/*"], [*PUBLIC, "board.hpp", "bcm283x/*"], "public cane headers, <board.hpp> and bcm283x"),
    "host_tests": (["host_tests/*"], ["*", "!demo/*"], "everything but demo"),
    "scripts": (["scripts/*"], [], "nothing of the project"),
}

INCLUDE = re.compile(r"^[ \t]*#[ \t]*include[ \t]*([<\"])([^>\"\n]+)[>\"]")
CROSSING = re.compile(r"//\s*Crosses layers:(.*)")


Headers = dict[str, set[str]]   # include name: the layers that have a header of that name


class Include(NamedTuple):
    line: int
    name: str


def layer_of(name: str) -> str | None:
    return next((layer for layer, (files, _, _) in MAY_INCLUDE.items() if _matches(name, files)), None)


def _matches(name: str, patterns: list[str] | tuple[str, ...]) -> bool:
    """Whether one of the patterns allows the name and none that starts with `!` takes it back."""
    allowed = any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns if not pattern.startswith("!"))
    denied = any(fnmatch.fnmatchcase(name, pattern[1:]) for pattern in patterns if pattern.startswith("!"))
    return allowed and not denied


def _include_name(path: str) -> str:
    """The name under which the table knows a file of the tree."""
    parts = path.split("/")
    for root in INCLUDE_ROOTS:
        depth = root.count("/")
        if len(parts) > depth and fnmatch.fnmatchcase("/".join(parts[:depth]) + "/", root):
            return "/".join(parts[depth:])
    return path


def _includes(tree: pathlib.Path, file: str) -> Iterator[Include]:
    """What a file includes, except its neighbours in the same folder: those are of its own layer."""
    folder = pathlib.PurePosixPath(file).parent
    for number, text in enumerate(source_tree.read(tree, file).splitlines(), 1):
        match = INCLUDE.match(text)
        if not match:
            continue
        quote, name = match.groups()
        is_neighbour = quote == '"' and ".." not in name.split("/") and (tree / folder / name).is_file()
        if not is_neighbour:
            yield Include(number, name)


def _crossings(tree: pathlib.Path, file: str) -> dict[str, int]:
    """The headers that a header says it crosses layers for, with the line that says so."""
    crossings = {}
    lines = source_tree.read(tree, file).splitlines()[:15]
    for number, text in enumerate(lines, 1):
        match = CROSSING.match(text.strip())
        if not match:
            continue
        paragraph = match.group(1)
        for following in lines[number:]:
            if not re.match(r"\s*//\s*\S", following):
                break
            paragraph += following
        for name in re.findall(r"<([^>]+)>", paragraph):
            crossings[name] = number
    return crossings


def _problem(file: str, include: Include, headers: Headers) -> str | None:
    if ".." in include.name.split("/"):
        return f"includes \"{include.name}\" by a path upwards; name it from its include folder"
    layer = layer_of(file)
    if layer in headers.get(include.name, ()):
        return None
    _, allowed, in_words = MAY_INCLUDE[layer]
    of_the_project = include.name in headers or _matches(include.name, PROJECT)
    if not of_the_project or _matches(include.name, allowed):
        return None
    return (f"{layer} may not include <{include.name}>; it may include {in_words} (move the code, or pass what it needs "
            "through a layer in between)")


def _check_file(tree: pathlib.Path, file: str, headers: Headers) -> Iterator[Finding]:
    crossings = _crossings(tree, file) if file.endswith(".hpp") else {}
    unused = dict(crossings)
    for include in _includes(tree, file):
        problem = _problem(file, include, headers)
        if problem and include.name in crossings:
            unused.pop(include.name, None)
        elif problem:
            yield Finding(file, include.line, problem)
    for name, line in unused.items():
        yield Finding(file, line, f"\"Crosses layers\" names <{name}>, which needs no exception; remove the name")


def check(tree: pathlib.Path) -> Iterator[Finding]:
    files = source_tree.sources(tree, source_tree.CPP_SUFFIXES + source_tree.ASSEMBLY_SUFFIXES)
    headers: Headers = {}
    for file in files:
        headers.setdefault(_include_name(file), set()).add(layer_of(file))
    for file in files:
        if layer_of(file) is None:
            yield Finding(file, 1, "a source file outside every layer; move it into one of the folders of the table in "
                                   "scripts/lib/checks/layers.py")
        else:
            yield from _check_file(tree, file, headers)


if __name__ == "__main__":
    raise SystemExit(tree_check(__doc__, check))
