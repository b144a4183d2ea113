#!/usr/bin/python3
"""What must hold in every linked image.

  heap          no symbol of an allocator: malloc, free, operator new and their like
  constructors  .init_array, .preinit_array and .ctors are empty
  vfp           nothing that the kernel can reach uses VFP or NEON, except the functions whose job that is (vfp_...)
  processor     no instruction that the board's processor lacks, and build attributes to match
  spin          no branch to itself: a stopped core waits with wfi or wfe
  layout        entry at 0x8000, where the text starts, and no segment both writable and executable

Each finding names its rule. A folder stands for all .elf files in it.
"""

import argparse
import pathlib
import re
from typing import Callable, Iterable, Iterator

import arm_instructions
import call_graph
import disassembly
from elf_file import EXECUTE, SECTION_ALLOCATED, SECTION_EXECUTABLE, WRITE, ElfFile
from finding import CannotCheck, Finding, finish

LINK_ADDRESS = 0x8000
HEAP = re.compile(r"_?(malloc|free|calloc|realloc|memalign|sbrk)(_r)?$|_Zn[wa]j|_Zd[la]Pv|_Zn[wa]m")
CONSTRUCTOR_TABLES = (".init_array", ".preinit_array", ".ctors")
VFP_JOB = re.compile(r"(cane::arch::(.*::)?|cane_|^)vfp_\w+")
BOOT = "start"   # turns the unit off: its control register, and nothing else of it
CPU_ARCHITECTURES = {"pi_zero": ("v4", "v4T", "v5T", "v5TE", "v5TEJ", "v6", "v6K", "v6KZ"), "pi2": None}

Problems = Iterator[str]


def heap(elf: ElfFile) -> Problems:
    for symbol in elf.symbols:
        if HEAP.match(symbol.name):
            yield f"heap: the image has `{symbol.name}`; find who calls it in the .map and give it static storage"


def constructors(elf: ElfFile) -> Problems:
    for section in elf.sections:
        if section.size and section.name.startswith(CONSTRUCTOR_TABLES):
            yield (f"constructors: {section.name} holds {section.size} bytes; make the objects constinit, with trivial "
                   "destructors")


def layout(elf: ElfFile) -> Problems:
    if elf.entry != LINK_ADDRESS:
        yield f"layout: the entry is 0x{elf.entry:x}; link the start code first, at 0x{LINK_ADDRESS:x}"
    text = [section.address for section in elf.sections
            if section.flags & SECTION_ALLOCATED and section.flags & SECTION_EXECUTABLE and section.size]
    if not text or min(text) != LINK_ADDRESS:
        yield f"layout: the text starts at {hex(min(text)) if text else 'no address'}; it must start at 0x{LINK_ADDRESS:x}"
    for segment in elf.segments:
        if segment.kind == 1 and segment.flags & WRITE and segment.flags & EXECUTE:
            yield f"layout: the segment at 0x{segment.address:x} is writable and executable; split it in the linker script"


def processor(elf: ElfFile, functions: list[disassembly.Function], board: str) -> Problems:
    allowed, built_for = CPU_ARCHITECTURES[board], elf.attribute("Tag_CPU_arch")
    if allowed and built_for not in allowed:
        yield f"processor: built for {built_for or 'an unknown architecture'}, but {board} is v6KZ; an object has wrong flags"
    refused = arm_instructions.REFUSED[board]
    for function in functions:
        for instruction in function.instructions:
            reason = refused(instruction)
            if reason:
                yield f"processor: `{instruction}` at 0x{instruction.address:x} in {function.name} {reason}"


def spin(functions: list[disassembly.Function]) -> Problems:
    for function in functions:
        for instruction in function.instructions:
            if instruction.mnemonic.startswith("b") and instruction.branch_target() == instruction.address:
                yield (f"spin: `{instruction.mnemonic} .` at 0x{instruction.address:x} in {function.name}; put wfi or wfe "
                       "into the loop")


def _uses_vfp(function: disassembly.Function, instruction: disassembly.Instruction) -> bool:
    if not arm_instructions.is_vfp(instruction) or VFP_JOB.match(function.name):
        return False
    return not (function.name == BOOT and instruction.mnemonic == "vmsr" and instruction.operands.startswith("fpexc"))


def vfp(functions: list[disassembly.Function], start: list[disassembly.Function], verbose: bool) -> Problems:
    graph = call_graph.CallGraph(functions)
    count = 0
    for function, path in graph.reach(start):
        count += 1
        user = next((instruction for instruction in function.instructions if _uses_vfp(function, instruction)), None)
        if user:
            yield (f"vfp: the kernel reaches `{user}` at 0x{user.address:x} by {' -> '.join(path)}; build it with "
                   "-mgeneral-regs-only, or keep the call out of the kernel")
    if verbose:
        print(f"vfp: {len(start)} kernel functions reach {count}; {graph.unfollowed} calls through pointers not followed")


def _kernel_functions(elf: ElfFile, functions: list[disassembly.Function], extra: re.Pattern | None):
    map_file = elf.path.with_suffix(".map")
    owned = call_graph.kernel_text(map_file) if map_file.is_file() else []
    start = call_graph.roots(functions, owned, extra)
    if not start:
        raise CannotCheck(f"no kernel function found in {elf.path}; is it stripped? Name some with --kernel-text-roots")
    return start


def check_image(path: pathlib.Path, board: str, extra: re.Pattern | None, verbose: bool) -> Iterator[Finding]:
    elf = ElfFile(path)
    functions = disassembly.functions(elf)
    start = _kernel_functions(elf, functions, extra)
    rules: list[Callable[[], Problems]] = [
        lambda: heap(elf), lambda: constructors(elf), lambda: layout(elf), lambda: processor(elf, functions, board),
        lambda: spin(functions), lambda: vfp(functions, start, verbose)]
    for rule in rules:
        yield from (Finding(str(path), 1, problem) for problem in rule())


def _images(paths: Iterable[pathlib.Path]) -> Iterator[pathlib.Path]:
    for path in paths:
        found = sorted(path.glob("*.elf")) if path.is_dir() else [path]
        if not found:
            raise CannotCheck(f"no .elf file in {path}; build the images first")
        yield from found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("images", nargs="+", type=pathlib.Path, metavar="IMAGE.elf", help="an image, or a folder of them")
    parser.add_argument("--board", required=True, choices=sorted(arm_instructions.REFUSED))
    parser.add_argument("--kernel-text-roots", type=re.compile, metavar="REGEX",
                        help="further functions, by demangled name, to count as the kernel's")
    parser.add_argument("--verbose", action="store_true", help="say how far the walk through the kernel came")
    options = parser.parse_args()
    return finish(lambda: [finding for path in _images(options.images) for finding in
                           check_image(path, options.board, options.kernel_text_roots, options.verbose)])


if __name__ == "__main__":
    raise SystemExit(main())
