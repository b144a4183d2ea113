#!/usr/bin/python3
"""Runs run_target.py with the arguments behind `--` and demands that it calls the run bad, for the reason given."""

import re
import subprocess
import sys
from pathlib import Path

RUN_TARGET = Path(__file__).resolve().parents[3] / "scripts" / "lib" / "run_target.py"


def main() -> int:
    if len(sys.argv) < 4 or sys.argv[2] != "--":
        print("usage: refused_run.py REASON -- ARGUMENTS FOR run_target.py", file=sys.stderr)
        return 2
    run = subprocess.run([RUN_TARGET, *sys.argv[3:]], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    print(run.stdout, run.stderr)
    last = run.stdout.rstrip().rpartition("\n")[2]
    if run.returncode != 1:
        print(f"refused_run: exit status {run.returncode}, expected 1 (a bad run)", file=sys.stderr)
        return 1
    if not re.match(rf"run_target: bad: .*{sys.argv[1]}", last):
        print(f"refused_run: the last line is `{last}`, expected `run_target: bad: ...{sys.argv[1]}`", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
