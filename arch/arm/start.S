@ The first instructions of an image: from whatever the loader left to a known processor, then C++ (boot.cpp).
@ Owns the way in: cores, modes, control registers, stack pointers. Must never touch memory other than the mailbox it
@ parks cores on: nothing is mapped, cached or cleared yet.
@
@ Entered at 0x8000 with the MMU and the data cache off, in SVC (secure or not) or, on the Cortex-A7, in HYP. Nothing
@ else is assumed: registers, banked CP15 registers and memory outside the image file may hold anything.
@
@ IRQ, FIQ and asynchronous aborts stay masked from here. IRQ and FIQ because no driver is ready; aborts because one that
@ the firmware left pending would strike before there are vectors, stacks and a UART to report it. The first thread's CPSR
@ unmasks all three at once, when all of that is there.

#include <arch/entry.inc>

    .syntax unified
    .arm

    @ MMU, caches and branch prediction off, low vectors, little endian, no alignment traps, the bits that must be one as
    @ one. Bits 22 and 23 are that on the Cortex-A7; on the ARM1176 they choose the ARMv6 page tables (XP) and ARMv6
    @ unaligned access (U). [ARM1176JZF-S TRM 3.2.7; ARM DDI 0406C B4.1.130]
    .equ  sctlr_all_off, 0x00C50078

    .equ  mode_fiq, 0x11
    .equ  mode_irq, 0x12
    .equ  mode_svc, 0x13
    .equ  mode_abt, 0x17
    .equ  mode_und, 0x1B

    .macro set_stack mode, top
    cps   #\mode
    ldr   sp, =\top
    .endm

@ The image begins with a branch and three words about itself, for programs that handle image files: the mark "cane", the
@ address behind the last byte of the file, and the address behind the last byte of memory that the image uses.
    .section .text.start, "ax", %progbits
    .global _start
    .type _start, %function
_start:
    b     start
    .ascii "cane"
    .word __data_end
    .word __image_end

@ void start(r0, r1, r2 of the firmware)  -> [[noreturn]] void cane_boot(r0, r1, r2, CPSR)
start:
    mov   r4, r0                        @ what the firmware said, kept for boot_record
    mov   r5, r1
    mov   r6, r2
    mrs   r7, cpsr
    cpsid aif

    park_other_cores

    @ The control register of SVC can be written from HYP too, and must be before the step down.
    ldr   r0, =sctlr_all_off
    mcr   p15, 0, r0, c1, c0, 0
    mov   r8, #0
    synchronize_context r8
    leave_hypervisor_mode
    cps   #mode_svc

    @ Faults from here on arrive at our vectors. [ARM1176JZF-S TRM 3.2.43; ARM DDI 0406C B4.1.156]
    set_stack mode_fiq, __fiq_stack_top
    set_stack mode_irq, __irq_stack_top
    set_stack mode_abt, __abort_stack_top
    set_stack mode_und, __undefined_stack_top
    set_stack mode_svc, __boot_stack_top
    ldr   r0, =cane_vectors
    mcr   p15, 0, r0, c12, c0, 0        @ VBAR

    @ No address-space number, no current thread, no thread-local storage.
    mcr   p15, 0, r8, c13, c0, 0        @ FCSEIDR
    mcr   p15, 0, r8, c13, c0, 1        @ CONTEXTIDR
    mcr   p15, 0, r8, c13, c0, 2        @ TPIDRURW
    mcr   p15, 0, r8, c13, c0, 3        @ TPIDRURO
    mcr   p15, 0, r8, c13, c0, 4        @ TPIDRPRW

    @ The coprocessor registers of VFP and NEON become reachable, the unit itself stays off: its first user traps.
    mov   r0, #0x00F00000
    mcr   p15, 0, r0, c1, c0, 2         @ CPACR: full access to cp10 and cp11
    synchronize_context r8
    vmsr  fpexc, r8                     @ EN = 0

    mov   r0, r4
    mov   r1, r5
    mov   r2, r6
    mov   r3, r7
    mov   fp, #0                        @ the end of every backtrace
    mov   lr, #0
    b     cane_boot
    .ltorg
    .size _start, . - _start
