#!/usr/bin/python3
"""The top level of the tree is fixed, and each of its folders says in a README.md what lives there and what may not.

Allowed at the top: the names below and names that start with a dot. A README.md needs a heading and a sentence.
"""

import pathlib
import re
from typing import Iterator

import source_tree
from finding import CannotCheck, Finding, tree_check

FOLDERS = ("kernel", "arch", "boards", "demo", "host_tests", "linker", "scripts")
FILES = ("CMakeLists.txt", "CMakePresets.json", "LICENSE", "README.md")


def _stray_names(names: list[str]) -> Iterator[Finding]:
    for name in names:
        top, _, rest = name.partition("/")
        if not top.startswith(".") and top not in (FOLDERS if rest else FILES):
            yield Finding(name, 1, f"`{top}` is not part of the fixed top level; move it into one of: "
                                   f"{' '.join(FOLDERS)}")


def _readme_problem(tree: pathlib.Path, folder: str) -> Iterator[Finding]:
    name = f"{folder}/README.md"
    if not (tree / name).is_file():
        yield Finding(name, 1, f"missing; say in a few lines what lives in {folder}/ and what may not")
        return
    text = source_tree.read(tree, name)
    sentences = [line for line in text.splitlines() if not line.startswith("#") and len(line.split()) > 3]
    if not re.match(r"# \S", text) or not sentences:
        yield Finding(name, 1, "needs a heading on the first line, and a sentence that says what lives here")


def check(tree: pathlib.Path) -> Iterator[Finding]:
    names = source_tree.files(tree)
    present = [folder for folder in FOLDERS if any(name.startswith(folder + "/") for name in names)]
    if not present:
        raise CannotCheck(f"none of {' '.join(FOLDERS)} is in {tree}; give the root of a Cane source tree")
    yield from _stray_names(names)
    for folder in present:
        yield from _readme_problem(tree, folder)


if __name__ == "__main__":
    raise SystemExit(tree_check(__doc__, check))
