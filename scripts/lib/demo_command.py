#!/usr/bin/python3
"""scripts/demo: builds the A/B/C/D demo, boots it on both boards and shows what three independent observers counted.

Any other image can be named instead and is run for its verdict. Owns the order of the work and the tables; what is right
is in observers.py. Never calls a run good that it could not observe in every way.
"""

import argparse
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Optional

import event_trace
import observers
import project
import store_log
import timeline
from project import BOARD_TITLES, BOARDS, CASES, Problem, image_file, relative, run_command
from run_target import Result, run_image
from trace_command import ONE_CORE, PICTURE_ICOUNT, picture_scale, picture_title

PEERS = Path(__file__).with_name("peers.json")
MESSAGE_BYTES = {"bare": 16, "bare4": 4}
COLUMNS = ("QS", "QR", "IR", "IS", "RO")


@dataclass
class CaseRun:
    """One board and case: what was seen, and what was wrong with it."""
    board: str
    case: int
    problems: list[str] = field(default_factory=list)
    observation: Optional[observers.Observation] = None
    instructions: dict[str, float] = field(default_factory=dict)


def _progress(text: str) -> None:
    print(text, flush=True)


def observe_case(board: str, case: int, directory: Path) -> CaseRun:
    """Boots the case with all observers on and lets them speak."""
    run = CaseRun(board, case)
    stem = directory / f"abcd_case{case}_{board}"
    stores = stem.with_suffix(".stores.log")
    result = run_image(board, image_file(board, f"abcd_case{case}"), icount=PICTURE_ICOUNT[board], cores=ONE_CORE[board],
                       store_log=stores)
    stem.with_suffix(".console.log").write_text(result.output, encoding="utf-8")
    if result.problem:
        run.problems.append(result.problem)
    run.observation = observers.observe(result.output, lambda: store_log.read(stores, board))
    run.problems += observers.differences(run.observation, board, case)
    if run.observation.trace_cycles:
        cycle = event_trace.last_cycle(event_trace.parse(result.output))
        timeline.draw(cycle, picture_title(result.output), stem, picture_scale(board))
    return run


def measure_case(run: CaseRun) -> None:
    """Instructions a cycle with every observer compiled out: at 1 ns an instruction the guest's clock counts them."""
    for suffix, message_bytes in MESSAGE_BYTES.items():
        name = f"abcd_case{run.case}_{suffix}"
        try:
            run.instructions[suffix] = _measure(run.board, run.case, name, message_bytes)
        except Problem as problem:
            run.problems.append(f"{name}: {problem}")


def _measure(board: str, case: int, name: str, message_bytes: int) -> float:
    result = run_image(board, image_file(board, name), icount=0, cores=ONE_CORE[board])
    if result.problem:
        raise Problem(result.problem)
    report = observers.read_report(result.output)
    if (report.board, report.case, report.message_bytes) != (board, case, message_bytes):
        raise Problem(f"it says it is case {report.case} on {report.board} with {report.message_bytes} bytes")
    if report.switches is not None or report.trace_counts is not None:
        raise Problem("it keeps counters or a trace; a bare image must not")
    if report.instructions_per_cycle is None:
        raise Problem("it printed no line `abcd: instructions_per_cycle=`")
    return report.instructions_per_cycle


def _counter_text(run: CaseRun) -> str:
    report = run.observation.report if run.observation else None
    if report is None or report.switches is None or not report.cycles:
        return "-"
    return f"{report.switches / report.cycles:.2f}"


def _trace_counts(run: CaseRun) -> dict[str, int]:
    return run.observation.trace_cycles[-1] if run.observation and run.observation.trace_cycles else {}


def _edge_text(run: CaseRun) -> str:
    pins = run.observation.pins if run.observation else None
    edges = pins.edges_per_cycle() if pins else []
    if not edges:
        return "-"
    mean = sum(edges) / len(edges)
    return f"{min(edges)}" if min(edges) == max(edges) else f"{mean:.2f}"


def print_switches(runs: list[CaseRun]) -> None:
    print("\nContext switches a cycle, by three observers, and the events of a cycle\n")
    print(f"{'board':<8} {'case':>4} {'expected':>9} {'counters':>9} {'trace':>6} {'pins':>6}   " +
          " ".join(f"{name:>3}" for name in COLUMNS))
    for run in runs:
        counts = _trace_counts(run)
        print(f"{BOARD_TITLES[run.board]:<8} {run.case:>4} {observers.EXPECTED[run.case]['CS']:>9} {_counter_text(run):>9} "
              f"{counts.get('CS', '-'):>6} {_edge_text(run):>6}   " +
              " ".join(f"{counts.get(name, '-'):>3}" for name in COLUMNS) +
              ("   agree" if not run.problems else "   DIFFER"))
    print("\ncounters: the kernel's; trace: the kernel's event ring; pins: edges on GPIO 4 and GPIO 7 between two pulses of\n"
          "GPIO 17, counted outside the guest. QS queue send, QR queue receive, IR internal resume, IS internal suspend,\n"
          "RO relinquish.")


