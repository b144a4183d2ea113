#!/usr/bin/python3
"""Proves that elf.py refuses what it should, for the right reason: builds a fixture's one source into an image at 0x8000,
runs the check on it and holds every finding against the fixture's comments. Usage: elf_fixture.py FIXTURE.cpp|FIXTURE.S

    // board: pi_zero or pi2          // flags: for the compiler          // expected: a regular expression a finding
    // object: where the object lies in the build, which tells the check whose it is (default: fixture.o)
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from tree_fixture import REPOSITORY, problems

CHECK = REPOSITORY / "scripts/lib/checks/elf.py"
MACHINE = {"pi_zero": ["-mcpu=arm1176jzf-s", "-mfpu=vfpv2"], "pi2": ["-mcpu=cortex-a7", "-mfpu=neon-vfpv4"]}
COMMON = ["-marm", "-mfloat-abi=softfp", "-std=c++23", "-fno-exceptions", "-ffunction-sections"]
LINKING = ["-nostdlib", "-Wl,-e,_start,--build-id=none,--no-warn-rwx-segments,-Map=fixture.map"]


def directives(text: str, name: str) -> list[str]:
    return re.findall(rf"^// {name}: (.*)$", text, re.MULTILINE)


def build(source: pathlib.Path, text: str, board: str, folder: pathlib.Path) -> pathlib.Path:
    """The image, with its map beside it."""
    compiler = shutil.which("arm-none-eabi-g++")
    if compiler is None:
        raise SystemExit("elf_fixture.py: arm-none-eabi-g++ is missing; install gcc-arm-none-eabi and "
                         "libstdc++-arm-none-eabi-newlib")
    flags = [*MACHINE[board], *COMMON, *" ".join(directives(text, "flags")).split()]
    place = (directives(text, "object") or ["fixture.o"])[0]
    (folder / place).parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([compiler, *flags, "-c", str(source), "-o", place], cwd=folder, check=True)
    subprocess.run([compiler, *LINKING, *flags, "-T", str(source.parent / "fixture.ld"), place, "-o", "fixture.elf"],
                   cwd=folder, check=True)
    return folder / "fixture.elf"


def main() -> int:
    source = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) == 2 else pathlib.Path()
    if not source.is_file():
        print("usage: elf_fixture.py FIXTURE.cpp|FIXTURE.S", file=sys.stderr)
        return 2
    text = source.read_text(encoding="utf-8")
    (board,), expected = directives(text, "board"), directives(text, "expected")
    if bool(expected) != source.name.startswith("refuses_"):
        print(f"{source}: a fixture that refuses expects findings, one that accepts expects none", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        image = build(source, text, board, pathlib.Path(folder))
        done = subprocess.run(["/usr/bin/python3", str(CHECK), "--board", board, str(image)], capture_output=True, text=True,
                              check=False)
    print(done.stderr, end="", file=sys.stderr)
    found = problems(expected, done.returncode, done.stdout.splitlines())
    print("\n".join(found) or f"{source.name}: as expected")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
