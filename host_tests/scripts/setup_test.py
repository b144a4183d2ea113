#!/usr/bin/python3
"""What is missing is installed once and by name; what cannot be installed is said; a complete machine sees nothing."""

import os
import shutil
import subprocess
import unittest

from script_test import LIBRARY, ScriptTest

# What setup.sh itself is made of; everything else on the machine is hidden from it.
PLAIN_TOOLS = ("bash", "env", "id", "sed", "sort", "head", "dirname", "chmod")
APT = """#!/bin/sh
echo "$*" >> "{log}"
case "$*" in *" install "*) printf '#!/bin/sh\\n' > "{bin}/qemu-system-arm"; chmod +x "{bin}/qemu-system-arm";; esac
"""


class Setup(ScriptTest):
    def setUp(self):
        super().setUp()
        self.bin = self.directory / "bin"
        self.bin.mkdir()
        self.log = self.directory / "apt.log"
        for tool in PLAIN_TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool))

    def tool(self, name, text):
        path = self.bin / name
        path.unlink(missing_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def need(self, *features):
        script = f'. "{LIBRARY}/setup.sh"; cane_need {" ".join(features)}; echo done'
        environment = {name: value for name, value in os.environ.items() if name != "CANE_QEMU"}
        return subprocess.run(["bash", "-c", script, "demo"], capture_output=True, text=True,
                              env={**environment, "PATH": str(self.bin)})

    def be_root(self, number=0):
        self.tool("id", f"#!/bin/sh\necho {number}\n")

    def test_prints_and_installs_nothing_when_all_is_there(self):
        self.tool("qemu-system-arm", "#!/bin/sh\n")
        self.tool("apt-get", APT.format(log=self.log, bin=self.bin))
        answer = self.need("emulator", "python")
        self.assertEqual((answer.returncode, answer.stdout, answer.stderr), (0, "done\n", ""))
        self.assertFalse(self.log.exists())

    def test_installs_what_is_missing_and_says_why(self):
        self.be_root()
        self.tool("apt-get", APT.format(log=self.log, bin=self.bin))
        answer = self.need("emulator")
        self.assertEqual((answer.returncode, answer.stdout), (0, "done\n"))
        self.assertIn("to run the images, this machine lacks: qemu-system-arm", answer.stderr)
        calls = self.log.read_text().splitlines()
        self.assertTrue(calls[0].endswith(" update"), calls)
        self.assertTrue(calls[1].endswith(" install -y --no-install-recommends qemu-system-arm"), calls)

    def test_goes_through_sudo_when_it_is_not_root(self):
        self.be_root(1000)
        self.tool("apt-get", APT.format(log=self.log, bin=self.bin))
        self.tool("sudo", f'#!/bin/sh\necho sudo >> "{self.log}"\nexec "$@"\n')
        self.assertEqual(self.need("emulator").returncode, 0)
        self.assertEqual(self.log.read_text().splitlines()[0], "sudo")

    def test_says_what_to_do_without_apt(self):
        self.be_root()
        answer = self.need("emulator")
        self.assertEqual((answer.returncode, answer.stdout), (2, ""))
        self.assertIn("no apt-get; install what is the same as Debian's packages: qemu-system-arm", answer.stderr)

    def test_says_what_to_do_without_root_and_sudo(self):
        self.be_root(1000)
        self.tool("apt-get", APT.format(log=self.log, bin=self.bin))
        answer = self.need("emulator")
        self.assertEqual(answer.returncode, 2)
        self.assertIn("needs root, and there is no sudo; as root, run: apt-get install qemu-system-arm", answer.stderr)
        self.assertFalse(self.log.exists())

    def test_says_that_the_network_may_be_missing(self):
        self.be_root()
        self.tool("apt-get", "#!/bin/sh\nexit 100\n")
        answer = self.need("emulator")
        self.assertEqual(answer.returncode, 2)
        self.assertIn("could not install: qemu-system-arm", answer.stderr)
        self.assertIn("check the network", answer.stderr)

    def test_notices_when_the_installation_did_not_help(self):
        self.be_root()
        self.tool("apt-get", "#!/bin/sh\n")
        answer = self.need("emulator")
        self.assertEqual(answer.returncode, 2)
        self.assertIn("still missing after the installation: qemu-system-arm", answer.stderr)

    def test_refuses_a_feature_that_does_not_exist(self):
        answer = self.need("nonsense")
        self.assertEqual((answer.returncode, answer.stdout), (2, ""))
        self.assertIn("no feature nonsense", answer.stderr)

    def test_refuses_a_cmake_that_is_too_old(self):
        for version, status in (("3.22.1", 2), ("3.25.0", 0), ("4.1.2", 0)):
            self.tool("cmake", f'#!/bin/sh\necho "cmake version {version}"\n')
            for name in ("ninja", "git", "arm-none-eabi-g++"):
                self.tool(name, "#!/bin/sh\necho /here\n")
            answer = self.need("build")
            self.assertEqual(answer.returncode, status, answer.stderr)
            self.assertEqual("is too old, 3.25 or newer" in answer.stderr, status == 2)


if __name__ == "__main__":
    unittest.main()
