@ The one context switch, and the first instructions of a thread. Moves registers; C++ has decided.

    .syntax unified
    .arm

@ Status cane_switch_context(ThreadControl* next, IrqState before)                       [arch/arm/include/arch/context.hpp]
@
@ The frame of a thread that does not run, on its own stack:
@       | cpsr       |   `before`: resuming the thread also lifts the interrupt mask
@       | pc         |   the return address
@       | r11 … r4   |   <- Context::stack_pointer
@ Storing the stack pointer is the last thing done to the old thread: before that, nobody may resume it.
    .section .text.cane_switch_context, "ax", %progbits
    .global cane_switch_context
    .type cane_switch_context, %function
cane_switch_context:
    mrc   p15, 0, r2, c13, c0, 4        @ TPIDRPRW: the thread that stops
    push  {r1}
    push  {r4-r11, lr}
    str   sp, [r2, #0]                  @ Context::stack_pointer
    ldr   sp, [r0, #0]
    mcr   p15, 0, r0, c13, c0, 4
    ldr   r0, [r0, #4]                  @ Context::wait_result, the answer to the call that stopped it
    pop   {r4-r11}
    rfeia sp!                           @ pc and cpsr together
    .size cane_switch_context, . - cane_switch_context

@ Where a new thread begins: r4 its function, r5 the argument, as prepare_context() left them in its first frame.
    .section .text.cane_thread_start, "ax", %progbits
    .global cane_thread_start
    .type cane_thread_start, %function
cane_thread_start:
    mov   r0, r5
    blx   r4
    bl    cane_thread_exit
    .size cane_thread_start, . - cane_thread_start
