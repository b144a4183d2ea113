#!/usr/bin/python3
"""What each processor understands: the instructions that must not be in an image for it, by mnemonic and by coprocessor
register. QEMU accepts several of them on the wrong processor, so that no run would notice. Each function returns the
reason to refuse an instruction, or nothing."""

import re

from disassembly import Instruction

# ARMv7 and v6T2 instructions that the ARM1176 (ARMv6K with security extensions) lacks. [ARM DDI 0301H 1.10]
_NEWER_THAN_V6K = (
    r"movw|movt|ubfx|sbfx|bfi|bfc|rbit|sdiv|udiv|mls|dmb|dsb|isb|pldw|pli|ldrht|ldrsht|ldrsbt|strht|hvc|eret|dbg|csdb|"
    r"sevl|lda|ldab|ldah|ldaex[bhd]?|stl|stlb|stlh|stlex[bhd]?|crc32c?[bhw]")
_VFP2 = (
    r"vadd|vsub|vmul|vnmul|vdiv|vsqrt|vmla|vmls|vnmla|vnmls|vabs|vneg|vcmp|vcmpe|vcvt|vcvtr|vmov|vmrs|vmsr|vldr|vstr|"
    r"vldm|vldmia|vldmdb|vstm|vstmia|vstmdb|vpush|vpop")
_VFP2_TYPES = re.compile(r"(f32|f64|32|64|s32|u32|\.)*$")

_V7_SYSTEM_REGISTERS = (
    (r"cr0, cr0, \{5\}", "MPIDR"), (r"cr7, cr11, \{1\}", "DCCMVAU"), (r"cr7, cr1, \{\d\}", "an Inner Shareable cache operation"),
    (r"cr8, cr3, \{\d\}", "an Inner Shareable TLB operation"), (r"cr9, cr1[234], \{\d\}", "the v7 performance monitor"),
    (r"cr14, cr\d+, \{\d\}", "the generic timer"))
_V6_CACHE_OPERATIONS = re.compile(r"cr7, cr(6|7|10|14|15), \{0\}")


def _system_operand(instruction: Instruction) -> str | None:
    """The `opcode 1, rX, crN, crM, {opcode 2}` of a move to or from coprocessor 15."""
    moves = instruction.is_one_of("mcr|mrc") and instruction.operands.startswith("15, ")
    return instruction.operands[4:] if moves else None


def is_vfp(instruction: Instruction) -> bool:
    """Whether it belongs to VFP or NEON, in any spelling: v..., the old fld/fst, or a move to coprocessor 10 or 11."""
    if instruction.mnemonic.startswith(("v", "fld", "fst")):
        return True
    is_coprocessor = instruction.is_one_of("mcr|mrc|mcrr|mrrc|cdp|ldcl?|stcl?")
    return is_coprocessor and instruction.operands.startswith(("10, ", "11, "))


def _beyond_vfp2(instruction: Instruction) -> bool:
    types = instruction.mnemonic.partition(".")[2]
    # An immediate is vmov of VFPv3 or a fixed-point vcvt; comparing with #0.0 is old, and vldr's is an address.
    immediate = instruction.is_one_of("vmov|vcvt") and "#" in instruction.operands
    high_register = re.search(r"\b(d(1[6-9]|2\d|3[01])|q\d+)\b", instruction.operands)
    return bool(not instruction.is_one_of(_VFP2) or not _VFP2_TYPES.match(types) or immediate or high_register)


def _unknown_system_register(instruction: Instruction) -> str | None:
    if instruction.is_one_of("mcrr|mrrc") and re.match(r"15, .*cr14$", instruction.operands):
        return "the generic timer"
    operand = _system_operand(instruction)
    if operand is None:
        return None
    if re.match(r"[124], ", operand):
        return "a v7 cache-identification or virtualization register"
    return next((name for pattern, name in _V7_SYSTEM_REGISTERS if re.search(pattern, operand)), None)


def unknown_to_arm1176(instruction: Instruction) -> str | None:
    if instruction.mnemonic.startswith("<UNDEFINED>"):
        return "is no instruction that the disassembler knows"
    if instruction.is_one_of(_NEWER_THAN_V6K) or instruction.mnemonic.endswith(".w"):
        return "is unknown to the ARM1176 (newer than ARMv6K)"
    if instruction.mnemonic.startswith("v") and _beyond_vfp2(instruction):
        return "is unknown to the ARM1176 (it has VFPv2 with d0-d15, and no NEON)"
    register = _unknown_system_register(instruction)
    return f"uses {register}, which the ARM1176 lacks" if register else None


def undefined_on_cortex_a7(instruction: Instruction) -> str | None:
    operand = _system_operand(instruction)
    if operand and _V6_CACHE_OPERATIONS.search(operand):
        return "is a v6 whole-cache operation, undefined on the Cortex-A7; go by set and way"
    if operand and re.search(r"cr7, cr0, \{4\}", operand):
        return "is v6's wait for interrupt, which does nothing on the Cortex-A7; use wfi"
    return None


REFUSED = {"pi_zero": unknown_to_arm1176, "pi2": undefined_on_cortex_a7}
