#!/usr/bin/python3
"""Every script a person types explains itself, and refuses a wrong call with a message and a status that is not zero."""

import subprocess
import unittest

from script_test import ROOT, ScriptTest
from sample_run import SampleRun

SCRIPTS = ROOT / "scripts"
BOARD_SCRIPTS = ("demo", "trace", "qemu", "gdb", "test")


class CommandTest(ScriptTest):
    def call(self, script, *arguments, text=""):
        return subprocess.run([SCRIPTS / script, *arguments], input=text, capture_output=True, text=True, timeout=60,
                              cwd=self.directory)

    def assert_refused(self, answer, why):
        self.assertNotEqual(answer.returncode, 0)
        self.assertIn(why, answer.stderr)
        self.assertNotIn("Traceback", answer.stderr)


class Commands(CommandTest):
    def test_every_one_has_help_and_starts_as_bash(self):
        for script in BOARD_SCRIPTS:
            answer = self.call(script, "--help")
            self.assertEqual((answer.returncode, answer.stderr), (0, ""), script)
            self.assertIn(f"usage: scripts/{script}", answer.stdout)
            self.assertTrue((SCRIPTS / script).read_text().startswith("#!/bin/bash\n"))

    def test_every_one_refuses_an_unknown_option_and_an_unknown_board(self):
        for script in BOARD_SCRIPTS:
            self.assert_refused(self.call(script, "--nonsense"), "usage: scripts/" + script)
            self.assert_refused(self.call(script, "--board", "pi9"), "invalid choice: 'pi9'")

    def test_demo_refuses_an_unknown_case_and_a_place_it_cannot_write(self):
        self.assert_refused(self.call("demo", "--case", "4"), "invalid choice: 4")
        self.assert_refused(self.call("demo", "--output", "/proc/demo"), "cannot write to the directory /proc/demo")

    def test_qemu_and_gdb_say_which_image_is_missing(self):
        for script in ("qemu", "gdb"):
            self.assert_refused(self.call(script, "--board", "pi2", "nonsense"), "build it first: cmake --preset pi2")
            self.assert_refused(self.call(script, "--board", "pi2", "/absent/a.elf"), "there is no image /absent/a.elf")

    def test_qemu_hands_arguments_on_and_becomes_the_emulator(self):
        self.fake_qemu('echo "$*"; exit 7')
        image = self.write("a.elf", "")
        answer = self.call("qemu", "--board", "pi_zero", str(image), "--icount", "3", "--gdb", "4321", "--", "-d", "int")
        self.assertEqual(answer.returncode, 7)
        self.assertRegex(answer.stdout, r"-M raspi0 .*-kernel \S+a\.elf .*shift=3,sleep=off .*-S -gdb tcp:127.0.0.1:4321 -d int")
        self.assertIn("target remote localhost:4321", answer.stderr)

    def test_gdb_says_why_the_emulator_did_not_start(self):
        self.fake_qemu("echo 'no such machine' >&2; exit 1")
        self.assert_refused(self.call("gdb", "--board", "pi2", str(self.write("a.elf", ""))), "did not start: no such machine")


class Trace(CommandTest):
    def trace(self, text, *arguments):
        return self.call("trace", "-", "--no-picture", *arguments, text=text)

    def test_prints_one_cycle_or_everything(self):
        log = SampleRun(case=2).console()
        one, everything = self.trace(log), self.trace(log, "--all")
        self.assertEqual((one.returncode, everything.returncode), (0, 0))
        self.assertIn("counts: QS=9 QR=9 IR=9 IS=9 RO=1 CS=18", one.stdout)
        self.assertIn("counts: QS=27 QR=27 IR=27 IS=27 RO=4 CS=54", everything.stdout)
        self.assertIn("7 older events were lost", one.stdout)

    def test_refuses_input_that_is_no_whole_trace(self):
        log = SampleRun().console()
        self.assert_refused(self.trace(""), "no trace in this text")
        self.assert_refused(self.trace("hello\n"), "no trace in this text")
        self.assert_refused(self.trace(log[:len(log) // 2]), "trace")
        self.assert_refused(self.trace(log.replace(" CS A ", " CS D ")), "breaks a rule")
        self.assert_refused(self.call("trace", "/absent/log"), "cannot read /absent/log")
        self.assert_refused(self.call("trace", str(self.directory)), "cannot read")

    def test_wants_either_a_log_or_a_run(self):
        self.assert_refused(self.call("trace"), "either a LOG")
        self.assert_refused(self.call("trace", "log", "--board", "pi2", "--case", "1"), "either a LOG")
        self.assert_refused(self.call("trace", "--board", "pi2"), "both --board and --case")


if __name__ == "__main__":
    unittest.main()
