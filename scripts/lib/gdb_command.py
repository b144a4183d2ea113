#!/usr/bin/python3
"""scripts/gdb: an image under the debugger: QEMU waits at the first instruction, gdb-multiarch attaches with symbols.

Owns both processes: the emulator ends with the debugger.
"""

import argparse
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO

import qemu
from project import BOARDS, Problem, run_command
from qemu_command import find_image, gdb_arguments

GDB = "gdb-multiarch"
START_SECONDS = 10
BATCH_SECONDS = 60
# What --batch shows: that symbols, breakpoints, memory and the stack are there.
BATCH_COMMANDS = ("break main", "continue", "backtrace", "info registers pc sp cpsr", "kill")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _debugger() -> str:
    found = shutil.which(GDB)
    if found is None:
        raise Problem(f"cannot find {GDB}; install it (on Debian: apt-get install gdb-multiarch)")
    return found


def _wait_for_port(emulator: subprocess.Popen, port: int, messages: IO[bytes]) -> None:
    deadline = time.monotonic() + START_SECONDS
    listening = f"0100007F:{port:04X} 00000000:0000 0A"  # Asked of the kernel: a connection would count as the debugger.
    while time.monotonic() < deadline:
        if emulator.poll() is not None:
            messages.seek(0)
            raise Problem("the emulator did not start: " + messages.read().decode("utf-8", "replace").strip())
        if listening in Path("/proc/net/tcp").read_text():
            return
        time.sleep(0.05)
    raise Problem(f"the emulator did not open port {port} within {START_SECONDS} s")


def _gdb_command(image: Path, port: int, is_batch: bool, extra: list[str]) -> list[str]:
    symbols = image.with_suffix(".elf")
    if not symbols.is_file():
        raise Problem(f"there is no {symbols} beside the image: the debugger needs its symbols")
    command = [_debugger(), "-q", "-nx", "-ex", "set confirm off", "-ex", "set pagination off",
               "-ex", f"target remote 127.0.0.1:{port}"]
    if is_batch:
        command += ["-batch"]
        for line in BATCH_COMMANDS:
            command += ["-ex", line]
    return command + extra + [str(symbols)]


def _run_batch(command: list[str]) -> int:
    """Good only when the debugger stopped at main; its exit status says nothing of that."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace", timeout=BATCH_SECONDS)
    except subprocess.TimeoutExpired:
        raise Problem(f"the debugger did not come back within {BATCH_SECONDS} s: main was not reached") from None
    print(done.stdout, end="")
    is_at_main = "Breakpoint 1, " in done.stdout and "#0  main" in done.stdout
    print(f"gdb: {'good' if is_at_main else 'bad: the debugger did not stop at main'}")
    return 0 if is_at_main else 1


def _run_debugger(command: list[str], is_batch: bool) -> int:
    if is_batch:
        return _run_batch(command)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the debugger's: it stops the guest.
    return subprocess.run(command, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)).returncode


def debug(options: argparse.Namespace, extra: list[str]) -> int:
    image = find_image(options.board, options.image)
    port = _free_port()
    gdb_command = _gdb_command(image, port, options.batch, extra)
    command = qemu.command_line(options.board, image, cores=options.cores, stub=options.stub) + gdb_arguments(port)
    with tempfile.TemporaryFile() as messages:
        emulator = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=messages, start_new_session=True)
        try:
            _wait_for_port(emulator, port, messages)
            return _run_debugger(gdb_command, options.batch)
        finally:
            emulator.kill()
            emulator.wait()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scripts/gdb", allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Debugs an image: starts it in QEMU, stopped at its first instruction, and attaches gdb-multiarch.\n"
                    "What the guest prints appears between the debugger's lines.",
        epilog="Arguments after -- are handed to the debugger.\n\nexamples:\n  scripts/gdb --board pi2 abcd_case1\n"
               "  scripts/gdb --board pi_zero abcd_case2 -- -ex 'break cane::panic' -ex continue")
    parser.add_argument("image", metavar="IMAGE", help="the name of a built image, or a path to an .elf or .img")
    parser.add_argument("--board", required=True, choices=BOARDS)
    parser.add_argument("--cores", type=int, metavar="N", help="cores that run, pi2 only")
    parser.add_argument("--stub", type=Path, help="boot stub to load at 0, in the firmware's place")
    parser.add_argument("--batch", action="store_true", help="no person: stop at main, show the stack, end")
    return parser


def main() -> int:
    arguments = sys.argv[1:]
    split = arguments.index("--") if "--" in arguments else len(arguments)
    return debug(_parser().parse_args(arguments[:split]), arguments[split + 1:])


if __name__ == "__main__":
    run_command("gdb", main)
