@ The switch of the VFP unit, the same on both processors. Whoever calls it decides (vfp.cpp).

    .syntax unified
    .arm
    .fpu  vfpv2

    .equ  fpexc_enable, 1 << 30

    .macro function name
    .section .text.\name, "ax", %progbits
    .global \name
    .type \name, %function
\name:
    .endm

@ void cane_vfp_enable()
    function cane_vfp_enable
    mov   r0, #fpexc_enable
    vmsr  fpexc, r0
    bx    lr
    .size cane_vfp_enable, . - cane_vfp_enable

@ void cane_vfp_disable()
    function cane_vfp_disable
    mov   r0, #0
    vmsr  fpexc, r0
    bx    lr
    .size cane_vfp_disable, . - cane_vfp_disable

@ uint32_t cane_vfp_is_enabled()
    function cane_vfp_is_enabled
    vmrs  r0, fpexc
    and   r0, r0, #fpexc_enable
    bx    lr
    .size cane_vfp_is_enabled, . - cane_vfp_is_enabled
