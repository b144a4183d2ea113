#!/usr/bin/python3
"""The runner calls a run good only when exit status and last line agree; every other way a guest can end is bad."""

import subprocess
import time
import unittest

from script_test import LIBRARY, ScriptTest

from project import Problem
from run_target import Expectation, run_image, verdict_of

PASS = "echo 'cane: verdict pass'\n"


class Verdict(unittest.TestCase):
    def test_is_the_last_line_that_is_not_empty(self):
        self.assertEqual(verdict_of("hello\ncane: verdict pass\n\n"), "pass")
        self.assertEqual(verdict_of("cane: verdict panic: null read\r\n"), "panic: null read")
        self.assertEqual(verdict_of("cane: verdict fail: no message"), "fail: no message")

    def test_is_missing_when_anything_follows_or_the_reason_is_missing(self):
        self.assertIsNone(verdict_of("cane: verdict pass\nmore\n"))
        self.assertIsNone(verdict_of("cane: verdict fail"))
        self.assertIsNone(verdict_of("cane: verdict passed\n"))
        self.assertIsNone(verdict_of("not cane: verdict pass\n"))
        self.assertIsNone(verdict_of(""))


class RunImage(ScriptTest):
    def setUp(self):
        super().setUp()
        self.image = self.write("guest.elf", "")

    def run_guest(self, body, **options):
        self.fake_qemu(body)
        return run_image("pi2", self.image, **options)

    def assert_bad(self, result, why):
        self.assertIsNotNone(result.problem, f"the run was good: {result}")
        self.assertIn(why, result.problem)

    def test_passes_when_status_and_line_agree(self):
        result = self.run_guest("echo hello\n" + PASS)
        self.assertIsNone(result.problem)
        self.assertEqual((result.status, result.verdict), (0, "pass"))
        self.assertEqual(result.output, "hello\ncane: verdict pass\n")

    def test_accepts_an_expected_failure_and_an_expected_panic(self):
        for name, status in (("fail", 1), ("panic", 2)):
            result = self.run_guest(f"echo 'cane: verdict {name}: why'; exit {status}", expectation=Expectation(name))
            self.assertIsNone(result.problem)

    def test_refuses_a_pass_line_with_another_status(self):
        self.assert_bad(self.run_guest(PASS + "exit 1"), "exit status is 1")

    def test_refuses_a_good_status_without_a_pass_line(self):
        self.assert_bad(self.run_guest("echo hello"), "not a verdict")
        self.assert_bad(self.run_guest("exit 0"), "printed nothing")
        self.assert_bad(self.run_guest("echo 'cane: verdict fail: x'"), "fail: x")

    def test_refuses_output_after_the_verdict_and_a_second_verdict(self):
        self.assert_bad(self.run_guest(PASS + "echo more"), "not a verdict")
        self.assert_bad(self.run_guest(PASS + PASS), "2 verdict lines")

    def test_refuses_an_emulator_that_dies(self):
        self.assert_bad(self.run_guest(PASS + "kill -SEGV $$"), "signal 11")

    def test_refuses_a_pass_when_a_panic_is_expected(self):
        self.assert_bad(self.run_guest(PASS, expectation=Expectation("panic")), "expected panic")

    def test_wants_the_expected_texts_and_refuses_the_forbidden_ones(self):
        good = Expectation(texts=["^free [0-9]+$"], forbidden_texts=["lost"])
        self.assertIsNone(self.run_guest("echo free 12\n" + PASS, expectation=good).problem)
        self.assert_bad(self.run_guest("echo free\n" + PASS, expectation=good), "free [0-9]+")
        self.assert_bad(self.run_guest("echo free 12; echo lost\n" + PASS, expectation=good), "forbids")

    def test_stops_a_silent_guest_and_its_children_at_the_timeout(self):
        start = time.monotonic()
        pid_file = self.directory / "pid"
        result = self.run_guest(f"echo hello; sleep 1000 & echo $! > {pid_file}; wait", timeout=0.5)
        self.assert_bad(result, "did not end within 0.5 s")
        self.assertIsNone(result.status)
        self.assertEqual(result.output, "hello\n")
        self.assertLess(time.monotonic() - start, 20)
        self.assert_ends(int(pid_file.read_text()))

    def assert_ends(self, pid):
        """A killed process may take a moment on a busy machine."""
        deadline = time.monotonic() + 20
        while self.is_running(pid):
            self.assertLess(time.monotonic(), deadline, f"process {pid} outlived the run")
            time.sleep(0.01)

    def is_running(self, pid):
        try:
            with open(f"/proc/{pid}/stat") as stat:
                return stat.read().split(")")[1].split()[0] != "Z"
        except FileNotFoundError:
            return False

    def test_stops_a_guest_that_closes_its_console_and_goes_on(self):
        self.assert_bad(self.run_guest(PASS + "exec >&- 2>&-; sleep 100", timeout=0.5), "did not end")

    def test_stops_a_guest_that_prints_for_ever(self):
        self.assert_bad(self.run_guest("exec yes", timeout=60), "printed more than")

    def test_survives_a_flood_of_messages_from_the_emulator(self):
        result = self.run_guest("yes message | head -c 1000000 >&2; echo 'cane: verdict pass'", timeout=20)
        self.assertIsNone(result.problem)

    def test_shows_what_the_emulator_says_of_a_bad_run(self):
        self.assert_bad(self.run_guest("echo 'no such machine' >&2; exit 1"), "no such machine")

    def test_says_what_is_missing(self):
        self.fake_qemu(PASS)
        with self.assertRaisesRegex(Problem, "no image .*absent.elf; build it first"):
            run_image("pi2", self.directory / "absent.elf")
        with self.assertRaisesRegex(Problem, "no boot stub"):
            run_image("pi2", self.image, stub=self.directory / "absent.bin")
        with self.assertRaisesRegex(Problem, "cannot write"):
            run_image("pi2", self.image, store_log=self.directory / "absent" / "log")
        with self.assertRaisesRegex(Problem, "there is no board pi9"):
            run_image("pi9", self.image)


