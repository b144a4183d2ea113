#!/usr/bin/python3
"""Runs one case of the A/B/C/D demo and compares what its counters, its trace and its pins say with what they must.

The pins are counted outside the guest, from the emulator's log of stores. Adds nothing of its own: the run is run_target's,
the counting store_log's, the numbers observers'.
"""

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "scripts" / "lib"))

import observers
import qemu
import store_log
from project import run_command
from run_target import run_image


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="observed_run.py", allow_abbrev=False, description=__doc__)
    parser.add_argument("--board", required=True, choices=tuple(qemu.MACHINES))
    parser.add_argument("--image", required=True, type=Path)
    parser.add_argument("--stub", type=Path)
    parser.add_argument("--case", required=True, type=int, choices=tuple(observers.EXPECTED))
    return parser.parse_args()


def main() -> int:
    arguments = _arguments()
    with tempfile.TemporaryDirectory() as directory:
        stores = Path(directory) / "stores.log"
        result = run_image(arguments.board, arguments.image, stub=arguments.stub, store_log=stores, icount=0,
                           cores=1 if arguments.board == "pi2" else None, echo=True)
        observation = observers.observe(result.output, lambda: store_log.read(stores, arguments.board))
    problems = observers.differences(observation, arguments.board, arguments.case)
    if result.problem:
        problems.insert(0, result.problem)
    for problem in problems:
        print(f"observed_run: {problem}", file=sys.stderr)
    if not problems:
        edges = observation.pins.edges_per_cycle()
        print(f"observed_run: {len(edges)} cycles of {edges[0]} edges each; counters, trace and pins agree")
    return 1 if problems else 0


if __name__ == "__main__":
    run_command("observed_run", main)
