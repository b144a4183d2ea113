@ The thread pointer of thread_local variables, for code built with -mtp=soft. TPIDRURO holds it.
@ Must change no register but r0, lr and the flags. [Run-time ABI for the ARM Architecture 5.3.5]

    .syntax unified
    .arm

@ void* __aeabi_read_tp()
    .section .text.__aeabi_read_tp, "ax", %progbits
    .global __aeabi_read_tp
    .type __aeabi_read_tp, %function
__aeabi_read_tp:
    mrc   p15, 0, r0, c13, c0, 3
    bx    lr
    .size __aeabi_read_tp, . - __aeabi_read_tp
