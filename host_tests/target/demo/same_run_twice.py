#!/usr/bin/python3
"""Runs an image twice with the guest's clock counting instructions: both runs must print the same, byte for byte."""

import argparse
import difflib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "scripts" / "lib"))

import qemu
from project import run_command
from run_target import run_image


def main() -> int:
    parser = argparse.ArgumentParser(prog="same_run_twice.py", allow_abbrev=False, description=__doc__)
    parser.add_argument("--board", required=True, choices=tuple(qemu.MACHINES))
    parser.add_argument("--image", required=True, type=Path)
    arguments = parser.parse_args()
    cores = 1 if arguments.board == "pi2" else None
    runs = [run_image(arguments.board, arguments.image, icount=0, cores=cores) for _ in range(2)]
    for number, run in enumerate(runs, 1):
        if run.problem:
            print(f"same_run_twice: run {number}: {run.problem}", file=sys.stderr)
            return 1
    first, second = (run.output.splitlines(keepends=True) for run in runs)
    if first != second:
        sys.stdout.writelines(difflib.unified_diff(first, second, "first run", "second run", n=0))
        print("same_run_twice: the two runs differ", file=sys.stderr)
        return 1
    print(f"same_run_twice: {len(first)} lines, the same twice")
    return 0


if __name__ == "__main__":
    run_command("same_run_twice", main)
