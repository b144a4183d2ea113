#!/usr/bin/python3
"""The project as the scripts see it: where it lies, its boards, its images, and how a mistake of the user is reported.

Never does the work of a script: what two scripts need to know is here, what they do is theirs.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Callable, Iterable

sys.dont_write_bytecode = True

ROOT = Path(__file__).resolve().parents[2]
BOARDS = ("pi_zero", "pi2")
BOARD_TITLES = {"pi_zero": "Pi Zero", "pi2": "Pi 2"}
CASES = (1, 2, 3)


class Problem(Exception):
    """Something the person at the keyboard can put right; its text says what and how."""


def run_command(name: str, command: Callable[[], int]) -> None:
    """Runs a script's main function; a Problem becomes one message on stderr and exit status 2."""
    try:
        status = command()
    except Problem as problem:
        sys.stdout.flush()
        print(f"{name}: {problem}", file=sys.stderr)
        status = 2
    except KeyboardInterrupt:
        print(f"\n{name}: interrupted", file=sys.stderr)
        status = 130
    except BrokenPipeError:  # The reader (head, less) has seen enough: not worth a traceback, nor a good exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 141
    sys.exit(status)


def build_directory(preset: str) -> Path:
    return ROOT / "build" / preset


def images_directory(board: str) -> Path:
    return build_directory(board) / "images"


def image_file(board: str, name: str) -> Path:
    return images_directory(board) / f"{name}.elf"


def relative(path: Path) -> str:
    """The path as a person at the root of the project would type it."""
    try:
        return str(path.resolve().relative_to(ROOT))
    except ValueError:
        return str(path)


def run_step(command: list[str], what: str, is_quiet: bool = False) -> None:
    """Runs a tool from the root of the project; a failure is a Problem that names the command. A quiet one's output is
    shown only when it fails."""
    try:
        done = subprocess.run(command, cwd=ROOT, text=True, errors="replace",
                              stdout=subprocess.PIPE if is_quiet else None, stderr=subprocess.STDOUT if is_quiet else None)
    except OSError as error:
        raise Problem(f"cannot start {command[0]}, which is needed to {what}: {error.strerror}") from None
    if done.returncode != 0:
        print(done.stdout or "", end="", flush=True)
        raise Problem(f"could not {what}: `{' '.join(command)}` ended with status {done.returncode}")


def configure(preset: str) -> None:
    run_step(["cmake", "--preset", preset], f"configure {preset}", is_quiet=True)


def build(preset: str, targets: Iterable[str] = ()) -> None:
    command = ["cmake", "--build", "--preset", preset, "--parallel", str(os.cpu_count() or 1)]
    names = list(targets)
    if names:
        command += ["--target", *names]
    run_step(command, f"build {preset}")


def known_images(board: str) -> list[str]:
    """The images that the configured build of this board can make."""
    answer = subprocess.run(["ninja", "-C", str(build_directory(board)), "-t", "targets", "all"],
                            capture_output=True, text=True)
    if answer.returncode != 0:
        raise Problem(f"cannot ask the build of {board} for its images: {answer.stderr.strip()}")
    names = {Path(line.split(":")[0]).stem for line in answer.stdout.splitlines()
             if line.startswith("images/") and line.split(":")[0].endswith(".elf")}
    return sorted(names)


def make_directory(path: Path) -> Path:
    """The directory, made if need be and proved writable: better to say so now than after minutes of work."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        probe = path / ".writable"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise Problem(f"cannot write to the directory {path}: {error.strerror}; "
                      "choose another one with --output") from None
    return path
