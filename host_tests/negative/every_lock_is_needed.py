#!/usr/bin/python3
"""Proves that clang's thread-safety analysis would notice every single forgotten lock. For each place in the kernel that
takes the kernel lock, a copy of the kernel without just that one must be refused; the kernel as it is must pass.

    every_lock_is_needed.py --kernel kernel -- clang++-19 -std=c++23 -Wthread-safety -Werror -I ...

The compiler's options must not name the kernel's own folders: a copy takes their place.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from typing import Iterator, NamedTuple

# How the lock is taken, and the same line without it: the interrupt mask alone is no lock.
ACQUIRE = (re.compile(r"(?:\w+::)*kernel_lock\.acquire\(\)"), "cane::arch::mask_interrupts()")
GUARD = (re.compile(r"(?:const )?(?:\w+::)*KernelGuard \w+;"), "")

# The lock's own header is what the others are checked against.
THE_LOCK_ITSELF = "include/cane/detail/kernel_lock.hpp"

# Templates are analysed where they are instantiated: each header with a lock in it needs its line here.
PROBES = {
    "include/cane/queue.hpp": "#include <cane/queue.hpp>\ntemplate class cane::Queue<int, 4>;\n",
}


class Place(NamedTuple):
    file: str
    line: int
    without: str  # the whole file without the lock of that line


def places(kernel: pathlib.Path) -> Iterator[Place]:
    for path in sorted([*kernel.rglob("*.cpp"), *kernel.rglob("*.hpp")]):
        name = path.relative_to(kernel).as_posix()
        if name == THE_LOCK_ITSELF:
            continue
        lines = path.read_text().splitlines(keepends=True)
        for number, line in enumerate(lines):
            for pattern, instead in (ACQUIRE, GUARD):
                if pattern.search(line):
                    without = [*lines[:number], pattern.sub(instead, line), *lines[number + 1:]]
                    yield Place(name, number + 1, "".join(without))


class Copy:
    """A copy of the kernel in which one file at a time is changed."""

    def __init__(self, kernel: pathlib.Path, folder: pathlib.Path, command: list[str]):
        self._kernel = folder / "kernel"
        self._probe = folder / "probe.cpp"
        shutil.copytree(kernel, self._kernel)
        self._command = [*command, "-fsyntax-only", f"-I{self._kernel}", f"-I{self._kernel / 'include'}",
                         f"-I{self._kernel / 'annotations' / 'clang'}"]

    def refusal(self, place: Place, text: str) -> str:
        """What the compiler says against `text` as the contents of the place's file; empty when it passes."""
        changed = self._kernel / place.file
        original = changed.read_text()
        changed.write_text(text)
        try:
            done = subprocess.run([*self._command, str(self._source(place.file))], capture_output=True, text=True, check=False)
        except FileNotFoundError:
            sys.exit(f"every_lock_is_needed: there is no compiler {self._command[0]}; install clang-19")
        finally:
            changed.write_text(original)
        return done.stderr if done.returncode != 0 else ""

    def text_of(self, file: str) -> str:
        return (self._kernel / file).read_text()

    def _source(self, file: str) -> pathlib.Path:
        if file.endswith(".cpp"):
            return self._kernel / file
        if file not in PROBES:
            sys.exit(f"every_lock_is_needed: {file} takes the lock; say in PROBES what instantiates its templates")
        self._probe.write_text(PROBES[file])
        return self._probe


def problems(kernel: pathlib.Path, command: list[str]) -> Iterator[str]:
    found = list(places(kernel))
    if not found:
        sys.exit(f"every_lock_is_needed: no place in {kernel} takes the kernel lock; is that the kernel's folder?")
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(kernel, pathlib.Path(folder), command)
        for file in dict.fromkeys(place.file for place in found):
            said = copy.refusal(Place(file, 0, ""), copy.text_of(file))
            if said:
                sys.exit(f"every_lock_is_needed: {file} as it is does not pass:\n{said}")
        for place in found:
            said = copy.refusal(place, place.without)
            if not said:
                yield f"{place.file}:{place.line}: the analysis does not miss this lock"
            elif "thread-safety-analysis" not in said:
                yield f"{place.file}:{place.line}: without this lock the file is refused for another reason:\n{said}"
    print(f"every_lock_is_needed: {len(found)} places looked at")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kernel", type=pathlib.Path, required=True, help="the kernel's folder")
    parser.add_argument("command", nargs="+", help="the compiler and its options, after --")
    arguments = parser.parse_args()
    if not arguments.kernel.is_dir():
        sys.exit(f"every_lock_is_needed: there is no folder {arguments.kernel}")
    found = list(problems(arguments.kernel, arguments.command))
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
