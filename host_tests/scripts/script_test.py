#!/usr/bin/python3
"""What the tests of the scripts share: the scripts' modules on the path, and a directory of their own.

Never starts a real emulator: the guests here are shell scripts that say what a guest would.
"""

import os
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "scripts" / "lib"
sys.path.insert(0, str(LIBRARY))


class ScriptTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)

    def write(self, name: str, text: str, mode: int = 0o644) -> Path:
        path = self.directory / name
        path.write_text(text, encoding="utf-8")
        path.chmod(mode)
        return path

    def fake_qemu(self, body: str) -> Path:
        """Stands in for the emulator until the test ends; `body` is the guest."""
        path = self.write("qemu", "#!/bin/sh\n" + body, 0o755)
        before = os.environ.get("CANE_QEMU")
        self.addCleanup(lambda: os.environ.pop("CANE_QEMU") if before is None
                        else os.environ.__setitem__("CANE_QEMU", before))
        os.environ["CANE_QEMU"] = str(path)
        return path
