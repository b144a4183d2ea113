@ Every register of the unit of the ARM1176: d0-d15 and FPSCR, from memory and to memory. Changes nothing else.

    .syntax unified
    .arm
    .fpu vfpv2

@ void vfp_fill(const Registers*)                                                                     [survival.cpp]
    .section .text.vfp_fill, "ax", %progbits
    .global vfp_fill
    .type vfp_fill, %function
vfp_fill:
    vldmia r0!, {d0-d15}
    ldr   r1, [r0]
    vmsr  fpscr, r1
    bx    lr
    .size vfp_fill, . - vfp_fill

@ void vfp_dump(Registers*)
    .section .text.vfp_dump, "ax", %progbits
    .global vfp_dump
    .type vfp_dump, %function
vfp_dump:
    vstmia r0!, {d0-d15}
    vmrs  r1, fpscr
    str   r1, [r0]
    bx    lr
    .size vfp_dump, . - vfp_dump
