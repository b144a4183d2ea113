#!/usr/bin/python3
"""The portable kernel chooses nothing with the preprocessor: no #if, #ifdef, #ifndef, #elif or #else under kernel/.

What differs is a constant of cane_config.hpp asked with `if constexpr`, or another file that CMake puts into the build.
Headers are guarded by `#pragma once`, which is demanded of each.
"""

import pathlib
import re
from typing import Iterator

import cpp_text
import source_tree
from finding import Finding, tree_check

CONDITION = re.compile(r"^[ \t]*(?:#|%:)[ \t]*(if|ifdef|ifndef|elif|elifdef|elifndef|else)\b", re.MULTILINE)
GUARD = re.compile(r"^[ \t]*#[ \t]*pragma[ \t]+once\b", re.MULTILINE)


def check(tree: pathlib.Path) -> Iterator[Finding]:
    for name in source_tree.sources(tree, source_tree.CPP_SUFFIXES + source_tree.ASSEMBLY_SUFFIXES, "kernel/"):
        code = cpp_text.without_comments_and_literals(source_tree.read(tree, name))
        for match in CONDITION.finditer(code):
            line = code.count("\n", 0, match.start()) + 1
            yield Finding(name, line, f"#{match.group(1)} in the portable kernel; use `if constexpr` on a constant of "
                                      "cane_config.hpp, or let CMake choose between two files")
        if name.endswith((".hpp", ".h", ".hpp.in")) and not GUARD.search(code):
            yield Finding(name, 1, "a header without `#pragma once`; put it on the first line")


if __name__ == "__main__":
    raise SystemExit(tree_check(__doc__, check))
