#!/usr/bin/python3
"""scripts/trace: the event trace of a run as a table and as a picture.

Owns the command alone: event_trace.py reads and checks, timeline.py draws.
"""

import argparse
import re
import sys
from pathlib import Path
from typing import Optional

import event_trace
import observers
import project
import timeline
from project import BOARD_TITLES, BOARDS, CASES, Problem, relative, run_command
from run_target import run_image

# With one core and this shift an instruction takes about one tick of the board's counter, so that a picture's lengths are
# instructions and a run is the same every time: 16 ns beside 62.5 MHz, 1,024 ns beside 1 MHz.
PICTURE_ICOUNT = {"pi_zero": 10, "pi2": 4}
ONE_CORE = {"pi_zero": None, "pi2": 1}


def picture_scale(board: str) -> timeline.Scale:
    return timeline.instructions(1 << PICTURE_ICOUNT[board])


def picture_title(output: str) -> str:
    """Board, case and what the case means, when the log is the demo's."""
    header = re.search(r"^abcd: board=(\w+) case=(\d)", output, re.MULTILINE)
    if header and int(header.group(2)) in observers.CASE_TITLES:
        case = int(header.group(2))
        return f"{BOARD_TITLES.get(header.group(1), header.group(1))}, case {case} – {observers.CASE_TITLES[case]}"
    return "Event trace"


def run_case(board: str, case: int) -> str:
    """Builds and runs one case; returns what it printed."""
    name = f"abcd_case{case}"
    project.configure(board)
    project.build(board, [name])
    result = run_image(board, project.image_file(board, name), icount=PICTURE_ICOUNT[board], cores=ONE_CORE[board])
    if result.problem:
        raise Problem(f"{name} on {board} is bad: {result.problem}; what it printed:\n{result.output}")
    return result.output


def _read_log(path: str) -> str:
    try:
        if path == "-":
            return sys.stdin.buffer.read().decode("utf-8", "replace")
        return Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise Problem(f"cannot read {path}: {error.strerror}") from None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scripts/trace", allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Prints the kernel's event trace as a table and draws its timeline, as SVG and PNG.",
        epilog="examples:\n  scripts/trace --board pi2 --case 2\n  scripts/trace console.log --all\n"
               "  scripts/qemu --board pi2 abcd_case1 | scripts/trace -")
    parser.add_argument("log", nargs="?", metavar="LOG", help="what a run printed; - reads it from stdin")
    parser.add_argument("--board", choices=BOARDS, help="run this board in QEMU instead of reading a log")
    parser.add_argument("--case", type=int, choices=CASES, help="the case of the A/B/C/D demo to run")
    parser.add_argument("--all", action="store_true", help="all the trace holds, not only its last whole cycle")
    parser.add_argument("--no-picture", action="store_true", help="the table only")
    parser.add_argument("--output", type=Path, default=project.ROOT / "build" / "trace", metavar="DIR",
                        help="where the pictures go (default build/trace)")
    return parser


def _check(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    wants_run = options.board is not None or options.case is not None
    if wants_run == (options.log is not None):
        parser.error("give it either a LOG (or - for stdin) or --board and --case")
    if wants_run and (options.board is None or options.case is None):
        parser.error("a run needs both --board and --case")


def _stem(options: argparse.Namespace, directory: Path) -> Path:
    if options.log is None:
        name = f"abcd_case{options.case}_{options.board}"
    else:
        name = "trace" if options.log == "-" else Path(options.log).name.removesuffix(".log").removesuffix(".console")
    return directory / (name + ("_all" if options.all else ""))


def _print_table(trace: event_trace.Trace, cycle: event_trace.Cycle, board: Optional[str]) -> None:
    print(event_trace.table(cycle))
    print("counts: " + " ".join(f"{kind}={count}" for kind, count in cycle.counts().items()))
    if board:
        print(f"emulated: an instruction takes {1 << PICTURE_ICOUNT[board]} ns of the guest's time")
    if trace.lost:
        print(f"the ring was full: {trace.lost} older events were lost before the first one here")


def main() -> int:
    parser = _parser()
    options = parser.parse_args()
    _check(parser, options)
    directory: Optional[Path] = None if options.no_picture else project.make_directory(options.output)
    output = _read_log(options.log) if options.log else run_case(options.board, options.case)
    trace = event_trace.parse(output)
    cycle = event_trace.whole(trace) if options.all else event_trace.last_cycle(trace)
    _print_table(trace, cycle, options.board)
    if directory:
        scale = picture_scale(options.board) if options.board else timeline.MICROSECONDS
        for path in timeline.draw(cycle, picture_title(output), _stem(options, directory), scale):
            print(f"picture: {relative(path)}")
    return 0


if __name__ == "__main__":
    run_command("trace", main)