def _threadx_best(peers: dict, board: str, case: int, message_bytes: int) -> Optional[int]:
    row = peers.get("at_most", {}).get(f"abcd_case{case}_{message_bytes}", {})
    return (row.get("threadx_best") or {}).get(board)


def _read_peers() -> dict:
    try:
        return json.loads(PEERS.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise Problem(f"cannot read {relative(PEERS)}: {error}") from None


def print_instructions(runs: list[CaseRun]) -> None:
    peers = _read_peers()
    print("\nInstructions a cycle, counters, trace and pins compiled out\n")
    print(f"{'board':<8} {'case':>4} {'message':>8} {'Cane':>9} {'ThreadX':>9} {'ratio':>7}")
    for run in runs:
        for suffix, message_bytes in MESSAGE_BYTES.items():
            ours = run.instructions.get(suffix)
            theirs = _threadx_best(peers, run.board, run.case, message_bytes)
            print(f"{BOARD_TITLES[run.board]:<8} {run.case:>4} {message_bytes:>6} B "
                  f"{'-' if ours is None else f'{ours:,.1f}':>9} {'-' if theirs is None else f'{theirs:,}':>9} "
                  f"{'-' if not ours or not theirs else f'{ours / theirs:.2f}':>7}")
    print("\nThreadX: 6.4.2, the least of five sets of options, on the same emulator. Fewer is better.")


def run_abcd(boards: list[str], cases: list[int], directory: Path) -> int:
    names = [f"abcd_case{case}{suffix}" for case in cases for suffix in ("", *(f"_{name}" for name in MESSAGE_BYTES))]
    for board in boards:
        _progress(f"demo: building for {BOARD_TITLES[board]}")
        project.configure(board)
        project.build(board, names)
    runs = []
    for board in boards:
        for case in cases:
            _progress(f"demo: {BOARD_TITLES[board]}, case {case} - {observers.CASE_TITLES[case]}")
            runs.append(observe_case(board, case, directory))
            measure_case(runs[-1])
    print_switches(runs)
    print_instructions(runs)
    print(f"\npictures and logs: {relative(directory)}/abcd_case*.{{svg,png,console.log,stores.log}}")
    return _conclude(runs)


def _conclude(runs: list[CaseRun]) -> int:
    wrong = [run for run in runs if run.problems]
    for run in wrong:
        for problem in run.problems:
            print(f"demo: {run.board} case {run.case} differs: {problem}", file=sys.stderr)
    print(f"\ndemo: all {len(runs)} runs agree" if not wrong else f"\ndemo: {len(wrong)} of {len(runs)} runs differ: " +
          ", ".join(f"{run.board} case {run.case}" for run in wrong))
    return 1 if wrong else 0


def run_named(name: str, boards: list[str], directory: Path) -> int:
    """Another image, for its verdict; repeatable, so that a busy machine does not decide it."""
    results: dict[str, Result] = {}
    for board in boards:
        project.configure(board)
        known = project.known_images(board)
        if name not in known:
            raise Problem(f"there is no demo {name} for {board}; there are:\n  " + "\n  ".join(known))
        project.build(board, [name])
        _progress(f"demo: {name} on {BOARD_TITLES[board]}")
        results[board] = run_image(board, image_file(board, name), icount=0, cores=ONE_CORE[board], echo=True)
        (directory / f"{name}_{board}.console.log").write_text(results[board].output, encoding="utf-8")
    bad = [board for board, result in results.items() if result.problem]
    for board in bad:
        print(f"demo: {name} on {board} is bad: {results[board].problem}", file=sys.stderr)
    print(f"\ndemo: {name}: {len(results) - len(bad)} of {len(results)} runs pass")
    return 1 if bad else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scripts/demo", allow_abbrev=False,
        description="Builds the A/B/C/D demo, boots it in QEMU, compares three observers of its context switches with what "
                    "they must be, and draws the timelines. Exit status 0 only when all agree.")
    parser.add_argument("name", nargs="?", metavar="NAME",
                        help="another demo, run for its verdict (an unknown name lists what there is)")
    parser.add_argument("--board", choices=BOARDS, help="only this board (default: both)")
    parser.add_argument("--case", type=int, choices=CASES, help="only this case (default: all three)")
    parser.add_argument("--output", type=Path, default=project.ROOT / "build" / "demo", metavar="DIR",
                        help="where logs and pictures go (default build/demo)")
    return parser


def main() -> int:
    parser = _parser()
    options = parser.parse_args()
    boards = [options.board] if options.board else list(BOARDS)
    directory = project.make_directory(options.output)
    if options.name in (None, "abcd"):
        return run_abcd(boards, [options.case] if options.case else list(CASES), directory)
    if options.case:
        parser.error("--case is for the A/B/C/D demo; give either --case or a name")
    return run_named(options.name, boards, directory)


if __name__ == "__main__":
    run_command("demo", main)
