#!/usr/bin/python3
"""Proves that a check of the source tree refuses what it should, for the right reason: runs it on a fixture's tree and
holds every line it prints against the fixture's `expected`, one regular expression a finding. Usage: CHECK.py FIXTURE
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]


def findings_of(check: str, fixture: pathlib.Path) -> tuple[int, list[str]]:
    """Exit status and findings on a copy of the fixture's tree that has the project's .clang-format."""
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder) / "tree"
        shutil.copytree(fixture / "tree", tree)
        shutil.copy(REPOSITORY / ".clang-format", tree)
        done = subprocess.run(["/usr/bin/python3", check, str(tree)], capture_output=True, text=True, check=False)
    print(done.stderr, end="", file=sys.stderr)
    return done.returncode, done.stdout.splitlines()


def problems(expected: list[str], status: int, findings: list[str]) -> list[str]:
    wanted_status = 1 if expected else 0
    found = [] if status == wanted_status else [f"exit status {status}, expected {wanted_status}"]
    found += [f"no finding matches: {pattern}" for pattern in expected
              if not any(re.search(pattern, finding) for finding in findings)]
    found += [f"unexpected finding: {finding}" for finding in findings
              if not any(re.search(pattern, finding) for pattern in expected)]
    return found


def main() -> int:
    if len(sys.argv) != 3 or not (pathlib.Path(sys.argv[2]) / "expected").is_file():
        print("usage: tree_fixture.py CHECK.py FIXTURE, where FIXTURE holds `tree/` and `expected`", file=sys.stderr)
        return 2
    fixture = pathlib.Path(sys.argv[2])
    expected = (fixture / "expected").read_text(encoding="utf-8").splitlines()
    if bool(expected) != fixture.name.startswith("refuses_"):
        print(f"{fixture}: a fixture that refuses expects findings, one that accepts expects none", file=sys.stderr)
        return 2
    found = problems(expected, *findings_of(sys.argv[1], fixture))
    print("\n".join(found) or f"{fixture.name}: as expected")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
