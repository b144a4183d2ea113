#!/usr/bin/python3
"""Makes what a run of the A/B/C/D demo leaves behind - console and store log - by playing the demo's rules.

A model of its own, much simpler than the kernel: it knows only who runs next in the three cases. Tests bend its output
to see it refused.
"""

from collections import deque

CASES = {1: (4, 4, 4, 4, 4), 2: (1, 2, 3, 4, 4), 3: (1, 2, 3, 4, 1)}
GPIO = {"pi_zero": 0x20200000, "pi2": 0x3F200000}
COST = {"QS": 31, "QR": 28, "IR": 17, "IS": 12, "RO": 9, "CS": 24}  # Ticks, for the look of a picture.


class SampleRun:
    def __init__(self, board="pi2", case=1, cycles=4, trace_cycles=3):
        self.board, self.case, self.cycles = board, case, cycles
        *priorities, self.threshold = CASES[case]
        self.priority = dict(zip("ABCD", priorities))
        self.ready = deque()
        self.waiting = set("ABC")
        self.queues = {name: 0 for name in "ABC"}
        self.events, self.stores = [], []
        self.ticks, self.level, self.running, self.switches = 90000, False, "D", 0
        self.select_outputs()
        self.record("CS", "D")
        for _ in range(cycles + 1):
            self.cycle()
        self.events = self.last_cycles(trace_cycles)

    def store(self, register, value):
        self.stores.append(f"77@1.5:memory_region_ops_write cpu 0 mr 0x5581 addr {GPIO[self.board] + register:#x} "
                           f"value {value:#x} size 4 name 'bcm2835_gpio'")

    def select_outputs(self):
        self.store(0x28, 0x20090)
        self.store(0x00, 1 << 12 | 1 << 21)
        self.store(0x04, 1 << 21)

    def record(self, kind, thread, obj="-"):
        self.events.append((self.ticks, kind, thread, obj))
        self.ticks += COST[kind]

    def switch_to(self, thread):
        self.record("CS", thread)
        self.level = not self.level
        self.store(0x1C if self.level else 0x28, 0x90)
        self.switches += 1
        self.running = thread

    def queue_address(self, name):
        return f"0x000{1 + ord(name) - ord('A')}a2b0"

    def send(self, name):
        self.record("QS", "D", self.queue_address(name))
        self.queues[name] += 1
        if name in self.waiting:
            self.waiting.remove(name)
            self.record("IR", name)
            if self.priority[name] < min(self.priority["D"], self.threshold):
                self.switch_to(name)
                self.consume(name)
                self.switch_to("D")
            else:
                self.ready.append(name)

    def consume(self, name):
        while self.queues[name]:
            self.queues[name] -= 1
            self.record("QR", name, self.queue_address(name))
        self.record("IS", name)
        self.waiting.add(name)

    def cycle(self):
        for _ in range(3):
            for name in "ABC":
                self.send(name)
        self.record("RO", "D")
        self.store(0x1C, 0x20000)
        self.store(0x28, 0x20000)
        if self.ready:
            while self.ready:
                name = self.ready.popleft()
                self.switch_to(name)
                self.consume(name)
            self.switch_to("D")

    def last_cycles(self, count):
        relinquishes = [index for index, event in enumerate(self.events) if event[1] == "RO"]
        return self.events[relinquishes[-1 - count]:relinquishes[-1] + 1]

    def trace(self):
        lines = [f"trace: begin frequency=62500000 events={len(self.events)} lost=7"]
        lines += [f"trace: {ticks} {kind} {thread} {obj}" for ticks, kind, thread, obj in self.events]
        return "\n".join(lines + ["trace: end", ""])

    def console(self):
        per_cycle = 18 if self.case == 2 else 4
        resumes = 9 if self.case == 2 else 3
        return (f"cane: {self.board}\nabcd: board={self.board} case={self.case} message_bytes=16 cycles={self.cycles}\n"
                f"abcd: counters switches={per_cycle * self.cycles} per_cycle={per_cycle}.00\n"
                f"abcd: trace QS=9 QR=9 IR={resumes} IS={resumes} RO=1 CS={per_cycle}\n" + self.trace() +
                "abcd: instructions_per_cycle=712.3\ncane: verdict pass\n")
