#!/usr/bin/python3
"""Which files belong to a source tree. In a Git work tree: what Git tracks or would track. Elsewhere: every file outside
build folders and dot folders. Never looks into a file's meaning."""

import os
import pathlib
import subprocess
from typing import Iterator

from finding import CannotCheck

CPP_SUFFIXES = (".hpp", ".cpp", ".h", ".c", ".hpp.in", ".cpp.in")
ASSEMBLY_SUFFIXES = (".S",)
FIXTURES = "scripts/lib/fixtures/"  # wrong on purpose


def _git_files(tree: pathlib.Path) -> list[str]:
    command = ["git", "-c", "safe.directory=*", "-C", str(tree), "ls-files", "-z", "--cached", "--others",
               "--exclude-standard"]
    listing = subprocess.run(command, capture_output=True, check=False)
    if listing.returncode != 0:
        raise CannotCheck(f"git ls-files failed in {tree}: {listing.stderr.decode().strip()}")
    return [name for name in listing.stdout.decode().split("\0") if name]


def _walked_files(tree: pathlib.Path) -> Iterator[str]:
    for folder, folders, files in os.walk(tree):
        folders[:] = [name for name in folders if name != "build" and not name.startswith(".")]
        for name in files:
            yield (pathlib.Path(folder) / name).relative_to(tree).as_posix()


def files(tree: pathlib.Path) -> list[str]:
    """Every file of the tree that exists, relative to it, sorted; fixtures left out."""
    names = _git_files(tree) if (tree / ".git").exists() else _walked_files(tree)
    return sorted(name for name in names if not name.startswith(FIXTURES) and (tree / name).is_file())


def sources(tree: pathlib.Path, suffixes: tuple[str, ...], under: str = "") -> list[str]:
    """The files with one of the suffixes below a folder. Refuses to find none."""
    found = [name for name in files(tree) if name.startswith(under) and name.endswith(suffixes)]
    if not found:
        raise CannotCheck(f"no {' '.join(suffixes)} file under {tree / under}; give the root of a Cane source tree")
    return found


def read(tree: pathlib.Path, name: str) -> str:
    try:
        return (tree / name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise CannotCheck(f"cannot read {tree / name}: {problem}") from problem
