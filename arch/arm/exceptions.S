@ The way into and out of every exception. Moves registers between modes and calls C++, which decides. Never returns to a
@ faulting program, but for the one case C++ has repaired: an instruction of a VFP unit that was switched off.

    .syntax unified
    .arm

    .equ  mode_user, 0x10
    .equ  mode_irq, 0x12
    .equ  mode_svc, 0x13
    .equ  mode_system, 0x1F
    .equ  mode_mask, 0x1F
    .equ  masked, 0xC0                  @ CPSR I and F

@ cane::ThreadControl* cane_interrupt()                                                    [kernel/sched/interrupt.cpp]
@
@ What an interrupt leaves on the interrupted thread's own stack:
@       | cpsr       |   by SRS
@       | pc         |
@       | lr         |
@       | r12        |
@       | r3 … r0    |   <- sp of SVC while the handler runs on the interrupt stack
@ The callee-saved registers stay where they are: if the thread is preempted, the ordinary switch stores them below.
    .section .text.cane_interrupt_entry, "ax", %progbits
    .global cane_interrupt_entry
    .type cane_interrupt_entry, %function
cane_interrupt_entry:
    sub   lr, lr, #4                    @ the instruction to go on with [ARM DDI 0406C B1.8.3, table B1-7]
    srsdb sp!, #mode_svc
    cps   #mode_svc
    push  {r0-r3, r12, lr}
    cps   #mode_irq                     @ its stack is empty between interrupts: 8-byte aligned for C++
    bl    cane_interrupt
    clrex                               @ what was interrupted may be inside an exclusive pair, and the monitor is neither
                                        @ a thread's nor a handler's: its store must fail, whoever loaded in between
    cps   #mode_svc
    cmp   r0, #0
    bne   preempt
resume:
    pop   {r0-r3, r12, lr}
    rfeia sp!
preempt:
    mrs   r1, cpsr                      @ it comes back here, in SVC with IRQ masked, and then goes on
    adr   lr, resume
    b     cane_switch_context
    .size cane_interrupt_entry, . - cane_interrupt_entry

@ uint32_t cane_undefined(status, return address)                                                    [arch/arm/vfp.cpp]
@ The address of the instruction, which can be tried again; or 0: it is a fault.
    .section .text.cane_undefined_entry, "ax", %progbits
    .global cane_undefined_entry
    .type cane_undefined_entry, %function
cane_undefined_entry:
    push  {r0-r3, r12, lr}
    mrs   r0, spsr
    mov   r1, lr
    bl    cane_undefined
    cmp   r0, #0
    strne r0, [sp, #20]                 @ in place of lr
    pop   {r0-r3, r12, lr}              @ leaves the flags alone
    beq   undefined_is_a_fault
    movs  pc, lr                        @ and CPSR from SPSR, the Thumb bit included
    .size cane_undefined_entry, . - cane_undefined_entry

@ [[noreturn]] void cane_fault(const FaultRegisters*, kind)                                         [arch/arm/fault.cpp]
@
@ port::FaultRegisters, built at the top of the fault mode's own stack:
@       | status     |   +64
@       | pc         |   +60
@       | lr, sp     |   +52   of the mode the fault came from
@       | r12 … r0   |   <- r0
@ The stack pointer is set afresh on every fault, because nothing returns: so an overflow of this very stack ends in a
@ second, shorter report, not in an endless chain of faults.
    .macro fault_entry name, kind, return_offset, stack_top
    .section .text.\name, "ax", %progbits
    .global \name
    .type \name, %function
\name:
    ldr   sp, =\stack_top
    sub   sp, sp, #72                   @ 17 words, and one to stay 8-byte aligned
    stmia sp, {r0-r12}
    sub   r0, lr, #\return_offset
    mrs   r1, spsr
    str   r0, [sp, #60]
    str   r1, [sp, #64]
    mov   r1, #\kind
    b     complete_fault_frame
    .ltorg
    .size \name, . - \name
    .endm

    fault_entry cane_reset_entry, 0, 0, __undefined_stack_top
    fault_entry cane_supervisor_call_entry, 2, 4, __abort_stack_top
    fault_entry cane_prefetch_abort_entry, 3, 4, __abort_stack_top
    fault_entry cane_data_abort_entry, 4, 8, __abort_stack_top
    fault_entry cane_hypervisor_entry, 5, 0, __abort_stack_top
    fault_entry cane_fast_interrupt_entry, 7, 4, __fiq_stack_top
    fault_entry undefined_is_a_fault, 1, 4, __undefined_stack_top

@ r1: kind. Adds sp and lr of the mode the fault came from, which only that mode can read.
    .section .text.complete_fault_frame, "ax", %progbits
    .type complete_fault_frame, %function
complete_fault_frame:
    mov   r0, sp
    ldr   r2, [r0, #64]
    and   r2, r2, #mode_mask
    cmp   r2, #mode_user                @ user and system mode share their registers, and only system mode can come back
    moveq r2, #mode_system
    orr   r2, r2, #masked
    mrs   r3, cpsr
    msr   cpsr_c, r2
    mov   r4, sp
    mov   r5, lr
    msr   cpsr_c, r3
    str   r4, [r0, #52]
    str   r5, [r0, #56]
    b     cane_fault
    .size complete_fault_frame, . - complete_fault_frame
