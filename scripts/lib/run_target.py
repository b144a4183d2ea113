#!/usr/bin/python3
"""Runs one image in QEMU, unattended, and says whether it did what was expected of it.

A run is good only when the guest's exit status and the last line it printed agree on the verdict that was expected: an
image that falls silent, resets, prints on after its verdict or ends without one is bad, whatever it printed before.
Owns the emulator's process: none outlives the run. Never judges more than the verdict and the texts it was given.
"""

import argparse
import os
import re
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Optional, Sequence

from project import Problem, run_command
import qemu

EXIT_STATUS = {"pass": 0, "fail": 1, "panic": 2}
VERDICT_LINE = re.compile(r"^cane: verdict (pass|(?:fail|panic): .+)$")
GREATEST_OUTPUT = 16 * 1024 * 1024  # A guest that prints for ever must not fill the host's memory.
GREATEST_MESSAGES = 4096


@dataclass(frozen=True)
class Result:
    status: Optional[int]   # The emulator's exit status; None when it had to be killed.
    verdict: Optional[str]  # What the last line said, as "pass", "fail: why" or "panic: what"; None without such a line.
    output: str             # All that the guest printed.
    problem: Optional[str]  # Why the run is bad; None when it is good.


@dataclass(frozen=True)
class Expectation:
    verdict: str = "pass"
    texts: Sequence[str] = ()
    forbidden_texts: Sequence[str] = ()


class _Console:
    """What the guest has printed so far; echoes it as it comes when asked to."""

    def __init__(self, echo: bool):
        self._bytes = bytearray()
        self._echo = echo

    def take(self, data: bytes) -> None:
        self._bytes += data
        if self._echo:
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()

    def is_too_much(self) -> bool:
        return len(self._bytes) > GREATEST_OUTPUT

    def text(self) -> str:
        return self._bytes.decode("utf-8", "replace").replace("\r\n", "\n")


def _kill(process: subprocess.Popen) -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)  # The emulator leads a session of its own.
    except ProcessLookupError:
        pass
    process.wait()


def _follow(process: subprocess.Popen, console: _Console, timeout: float) -> Optional[str]:
    """Reads the console until the guest ends; returns why it had to be stopped, if it had to."""
    deadline = time.monotonic() + timeout
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while (left := deadline - time.monotonic()) > 0:
            if not selector.select(left):
                continue
            data = os.read(process.stdout.fileno(), 65536)
            if not data:
                break
            console.take(data)
            if console.is_too_much():
                return f"printed more than {GREATEST_OUTPUT >> 20} MiB and was stopped"
    try:
        process.wait(max(0.0, deadline - time.monotonic()))
        return None
    except subprocess.TimeoutExpired:
        return f"did not end within {timeout:g} s and was stopped"


def _start(command: list[str], messages: IO[bytes]) -> subprocess.Popen:
    try:
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=messages,
                                start_new_session=True)
    except OSError as error:
        raise Problem(f"cannot start {command[0]}: {error.strerror}") from None


def _run(command: list[str], timeout: float, echo: bool) -> tuple[Optional[int], str, str, Optional[str]]:
    """Exit status, console, the emulator's own messages, and why it was stopped."""
    console = _Console(echo)
    with tempfile.TemporaryFile() as messages:  # A file, for nobody empties a pipe while the console is being read.
        process = _start(command, messages)
        stopped = "was interrupted"
        try:
            stopped = _follow(process, console, timeout)
        finally:
            if stopped:
                _kill(process)
            process.stdout.close()
        messages.seek(0)
        said = messages.read(GREATEST_MESSAGES).decode("utf-8", "replace").strip()
    return (None if stopped else process.returncode), console.text(), said, stopped


def verdict_of(output: str) -> Optional[str]:
    """The verdict in the last line that is not empty; None when that line is no verdict."""
    lines = [line.rstrip() for line in output.splitlines() if line.strip()]
    match = VERDICT_LINE.match(lines[-1]) if lines else None
    return match.group(1) if match else None


def _count_verdicts(output: str) -> int:
    return sum(1 for line in output.splitlines() if line.startswith("cane: verdict"))


def _status_problem(status: int, expected: str) -> Optional[str]:
    if status < 0:
        return f"the emulator was ended by signal {-status}"
    if status != EXIT_STATUS[expected]:
        return f"the exit status is {status}, expected {EXIT_STATUS[expected]} ({expected})"
    return None


