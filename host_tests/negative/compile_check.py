#!/usr/bin/python3
"""Proves that a snippet is refused by the compiler, for the reason it names, and that its correct twin is not.

A snippet is one source file with both: what must not compile under `#ifdef REFUSED`, the twin under `#else`. Its line
`// refused: <regular expression>` is what the compiler must say.

    compile_check.py snippets/stack_too_small.cpp -- c++ -std=c++23 -I ...
"""

import argparse
import pathlib
import re
import subprocess
import sys


def compile_snippet(source: pathlib.Path, command: list[str], *more: str) -> tuple[bool, str]:
    """Whether the snippet compiles, and what the compiler said."""
    try:
        done = subprocess.run([*command, *more, "-fsyntax-only", str(source)], capture_output=True, text=True,
                              env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"}, check=False)
    except FileNotFoundError:
        sys.exit(f"compile_check: there is no compiler {command[0]}; install it or configure another")
    return done.returncode == 0, done.stderr


def expected_words(source: pathlib.Path) -> str:
    found = re.search(r"^// refused: (.+)$", source.read_text(), re.MULTILINE)
    if found is None:
        sys.exit(f"{source}: add a line `// refused: <regular expression>` with what the compiler must say")
    return found.group(1)


def problem_of(source: pathlib.Path, command: list[str]) -> str | None:
    words = expected_words(source)
    compiles, said = compile_snippet(source, command)
    if not compiles:
        return f"the correct twin does not compile:\n{said}"
    compiles, said = compile_snippet(source, command, "-DREFUSED")
    if compiles:
        return "compiles, and must not"
    if not re.search(words, said):
        return f"is refused, but not for the reason `{words}`:\n{said}"
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=pathlib.Path, help="the snippet")
    parser.add_argument("command", nargs="+", help="the compiler and its options, after --")
    arguments = parser.parse_args()
    if not arguments.source.is_file():
        sys.exit(f"compile_check: there is no file {arguments.source}")
    problem = problem_of(arguments.source, arguments.command)
    if problem is not None:
        print(f"{arguments.source}: {problem}", file=sys.stderr)
    return 0 if problem is None else 1


if __name__ == "__main__":
    sys.exit(main())
