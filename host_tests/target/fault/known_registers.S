@ A fault with a known value in every register, for the report to show.

    .syntax unified
    .arm
    .section .text.fault_with_known_registers, "ax", %progbits
    .global fault_with_known_registers
    .type fault_with_known_registers, %function
fault_with_known_registers:
    adr   r0, known_values
    ldmia r0, {r0-r12, lr}
    msr   cpsr_f, #0x60000000           @ Z C
known_fault_place:
    ldr   r0, [r0]                      @ nothing is mapped at 0x00000004
    b     known_fault_place
known_values:
    .word 0x00000004, 0x11111111, 0x22222222, 0x33333333, 0x44444444, 0x55555555, 0x66666666, 0x77777777
    .word 0x88888888, 0x99999999, 0xAAAAAAAA, 0xBBBBBBBB, 0xCCCCCCCC, 0xEEEEEEEE
    .size fault_with_known_registers, . - fault_with_known_registers
