# SPDX-License-Identifier: Apache-2.0
"""Inputs that never end, unpack without measure, are damaged or come from another system's editor."""
import gzip
import os
import subprocess
import unittest

from program import PROGRAM, ROOT, CommandCase

ENDLESS = [["run"], ["check"], ["replay", "--procs", "4"], ["replay", "--nodes", "2", "--as", "jobs"],
           ["import", "sacct", "-o", "none.csv"], ["fabric", "show", "--edges"],
           ["fit", "links"], ["systems", "check"]]


def sanitized():
    with open(PROGRAM, "rb") as program:
        return b"__asan_init" in program.read()


class HostileInput(CommandCase):
    def test_an_endless_file_is_read_up_to_a_limit_by_every_command(self):
        for command in ENDLESS:
            with self.subTest(command=command):
                done = self.run_bounded(*command, "/dev/zero")
                self.assertIn(done.returncode, (2, 3, 5), done.stderr)
                self.assertNotEqual(done.stderr, b"")

    def test_an_endless_pipe_is_read_up_to_a_limit(self):
        for text in ("y\n", "# \n", "a: 1\n"):
            with self.subTest(text=text):
                endless = subprocess.Popen(["yes", text.strip()], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
                self.addCleanup(endless.wait)
                self.addCleanup(endless.stdout.close)
                self.addCleanup(endless.kill)
                done = self.run_bounded("check", "-", stdin=endless.stdout)
                self.assertEqual(done.returncode, 5, done.stderr)
                self.assertIn(b"larger than 32 MiB", done.stderr)

    def test_a_small_file_that_unpacks_without_measure_is_refused(self):
        member = gzip.compress(b"\n" * (32 << 20), mtime=0)
        bomb = self.path("bomb.swf.gz")
        with open(bomb, "wb") as stream:
            for _ in range(40):
                stream.write(member)
        done = self.run_bounded("replay", bomb, "--procs", "4")
        self.assertEqual(done.returncode, 5, done.stderr)
        self.assertIn(b"more than 1024 MiB", done.stderr)
        self.assertEqual(self.run_bounded("fit", "links", bomb).returncode, 5)

    def test_a_packed_trace_with_a_wrong_checksum_is_refused(self):
        packed = bytearray(gzip.compress(b"1 0 0 60 1 -1 -1 1 60 -1 1 1 1 -1 -1 -1 -1 -1\n", mtime=0))
        packed[-5] ^= 1
        trace = self.path("trace.swf.gz")
        with open(trace, "wb") as stream:
            stream.write(packed)
        self.assertIn("gzip data are damaged", self.fail_with(5, "replay", trace, "--procs", "4").stderr)

    def test_a_negative_count_of_jobs_is_wrong_use(self):
        trace = self.write("t.swf", "1 0 0 60 1 -1 -1 1 60 -1 1 1 1 -1 -1 -1 -1 -1\n")
        self.fail_with(2, "replay", trace, "--procs", "4", "--first", "-1")

    def run_bounded(self, *arguments, stdin=subprocess.DEVNULL):
        """With limits on memory and on the time."""
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        limit, seconds = ["prlimit", "--as=3000000000"], 60
        if sanitized():
            # The address sanitizer reserves terabytes of addresses; it can limit what is resident.
            limit, seconds = [], 240
            environment["ASAN_OPTIONS"] = "hard_rss_limit_mb=6000:" + environment.get("ASAN_OPTIONS", "")
        return subprocess.run([*limit, PROGRAM, *arguments], stdin=stdin, capture_output=True,
                              cwd=ROOT, timeout=seconds, env=environment)


if __name__ == "__main__":
    unittest.main()
