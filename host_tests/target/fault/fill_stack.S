@ A thread whose stack is full when an interrupt comes.

    .syntax unified
    .arm

@ [[noreturn]] void interrupt_with_full_stack(void* low_end, uint32_t bytes_left, uint32_t* raise)            [stack.cpp]
    .section .text.interrupt_with_full_stack, "ax", %progbits
    .global interrupt_with_full_stack
    .type interrupt_with_full_stack, %function
interrupt_with_full_stack:
    add   sp, r0, r1
    mov   r3, #1
    str   r3, [r2]
0:  yield
    b     0b
    .size interrupt_with_full_stack, . - interrupt_with_full_stack
