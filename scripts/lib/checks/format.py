#!/usr/bin/python3
"""Every C and C++ source looks as .clang-format says. Needs clang-format 19 or newer: older ones cannot read requires
clauses and attributed enumerations, and would ask for other layouts.

With --fix the files are rewritten instead.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
from typing import Iterator

import source_tree
from finding import REPOSITORY, CannotCheck, Finding, finish

OLDEST = 19
SUFFIXES = (".hpp", ".cpp", ".h", ".c")
VIOLATION = re.compile(r"^(.+?):(\d+):\d+: error: code should be clang-formatted", re.MULTILINE)


def clang_format() -> str:
    """The newest of the two names that is new enough."""
    for name in (f"clang-format-{OLDEST}", "clang-format"):
        if shutil.which(name):
            version = re.search(r"version (\d+)", subprocess.run([name, "--version"], capture_output=True, text=True,
                                                                 check=False).stdout)
            if version and int(version.group(1)) >= OLDEST:
                return name
    raise CannotCheck(f"no clang-format of version {OLDEST} or newer; install the package clang-format-{OLDEST}")


def _run(tree: pathlib.Path, *options: str) -> str:
    files = source_tree.sources(tree, SUFFIXES)
    if not (tree / ".clang-format").is_file():
        raise CannotCheck(f"no .clang-format in {tree}; give the root of a Cane source tree")
    done = subprocess.run([clang_format(), *options, *files], cwd=tree, capture_output=True, text=True, check=False)
    if done.returncode != 0 and not VIOLATION.search(done.stderr):
        raise CannotCheck(f"clang-format failed: {done.stderr.strip()}")
    return done.stderr


def check(tree: pathlib.Path) -> Iterator[Finding]:
    places: dict[str, list[int]] = {}
    for file, line in VIOLATION.findall(_run(tree, "--dry-run", "-Werror", "--ferror-limit=0")):
        places.setdefault(file, []).append(int(line))
    for file, lines in places.items():
        yield Finding(file, lines[0], f"not formatted as .clang-format says, here and at {len(lines) - 1} places below; run "
                                      "scripts/lib/checks/format.py --fix")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", nargs="?", type=pathlib.Path, default=REPOSITORY,
                        help="the source tree to look at (default: the repository of this script)")
    parser.add_argument("--fix", action="store_true", help="rewrite the files instead of reporting them")
    options = parser.parse_args()
    if not options.tree.is_dir():
        parser.error(f"{options.tree} is not a folder; give the root of a source tree")
    tree = options.tree.resolve()
    return finish(lambda: (_run(tree, "-i"), [])[1] if options.fix else check(tree))


if __name__ == "__main__":
    raise SystemExit(main())
