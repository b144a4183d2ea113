@ Every core register and the flags under interrupts: loaded, left alone for a while, stored.

    .syntax unified
    .arm

@ void exercise_registers(const Registers* given, Registers* seen)                                   [registers.cpp]
@ The instructions in the middle change nothing: whatever differs afterwards was changed by an interrupt. They are long
@ enough for one to come on most passes.
    .section .text.exercise_registers, "ax", %progbits
    .global exercise_registers
    .type exercise_registers, %function
exercise_registers:
    push  {r4-r11, lr}
    push  {r1}
    ldr   r1, [r0, #56]
    msr   cpsr_fs, r1                   @ N Z C V Q and GE
    ldmia r0, {r0-r12, lr}
    .rept 700
    nop
    .endr
    push  {r0-r12, lr}
    mrs   r12, cpsr
    ldr   r0, [sp, #56]                 @ seen
    pop   {r1-r7}
    stmia r0!, {r1-r7}
    pop   {r1-r7}
    stmia r0!, {r1-r7}
    str   r12, [r0]
    pop   {r1}
    pop   {r4-r11, pc}
    .size exercise_registers, . - exercise_registers

@ void note_stack_pointer(uint32_t* where)
    .section .text.note_stack_pointer, "ax", %progbits
    .global note_stack_pointer
    .type note_stack_pointer, %function
note_stack_pointer:
    str   sp, [r0]
    bx    lr
    .size note_stack_pointer, . - note_stack_pointer

@ void raise_with_odd_stack(uint32_t* register, uint32_t value): stores to a device while SP is 4 off a multiple of 8.
    .section .text.raise_with_odd_stack, "ax", %progbits
    .global raise_with_odd_stack
    .type raise_with_odd_stack, %function
raise_with_odd_stack:
    sub   sp, sp, #4
    str   r1, [r0]
    .rept 32
    nop
    .endr
    add   sp, sp, #4
    bx    lr
    .size raise_with_odd_stack, . - raise_with_odd_stack
