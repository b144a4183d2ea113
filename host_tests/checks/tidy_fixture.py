#!/usr/bin/python3
"""Proves that .clang-tidy refuses what it should and leaves the project's style alone: runs clang-tidy on one source with
the project's configuration and holds the errors against the source's `// expected:` lines. Usage: tidy_fixture.py SOURCE
"""

import pathlib
import re
import shutil
import subprocess
import sys

from elf_fixture import directives
from tree_fixture import REPOSITORY, problems

NAMES = ("clang-tidy-19", "clang-tidy")


def main() -> int:
    source = pathlib.Path(sys.argv[1]) if len(sys.argv) == 2 else pathlib.Path()
    program = next(filter(shutil.which, NAMES), None)
    if not source.is_file() or program is None:
        print("usage: tidy_fixture.py SOURCE; needs clang-tidy: install the package clang-tidy-19", file=sys.stderr)
        return 2
    expected = directives(source.read_text(encoding="utf-8"), "expected")
    command = [program, "--quiet", f"--config-file={REPOSITORY / '.clang-tidy'}", str(source), "--", "-std=c++23"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    errors = re.findall(r"^.*:\d+:\d+: (?:error|warning): .*$", done.stdout, re.MULTILINE)
    found = problems(expected, done.returncode, errors)
    print("\n".join(found) or f"{source.name}: as expected")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
