#!/usr/bin/python3
"""Every check refuses to pass for clean when it could not look: exit status 2, and a message that says what to do."""

import pathlib
import subprocess
import tempfile
import unittest

from tree_fixture import REPOSITORY

CHECKS = REPOSITORY / "scripts/lib/checks"
TREE_CHECKS = ("layers.py", "no_preprocessor.py", "top_level.py", "doc_comments.py", "format.py")


def run(*command: str) -> tuple[int, str]:
    interpreter = ["/usr/bin/python3"] if command[0].endswith(".py") else []
    done = subprocess.run([*interpreter, str(CHECKS / command[0]), *command[1:]], capture_output=True, text=True,
                          check=False)
    return done.returncode, done.stderr


class CheckUsage(unittest.TestCase):
    def assert_cannot_look(self, message: str, *command: str) -> None:
        status, said = run(*command)
        self.assertEqual(status, 2, said)
        self.assertRegex(said, message)

    def test_missing_tree_is_named(self):
        for check in TREE_CHECKS:
            with self.subTest(check):
                self.assert_cannot_look("/nonexistent is not a folder", check, "/nonexistent")

    def test_tree_without_sources_is_not_clean(self):
        with tempfile.TemporaryDirectory() as empty:
            for check in TREE_CHECKS:
                with self.subTest(check):
                    self.assert_cannot_look("give the root of a Cane source tree", check, empty)

    def test_unknown_option_is_refused(self):
        for check in (*TREE_CHECKS, "elf.py", "run-all"):
            with self.subTest(check):
                self.assert_cannot_look("usage", check, "--no-such-option")

    def test_elf_names_a_missing_image(self):
        self.assert_cannot_look("cannot read /nonexistent.elf: .*; build the image first",
                                "elf.py", "--board", "pi2", "/nonexistent.elf")

    def test_elf_refuses_a_folder_without_images(self):
        with tempfile.TemporaryDirectory() as empty:
            self.assert_cannot_look("no .elf file in .*; build the images first", "elf.py", "--board", "pi2", empty)

    def test_elf_refuses_what_is_no_arm_image(self):
        with tempfile.TemporaryDirectory() as folder:
            fake = pathlib.Path(folder) / "fake.elf"
            fake.write_bytes(b"\x7fELF\x02\x01" + bytes(60))
            self.assert_cannot_look("is not a 32-bit ARM ELF file", "elf.py", "--board", "pi2", str(fake))
            fake.write_bytes(b"\x7fELF\x01\x01" + bytes(12) + b"\x28\x00")
            self.assert_cannot_look("is cut short", "elf.py", "--board", "pi2", str(fake))

    def test_elf_refuses_an_unknown_board(self):
        self.assert_cannot_look("invalid choice: 'pi9'", "elf.py", "--board", "pi9", "x.elf")

    def test_run_all_refuses_a_folder_that_is_no_build(self):
        with tempfile.TemporaryDirectory() as empty:
            self.assert_cannot_look("is no build folder for a board", "run-all", empty)

    def test_help_explains_each(self):
        for check in (*TREE_CHECKS, "elf.py", "run-all"):
            with self.subTest(check):
                self.assertEqual(run(check, "--help")[0], 0)


if __name__ == "__main__":
    unittest.main()
