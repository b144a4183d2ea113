#!/usr/bin/python3
"""What every check shares: a finding, how it is printed, and the exit status.

0: clean. 1: findings, one a line on stdout as `file:line: what is wrong and what to do`. 2: the check could not look at
all (bad usage, missing file or tool, nothing to check): a check that saw nothing must never be taken for a clean one.
"""

import argparse
import pathlib
import sys
from typing import Callable, Iterable, NamedTuple

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]


class Finding(NamedTuple):
    file: str
    line: int
    problem: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.problem}"


class CannotCheck(Exception):
    """The check cannot do its work; the message says what to do about it."""


def finish(check: Callable[[], Iterable[Finding]]) -> int:
    """Runs the check, prints what it found and returns the exit status."""
    program = pathlib.Path(sys.argv[0]).name
    try:
        findings = sorted(set(check()))
    except CannotCheck as problem:
        print(f"{program}: {problem}", file=sys.stderr)
        return 2
    for finding in findings:
        print(finding)
    return 1 if findings else 0


def tree_check(description: str, check: Callable[[pathlib.Path], Iterable[Finding]]) -> int:
    """The main program of a check that looks at a source tree."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", nargs="?", type=pathlib.Path, default=REPOSITORY,
                        help="the source tree to look at (default: the repository of this script)")
    tree = parser.parse_args().tree
    if not tree.is_dir():
        parser.error(f"{tree} is not a folder; give the root of a source tree")
    return finish(lambda: check(tree.resolve()))
