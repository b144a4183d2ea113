#!/usr/bin/python3
"""Every public function says on what terms it may be called. Looks at kernel/include/cane/*.hpp.

A block of `///` lines stands directly above the declaration: first a sentence that says what the function does, then the
four terms, each followed by text:
    Context:  thread, interrupt, any; may wait or not      Fails:  how it says no, or never
    Checks:   what misuse panics, or none                  Time:   the bound
The short form is the same on one line: /// What it does. Context: any. Fails: never. Checks: none. Time: constant.
Overloads share one block: those after the first follow it line on line, with nothing between.

Needs none: operators, literals and conversions; what is deleted or defaulted; a constructor whose body is empty;
deduction guides; friends; private and protected sections; namespace detail and the folder detail/.
"""

import pathlib
import re
from typing import Iterator

import source_tree
from cpp_declarations import Function, UnreadableHeader, public_functions
from finding import Finding, tree_check

FOLDER = "kernel/include/cane/"
TERMS = ("Context:", "Fails:", "Checks:", "Time:")


def _block_above(lines: list[str], first_line: int) -> str:
    """The text of the /// block that ends directly above a line."""
    block = []
    for text in reversed(lines[:first_line - 1]):
        match = re.match(r"\s*///(?!/)(.*)", text)
        if not match:
            break
        block.insert(0, match.group(1).strip())
    return " ".join(block)


def _missing(comment: str) -> list[str]:
    """What a comment lacks, in the order in which it should stand."""
    first, *_ = re.split("|".join(map(re.escape, TERMS)), comment)
    lacks = [] if len(re.findall(r"\w+", first)) >= 2 and first.rstrip().endswith((".", ":", "?")) else ["a first sentence"]
    for term in TERMS:
        following = re.search(re.escape(term) + r"\s*(\S*)", comment)
        if not following or not re.search(r"\w", following.group(1)) or following.group(1) in TERMS:
            lacks.append(f"`{term}`")
    return lacks


def _shares_block(function: Function, previous: Function | None) -> bool:
    return previous is not None and previous.name == function.name and previous.last_line + 1 == function.first_line


def _check_header(name: str, text: str) -> Iterator[Finding]:
    lines, previous = text.splitlines(), None
    for function in public_functions(text):
        comment = _block_above(lines, function.first_line)
        shared = not comment and _shares_block(function, previous)
        previous = function
        if function.trivial or shared:
            continue
        lacks = _missing(comment)
        if not comment:
            yield Finding(name, function.first_line, f"{function.name}() has no doc comment; write a /// block with a first "
                                                     f"sentence, {', '.join(TERMS)}")
        elif lacks:
            yield Finding(name, function.first_line, f"the doc comment of {function.name}() lacks {', '.join(lacks)}; add it")


def check(tree: pathlib.Path) -> Iterator[Finding]:
    for name in source_tree.sources(tree, (".hpp",), FOLDER):
        if "/" in name[len(FOLDER):]:
            continue
        try:
            yield from _check_header(name, source_tree.read(tree, name))
        except UnreadableHeader as problem:
            yield Finding(name, problem.line, "brackets do not match from here, or this check cannot read the declaration; "
                                              "close them, or write the declaration more plainly")


if __name__ == "__main__":
    raise SystemExit(tree_check(__doc__, check))