class EmulatorArguments(ScriptTest):
    def arguments_of(self, board, name, **options):
        """What the emulator is started with: the fake one prints its arguments."""
        self.fake_qemu('echo "$*"\n' + PASS)
        return run_image(board, self.write(name, ""), **options).output.splitlines()[0]

    def test_an_elf_goes_in_as_the_kernel(self):
        arguments = self.arguments_of("pi_zero", "a.elf")
        self.assertIn("-M raspi0 ", arguments)
        self.assertRegex(arguments, r"-kernel \S+/a\.elf")

    def test_a_raw_image_goes_to_its_own_address(self):
        self.assertRegex(self.arguments_of("pi2", "a.img"), r"loader,file=\S+a\.img,addr=0x8000,cpu-num=0,force-raw=on")

    def test_a_stub_goes_to_zero_and_the_image_behind_it(self):
        stub = self.write("stub.bin", "")
        arguments = self.arguments_of("pi2", "a.img", stub=stub)
        self.assertRegex(arguments, r"loader,file=\S+stub\.bin,addr=0x0,force-raw=on")
        self.assertRegex(arguments, r"loader,file=\S+a\.img,addr=0x8000,force-raw=on")
        self.assertNotIn("-kernel", arguments)

    def test_icount_is_always_repeatable(self):
        self.assertIn("-icount shift=4,sleep=off", self.arguments_of("pi2", "a.elf", icount=4))

    def test_refuses_a_shift_or_a_number_of_cores_that_does_not_exist(self):
        with self.assertRaisesRegex(Problem, "from 0 to 10"):
            self.arguments_of("pi2", "a.elf", icount=11)
        with self.assertRaisesRegex(Problem, "one core"):
            self.arguments_of("pi_zero", "a.elf", cores=1)

    def test_cores_log_and_extra_arguments_are_handed_on(self):
        log = self.directory / "stores.log"
        arguments = self.arguments_of("pi2", "a.elf", cores=1, store_log=log, extra=["-d", "unimp"])
        self.assertIn("-global bcm2836.enabled-cpus=1", arguments)
        self.assertIn(f"-trace memory_region_ops_write -D {log}", arguments)
        self.assertTrue(arguments.endswith("-d unimp"))


class CommandLine(ScriptTest):
    def run_command(self, *arguments):
        return subprocess.run([LIBRARY / "run_target.py", *arguments], capture_output=True, text=True)

    def test_ends_with_one_line_that_says_good_or_bad(self):
        image = self.write("guest.elf", "")
        self.fake_qemu("printf hello")
        bad = self.run_command("--board", "pi2", "--image", image)
        self.assertEqual((bad.returncode, bad.stdout.splitlines()),
                         (1, ["hello", "run_target: bad: the last line is not a verdict"]))
        self.fake_qemu(PASS)
        good = self.run_command("--board", "pi2", "--image", image, "--output", self.directory / "kept")
        self.assertEqual((good.returncode, good.stdout.splitlines()[-1]), (0, "run_target: good"))
        self.assertEqual((self.directory / "kept").read_text(), "cane: verdict pass\n")

    def test_says_what_is_wrong_with_the_call(self):
        missing = self.run_command("--board", "pi2", "--image", self.directory / "absent.elf")
        self.assertEqual((missing.returncode, missing.stdout), (2, ""))
        self.assertIn("absent.elf", missing.stderr)
        pattern = self.run_command("--board", "pi2", "--image", "a.elf", "--expect-text", "(")
        self.assertEqual(pattern.returncode, 2)
        self.assertIn("not a regular expression", pattern.stderr)


if __name__ == "__main__":
    unittest.main()
