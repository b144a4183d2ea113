@ Moving the registers of the VFP unit to and from a VfpArea. With vfp_switch.S the only code of the kernel that touches the
@ unit; whoever calls it decides (vfp.cpp).

    .syntax unified
    .arm
    .fpu  vfpv2

    .macro function name
    .section .text.\name, "ax", %progbits
    .global \name
    .type \name, %function
\name:
    .endm

@ void cane_vfp_save(VfpArea*)                                                                        [arch/arm/vfp.cpp]
    function cane_vfp_save
    vstmia r0!, {d0-d15}
    add   r0, r0, #128                  @ the place of d16–d31, which this unit has not
    vmrs  r1, fpscr
    str   r1, [r0]                      @ VfpArea::fpscr
    bx    lr
    .size cane_vfp_save, . - cane_vfp_save

@ void cane_vfp_load(const VfpArea*)
    function cane_vfp_load
    vldmia r0!, {d0-d15}
    add   r0, r0, #128                  @ the place of d16–d31, which this unit has not
    ldr   r1, [r0]                      @ VfpArea::fpscr
    vmsr  fpscr, r1
    bx    lr
    .size cane_vfp_load, . - cane_vfp_load
