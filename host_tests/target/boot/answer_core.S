@ Where a woken core arrives, in whatever mode it was parked in, MMU and data cache off, no stack: it writes its MIDR into
@ its answer, wakes the asking core, and sleeps for ever.

    .syntax unified
    .arm
    .text
    .global answer_core
    .type answer_core, %function
answer_core:
    mrc   p15, 0, r0, c0, c0, 5
    and   r0, r0, #3
    ldr   r1, =core_answers
    add   r1, r1, r0, lsl #6            @ one cache line of 64 bytes each
    mrc   p15, 0, r2, c0, c0, 0
    str   r2, [r1]
    dsb
    sev
1:  wfi
    b     1b
    .ltorg
    .size answer_core, . - answer_core
