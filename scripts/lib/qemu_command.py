#!/usr/bin/python3
"""scripts/qemu: runs one image with a person at its console. Becomes the emulator; never judges what the guest does."""

import argparse
import os
import sys
from pathlib import Path

import project
import qemu
from project import BOARDS, Problem, image_file, relative, run_command


def find_image(board: str, text: str) -> Path:
    """The image a person means: a path, or the name of one that was built for the board."""
    if "/" in text or text.endswith((".elf", ".img")):
        path = Path(text)
        if not path.is_file():
            raise Problem(f"there is no image {text}")
        return path
    path = image_file(board, text)
    if path.is_file():
        return path
    built = sorted(found.stem for found in project.images_directory(board).glob("*.elf"))
    raise Problem(f"there is no image {relative(path)}; build it first: cmake --preset {board} && "
                  f"cmake --build --preset {board} --target {text}\nBuilt for {board}: " + (", ".join(built) or "none yet"))


def gdb_arguments(port: int) -> list[str]:
    """The guest waits for a debugger at its first instruction; only this machine can reach it."""
    return ["-S", "-gdb", f"tcp:127.0.0.1:{port}"]


def port_number(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"`{text}` is not a port from 1 to 65535")
    return int(text)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scripts/qemu", allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Runs an image in QEMU; its UART is this terminal. Leave with Ctrl-A x.",
        epilog="Arguments after -- are handed to QEMU. CANE_QEMU names another emulator.\n\nexamples:\n"
               "  scripts/qemu --board pi2 abcd_case1\n  scripts/qemu --board pi_zero build/pi_zero/images/abcd_case2.img\n"
               "  scripts/qemu --board pi2 abcd_case1 --gdb -- -d int,guest_errors -D build/qemu.log")
    parser.add_argument("image", metavar="IMAGE", help="the name of a built image, or a path to an .elf or .img")
    parser.add_argument("--board", required=True, choices=BOARDS)
    parser.add_argument("--gdb", nargs="?", type=port_number, const=1234, metavar="PORT",
                        help="wait for a debugger on this port (default 1234) before the first instruction")
    parser.add_argument("--icount", type=int, metavar="SHIFT", help="a repeatable run: 2^SHIFT ns an instruction")
    parser.add_argument("--cores", type=int, metavar="N", help="cores that run, pi2 only")
    parser.add_argument("--stub", type=Path, help="boot stub to load at 0, in the firmware's place")
    return parser


def main() -> int:
    arguments = sys.argv[1:]
    split = arguments.index("--") if "--" in arguments else len(arguments)
    options = _parser().parse_args(arguments[:split])
    is_terminal = sys.stdin.isatty()
    command = qemu.command_line(options.board, find_image(options.board, options.image), stub=options.stub,
                                icount=options.icount, cores=options.cores,
                                serial="mon:stdio" if is_terminal else "stdio", monitor="none")
    if options.gdb:
        command += gdb_arguments(options.gdb)
        print(f"qemu: waiting for a debugger: gdb-multiarch -ex 'target remote localhost:{options.gdb}'", file=sys.stderr)
    sys.stdout.flush()
    os.execv(command[0], command + arguments[split + 1:])


if __name__ == "__main__":
    run_command("qemu", main)
