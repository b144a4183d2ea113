@ Stands in for the firmware of a Raspberry Pi Zero: loaded at 0, where the processor starts in secure SVC with everything
@ masked, it leaves the machine as start.elf leaves it and jumps to the image at 0x8000. See stub.inc for the variants.

#include "stub.inc"

    .syntax unified
    .arm
    .text
    .global _start
_start:
    b     reset
    .rept 7
    b     .                             @ an exception before the image has vectors: stop, and let the test time out
    .endr

    .org 0x100
    define_atags 0x1C000000
    .org 0x180
    define_device_tree

    .org 0x200
reset:
#if STUB_DIRTY
    mov   r0, #0x00F00000               @ VFP reachable and on
    mcr   p15, 0, r0, c1, c0, 2
    mov   r0, #0x40000000
    vmsr  fpexc, r0
    poison_memory
    poison_devices 0x20000000
    poison_system_registers
    poison_registers
#endif
    load_boot_registers
    mov   pc, #image_address
    .ltorg
