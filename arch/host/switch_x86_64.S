# The change of stacks on x86-64, System V ABI: six callee-saved registers and the return address.
#
# void cane_switch_stacks(void** stopped, void* next)                                      [arch/host/stack_switch.hpp]
#
#       | return address |
#       | rbp            |
#       | rbx            |
#       | r12 … r15      |   <- *stopped
    .text
    .globl cane_switch_stacks
    .type cane_switch_stacks, @function
cane_switch_stacks:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq  %rsp, (%rdi)
    movq  %rsi, %rsp
    popq  %r15
    popq  %r14
    popq  %r13
    popq  %r12
    popq  %rbx
    popq  %rbp
    ret
    .size cane_switch_stacks, . - cane_switch_stacks
    .section .note.GNU-stack, "", @progbits
