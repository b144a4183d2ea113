#!/usr/bin/python3
"""A 32-bit little-endian ARM ELF file as the checks need it: entry, segments, sections, symbols and the build attributes.
Reads the bytes itself; only the attributes go through readelf."""

import pathlib
import re
import struct
import subprocess
from typing import NamedTuple

from finding import CannotCheck

EXECUTE, WRITE, READ = 1, 2, 4          # program header flags
SECTION_ALLOCATED, SECTION_EXECUTABLE = 2, 4
SECTION_WITHOUT_BYTES = 8               # SHT_NOBITS
SYMBOL_FUNCTION = 2


class Segment(NamedTuple):
    kind: int      # 1: PT_LOAD
    address: int
    size: int
    flags: int


class Section(NamedTuple):
    name: str
    kind: int
    flags: int
    address: int
    offset: int
    size: int
    link: int


class Symbol(NamedTuple):
    name: str
    address: int
    kind: int
    section: int   # 0: undefined


def run_tool(tool: str, *arguments: str, standard_input: str | None = None) -> str:
    """The output of a tool of the ARM toolchain."""
    command = [f"arm-none-eabi-{tool}", *arguments]
    try:
        done = subprocess.run(command, input=standard_input, capture_output=True, text=True, check=False)
    except FileNotFoundError as missing:
        raise CannotCheck(f"{command[0]} is missing; install the package binutils-arm-none-eabi") from missing
    if done.returncode != 0:
        raise CannotCheck(f"{' '.join(command)} failed: {done.stderr.strip()}")
    return done.stdout


class ElfFile:
    def __init__(self, path: pathlib.Path):
        self.path = path
        try:
            self._bytes = path.read_bytes()
        except OSError as problem:
            raise CannotCheck(f"cannot read {path}: {problem.strerror}; build the image first") from problem
        if self._bytes[:6] != b"\x7fELF\x01\x01" or self._bytes[18:20] != b"\x28\x00":
            raise CannotCheck(f"{path} is not a 32-bit ARM ELF file; give an image's .elf")
        try:
            self._read_tables()
        except struct.error as problem:
            raise CannotCheck(f"{path} is cut short; build the image again") from problem

    def _read_tables(self) -> None:
        (self.entry, segments, sections, _, _, segment_size, segment_count, section_size, section_count,
         names) = struct.unpack_from("<4x3II6H", self._bytes, 20)
        self.segments = [self._segment(segments + i * segment_size) for i in range(segment_count)]
        raw = [struct.unpack_from("<7I", self._bytes, sections + i * section_size) for i in range(section_count)]
        strings = raw[names][4] if raw else 0
        self.sections = [Section(self._string(strings + fields[0]), *fields[1:]) for fields in raw]
        self.symbols = [symbol for section in self.sections if section.name == ".symtab"
                        for symbol in self._symbols(section)]

    def _segment(self, offset: int) -> Segment:
        kind, _, address, _, _, size, flags = struct.unpack_from("<7I", self._bytes, offset)
        return Segment(kind, address, size, flags)

    def _symbols(self, table: Section) -> list[Symbol]:
        strings = self.sections[table.link].offset
        entries = struct.iter_unpack("<3I2BH", self._bytes[table.offset:table.offset + table.size])
        return [Symbol(self._string(strings + name), value, info & 15, section)
                for name, value, _, info, _, section in entries]

    def _string(self, offset: int) -> str:
        return self._bytes[offset:self._bytes.index(b"\0", offset)].decode("utf-8", "replace")

    def attribute(self, tag: str) -> str:
        """A build attribute in readelf's words, such as Tag_CPU_arch: v6KZ; empty when absent."""
        match = re.search(rf"^\s*{tag}: (.*)$", run_tool("readelf", "-A", "-W", str(self.path)), re.MULTILINE)
        return match.group(1).strip().strip('"') if match else ""
