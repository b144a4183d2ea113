#!/usr/bin/python3
"""The QEMU command line for one image on one board: the only place that knows the machines and how an image is put in.

Never starts anything: run_target.py runs an image unattended, qemu_command.py and gdb_command.py with a person there.
"""

import os
import shutil
from pathlib import Path
from typing import Optional

from project import BOARDS, Problem

MACHINES = {"pi_zero": "raspi0", "pi2": "raspi2b"}
IMAGE_ADDRESS = 0x8000  # Where the firmware puts kernel.img and kernel7.img.
GREATEST_ICOUNT_SHIFT = 10


def emulator() -> str:
    """The emulator's path; CANE_QEMU names another one than the system's."""
    wanted = os.environ.get("CANE_QEMU", "qemu-system-arm")
    found = shutil.which(wanted)
    if found is None:
        raise Problem(f"cannot find the emulator {wanted}; install it (on Debian: apt-get install qemu-system-arm) "
                      "or name another one in CANE_QEMU")
    return found


def _quoted(path: Path) -> str:
    return str(path).replace(",", ",,")  # A comma ends an option's value.


def _loader(path: Path, address: int, starts_core_0: bool = False) -> list[str]:
    start = ",cpu-num=0" if starts_core_0 else ""
    return ["-device", f"loader,file={_quoted(path)},addr={address:#x}{start},force-raw=on"]


def _existing(path: Path, what: str, board: str) -> Path:
    if not path.is_file():
        raise Problem(f"there is no {what} {path}; "
                      f"build it first: cmake --preset {board} && cmake --build --preset {board}")
    return path


def _image_arguments(board: str, image: Path, stub: Optional[Path]) -> list[str]:
    _existing(image, "image", board)
    if image.suffix not in (".elf", ".img"):
        raise Problem(f"the image must be an .elf or .img file, not {image}")
    if stub is None:
        if image.suffix == ".elf":
            return ["-kernel", str(image)]
        # QEMU's own -kernel would put a raw image at 0x10000.
        return _loader(image, IMAGE_ADDRESS, starts_core_0=True)
    _existing(stub, "boot stub", board)
    if image.suffix == ".elf":
        return _loader(stub, 0) + ["-device", f"loader,file={_quoted(image)}"]
    return _loader(stub, 0) + _loader(image, IMAGE_ADDRESS)


def command_line(board: str, image: Path, *, stub: Optional[Path] = None, icount: Optional[int] = None,
                 cores: Optional[int] = None, store_log: Optional[Path] = None,
                 serial: str = "stdio", monitor: str = "none") -> list[str]:
    """The whole command, the guest's console on `serial`. `icount` makes a run repeatable: 2^icount ns an instruction."""
    if board not in BOARDS:
        raise Problem(f"there is no board {board}; the boards are {', '.join(BOARDS)}")
    command = [emulator(), "-M", MACHINES[board], "-display", "none", "-monitor", monitor, "-serial", serial,
               "-semihosting-config", "enable=on,target=native", "-action", "reboot=shutdown"]
    command += _image_arguments(board, image, stub)
    if icount is not None:
        if not 0 <= icount <= GREATEST_ICOUNT_SHIFT:
            raise Problem(f"--icount takes a shift from 0 to {GREATEST_ICOUNT_SHIFT}, not {icount}")
        # Without sleep=off, idle time of the host leaks into the guest's.
        command += ["-icount", f"shift={icount},sleep=off"]
    if cores is not None:
        if board != "pi2" or not 1 <= cores <= 4:
            raise Problem("--cores takes 1 to 4 and is for pi2 only; the Pi Zero has one core")
        command += ["-global", f"bcm2836.enabled-cpus={cores}"]
    if store_log is not None:
        command += ["-trace", "memory_region_ops_write", "-D", str(store_log)]
    return command
