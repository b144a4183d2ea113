#!/usr/bin/python3
"""The instructions of a linked image, function by function, as objdump shows them. Literal pools and tables, which the
mapping symbols mark, are left out; names are demangled. Knows nothing about what is allowed."""

import re
from typing import Iterator, NamedTuple

from elf_file import ElfFile, run_tool

CONDITIONS = "eq|ne|cs|hs|cc|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le"
_FUNCTION = re.compile(r"^([0-9a-f]{8}) <(.+)>:$")
_INSTRUCTION = re.compile(r"^\s*([0-9a-f]+):\t([0-9a-f ]+)\t(\S+)(?:\t(.*))?$")
_TARGET = re.compile(r"^([0-9a-f]+)(?: <(.+?)(?:\+0x[0-9a-f]+)?>)?$")
_BRANCH = re.compile(rf"^(b|bl|blx)({CONDITIONS})?$")
_COMMENT = re.compile(r"\s*[@;].*$")


class Instruction(NamedTuple):
    address: int
    mnemonic: str
    operands: str

    def __str__(self) -> str:
        return f"{self.mnemonic} {self.operands}".strip()

    def is_one_of(self, names: str) -> bool:
        """Whether the mnemonic, without condition and type suffix, is one of the alternatives: vaddeq.f32 is a vadd."""
        return bool(re.match(rf"(?:{names})(?:{CONDITIONS})?(?:\.|$)", self.mnemonic))

    def branch_target(self) -> int | None:
        """Where a b, bl or blx to a fixed place goes."""
        match = _TARGET.match(self.operands) if _BRANCH.match(self.mnemonic) else None
        return int(match.group(1), 16) if match else None

    def is_indirect_branch(self) -> bool:
        """A jump or call through a register or a load of pc that is not a return."""
        if re.match(rf"bl?x(?:{CONDITIONS})?$", self.mnemonic):
            return self.branch_target() is None and self.operands != "lr"
        writes_pc = self.is_one_of("ldr|mov|add") and self.operands.startswith("pc, ")
        return writes_pc and self.operands != "pc, lr"

    def never_continues(self) -> bool:
        """Whether control never reaches the next instruction."""
        if self.mnemonic in ("b", "bx", "rfeia", "rfefd", "udf", "eret"):
            return True
        pops_pc = self.mnemonic in ("pop", "ldm", "ldmia", "ldmfd") and re.search(r"\bpc\b.*\}", self.operands)
        return bool(pops_pc) or (self.mnemonic in ("ldr", "mov", "movs", "subs", "add") and self.operands.startswith("pc,"))


class Function(NamedTuple):
    name: str
    address: int
    instructions: list[Instruction]


def functions(elf: ElfFile) -> list[Function]:
    """Every function of the executable sections, in order of address."""
    found: list[Function] = []
    for line in run_tool("objdump", "-d", "-C", "-w", str(elf.path)).splitlines():
        start = _FUNCTION.match(line)
        if start:
            found.append(Function(start.group(2), int(start.group(1), 16), []))
        elif found:
            found[-1].instructions.extend(_instruction(line))
    return found


def _instruction(line: str) -> Iterator[Instruction]:
    match = _INSTRUCTION.match(line)
    if match and not match.group(3).startswith("."):
        operands = _COMMENT.sub("", match.group(4) or "")
        yield Instruction(int(match.group(1), 16), match.group(3), operands.strip())