def _verdict_problem(output: str, expected: str) -> Optional[str]:
    verdict = verdict_of(output)
    if verdict is None:
        return "the last line is not a verdict" if output.strip() else "the guest printed nothing"
    if verdict.split(":")[0] != expected:
        return f"the verdict is `{verdict}`, expected {expected}"
    if _count_verdicts(output) != 1:
        return f"there are {_count_verdicts(output)} verdict lines, expected exactly one"
    return None


def _text_problem(output: str, expectation: Expectation) -> Optional[str]:
    for text in expectation.texts:
        if not re.search(text, output, re.MULTILINE):
            return f"the output has nothing that matches `{text}`"
    for text in expectation.forbidden_texts:
        if match := re.search(text, output, re.MULTILINE):
            return f"the output has `{match.group(0)}`, which `{text}` forbids"
    return None


def _judge(status: Optional[int], output: str, stopped: Optional[str], expectation: Expectation) -> Optional[str]:
    if stopped:
        return f"the guest {stopped}"
    problems = (_verdict_problem(output, expectation.verdict), _status_problem(status, expectation.verdict),
                _text_problem(output, expectation))
    return "; ".join(problem for problem in problems if problem) or None


def run_image(board: str, image: Path, *, stub: Optional[Path] = None, timeout: float = 60.0,
              expectation: Expectation = Expectation(), icount: Optional[int] = None, cores: Optional[int] = None,
              store_log: Optional[Path] = None, extra: Sequence[str] = (), echo: bool = False) -> Result:
    """Runs the image to its end or to the timeout and judges the run."""
    if store_log is not None:
        _check_writable(store_log)
    command = qemu.command_line(board, image, stub=stub, icount=icount, cores=cores, store_log=store_log)
    status, output, messages, stopped = _run(command + list(extra), timeout, echo)
    problem = _judge(status, output, stopped, expectation)
    if problem and messages:
        problem += f" (the emulator says: {messages})"
    return Result(status, verdict_of(output), output, problem)


def _check_writable(path: Path) -> None:
    try:
        path.write_bytes(b"")
    except OSError as error:
        raise Problem(f"cannot write {path}: {error.strerror}") from None


def _pattern(text: str) -> str:
    try:
        re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"`{text}` is not a regular expression: {error}") from None
    return text


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"`{text}` is not a number of seconds above 0")
    return value


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="run_target.py", allow_abbrev=False,
        description="Runs an image in QEMU and judges its verdict. Exit status: 0 good, 1 bad, 2 could not be run.",
        epilog="Arguments after -- are handed to QEMU. CANE_QEMU names another emulator than qemu-system-arm.")
    parser.add_argument("--board", required=True, choices=tuple(qemu.MACHINES))
    parser.add_argument("--image", required=True, type=Path, help="the .elf, or the raw .img")
    parser.add_argument("--stub", type=Path, help="boot stub to load at 0, in the firmware's place")
    parser.add_argument("--timeout", type=_seconds, default=60.0, metavar="S", help="seconds (default 60)")
    parser.add_argument("--expect", choices=tuple(EXIT_STATUS), default="pass", help="the verdict that is good")
    parser.add_argument("--expect-text", type=_pattern, action="append", default=[], metavar="REGEX")
    parser.add_argument("--forbid-text", type=_pattern, action="append", default=[], metavar="REGEX")
    parser.add_argument("--icount", type=int, metavar="SHIFT", help="repeatable: 2^SHIFT ns an instruction")
    parser.add_argument("--cores", type=int, metavar="N", help="cores that run, pi2 only")
    parser.add_argument("--store-log", type=Path, metavar="FILE", help="where to log stores to devices")
    parser.add_argument("--output", type=Path, metavar="FILE", help="where to keep what the guest printed")
    return parser


def main() -> int:
    arguments = sys.argv[1:]
    split = arguments.index("--") if "--" in arguments else len(arguments)
    options = _parser().parse_args(arguments[:split])
    if options.output:
        _check_writable(options.output)
    result = run_image(
        options.board, options.image, stub=options.stub, timeout=options.timeout,
        expectation=Expectation(options.expect, options.expect_text, options.forbid_text),
        icount=options.icount, cores=options.cores, store_log=options.store_log,
        extra=arguments[split + 1:], echo=True)
    if options.output:
        options.output.write_text(result.output, encoding="utf-8")
    newline = "" if not result.output or result.output.endswith("\n") else "\n"
    print(f"{newline}run_target: {'good' if result.problem is None else 'bad: ' + result.problem}")
    return 0 if result.problem is None else 1


if __name__ == "__main__":
    run_command("run_target", main)
