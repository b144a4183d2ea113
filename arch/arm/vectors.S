@ The exception vectors: eight branches, nothing else. VBAR points here. [ARM DDI 0406C B1.8.1; ARM1176JZF-S TRM 2.12]

    .syntax unified
    .arm
    .section .text.vectors, "ax", %progbits
    .balign 32
    .global cane_vectors
    .type cane_vectors, %object
cane_vectors:
    b     cane_reset_entry
    b     cane_undefined_entry
    b     cane_supervisor_call_entry
    b     cane_prefetch_abort_entry
    b     cane_data_abort_entry
    b     cane_hypervisor_entry
    b     cane_interrupt_entry
    b     cane_fast_interrupt_entry
    .size cane_vectors, . - cane_vectors
