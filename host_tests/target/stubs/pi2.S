@ Stands in for the firmware of a Raspberry Pi 2: loaded at 0, where all four cores start in secure SVC with everything
@ masked, it leaves the machine as the firmware's own stub leaves it. Every core non-secure with virtualization,
@ instruction cache on, member of the coherent cluster, the virtual timer running; core 0 jumps to the image at 0x8000,
@ the others wait in WFE for an address in their mailbox 3. See stub.inc for the variants, and here:
@   STUB_SVC           go to the image in non-secure SVC instead of HYP
@   STUB_CNTFRQ        the frequency to write to CNTFRQ; 0 leaves it (the emulated counter's rate does not follow it)

#include "stub.inc"

    .syntax unified
    .arm
    .arch_extension sec
    .arch_extension virt
    .text
    .global _start
_start:
    b     reset
    .rept 7
    b     .                             @ an exception before the image has vectors: stop, and let the test time out
    .endr

    .org 0x100
    define_atags 0x3C000000
    .org 0x180
    define_device_tree

    .equ  mode_monitor, 0x16
    .equ  non_secure_world, 0x1B1       @ SCR: NS, FW, AW, SMC disabled, HVC enabled
    .equ  all_masked, 0x1C0
#if STUB_SVC
    .equ  image_mode, 0x13
#else
    .equ  image_mode, 0x1A
#endif

    .org 0x200
reset:
    mrc   p15, 0, r0, c1, c0, 1
    orr   r0, r0, #0x40
    mcr   p15, 0, r0, c1, c0, 1         @ ACTLR.SMP
    ldr   r0, =0x60C00
    mcr   p15, 0, r0, c1, c1, 2         @ NSACR: VFP, NEON, ACTLR.SMP and L2 errors are the non-secure world's too
#if STUB_CNTFRQ
    ldr   r0, =STUB_CNTFRQ
    mcr   p15, 0, r0, c14, c0, 0        @ CNTFRQ, which the secure world alone can write
#endif
    mov   r0, #1
    mcr   p15, 0, r0, c14, c3, 1        @ CNTV_CTL: enabled, as the firmware leaves it

    @ Through monitor mode into the other world; its system registers are within reach from here on.
    cps   #mode_monitor
    ldr   r0, =non_secure_world
    mcr   p15, 0, r0, c1, c1, 0
    isb
    mov   r0, #0
    mcrr  p15, 4, r0, r0, c14           @ CNTVOFF = 0
    mcr   p15, 0, r0, c12, c0, 0        @ VBAR = 0: the vectors above
    mrc   p15, 0, r0, c1, c0, 0
    orr   r0, r0, #0x1000
    mcr   p15, 0, r0, c1, c0, 0         @ instruction cache on
    isb
    mov   r0, #all_masked | image_mode
    msr   spsr_cxsf, r0
    adr   lr, other_world
    movs  pc, lr

other_world:
    mrc   p15, 0, r0, c0, c0, 5
    ands  r0, r0, #3
    beq   boot_core

@ The firmware's loop, which the image's own (arch/arm/armv7a/include/arch/entry.inc) repeats.
    ldr   r5, =0x400000CC
    add   r5, r5, r0, lsl #4
1:  wfe
    ldr   r4, [r5]
    cmp   r4, #0
    beq   1b
    str   r4, [r5]
    load_boot_registers
    bx    r4

boot_core:
#if STUB_DIRTY
    mov   r0, #0x00F00000               @ VFP reachable and on
    mcr   p15, 0, r0, c1, c0, 2
    isb
    mov   r0, #0x40000000
    vmsr  fpexc, r0
    poison_memory
    poison_devices 0x3F000000
    ldr   r0, =0x40000000               @ the core's own interrupts: all timers, all mailboxes
    mov   r1, #0xF
    str   r1, [r0, #0x40]
    str   r1, [r0, #0x50]
    poison_system_registers
#if !STUB_SVC
    @ Traps that would keep SVC from mapping memory or using the timer and VFP, a second stage without tables,
    @ identities that lie, virtual time shifted.
    ldr   r0, =0x04000038
    mcr   p15, 4, r0, c1, c1, 0         @ HCR: writes to the translation registers, FIQ, IRQ and aborts go to HYP
    ldr   r0, =0x3FFF
    mcr   p15, 4, r0, c1, c1, 2         @ HCPTR: VFP and NEON trap
    mov   r0, #0
    mcr   p15, 4, r0, c14, c1, 0        @ CNTHCTL: the physical timer traps
    ldr   r0, =poison_seed
    mcr   p15, 4, r0, c0, c0, 0         @ VPIDR
    mcr   p15, 4, r0, c0, c0, 5         @ VMPIDR
    mcrr  p15, 4, r0, r0, c14           @ CNTVOFF
#endif
    isb
    poison_registers
#endif
    load_boot_registers
    mov   pc, #image_address
    .ltorg
