# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C: every command ends with 130, and soon. The limits here are generous: the machine may be busy."""
import os
import signal
import subprocess
import time
import unittest

from program import PROGRAM, ROOT, SLOWDOWN, CommandCase

LONG = """schema: clustersim/scenario/1
title: months of a busy machine
system: karolina
partition: qgpu
scheduler: easy
background: {mix: itp-trace, load: 1.0, warm-up: 60 d, window: 60 d}
replicates: 1000
jobs:
  a: {nodes: 2, runtime: 2 h, walltime: 3 h}
"""


class Interrupts(CommandCase):
    def interrupt(self, *arguments, after=1.0):
        """The streams of a command that was interrupted once."""
        process = subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, cwd=ROOT)
        time.sleep(after)
        self.assertIsNone(process.poll(), "it ended too soon to be interrupted")
        process.send_signal(signal.SIGINT)
        try:
            stdout, stderr = process.communicate(timeout=20 * SLOWDOWN)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            self.fail("it goes on as if nothing had been pressed")
        self.assertEqual(process.returncode, 130, stderr)
        return stdout, stderr

    def test_a_run_stops_inside_a_replicate_and_says_what_it_rests_on(self):
        stdout, _ = self.interrupt("run", self.write("long.yaml", LONG), "--no-results", "--workers", "2", after=4)
        self.assertRegex(stdout, r"uses \d+ of 1000 replicates")

    def test_an_interrupted_check_is_not_ok(self):
        stdout, stderr = self.interrupt("check", "--run", self.write("long.yaml", LONG), self.path("long.yaml"), after=4)
        self.assertEqual(stdout, "")
        self.assertIn("of 1000 replicates", stderr)

    def test_a_replicate_on_a_large_machine_stops_between_two_events(self):
        stdout, _ = self.interrupt("run", "scenarios/policy/archer2.yaml", "--no-results", "--workers", "1", after=4)
        self.assertRegex(stdout, r"uses \d+ of 3 replicates")

    def test_a_command_of_slurm_that_hangs_is_killed_with_its_children(self):
        os.makedirs(self.path("bin"))
        for name, answer in (("sbatch", "echo 4711"), ("squeue", "sh -c 'sleep 61; echo late'")):
            self.write("bin/" + name, f'#!/bin/sh\n[ "$1" = --version ] && exit 0\n{answer}\n')
            os.chmod(self.path("bin/" + name), 0o755)
        scenario = self.write("s.yaml", "schema: clustersim/scenario/1\ntitle: T\nsystem: vega\nbackground: {mix: none}\nreplicates: 1\n"
                              "sweep: {jobs.a.nodes: [1, 2]}\njobs:\n  a: {nodes: 1, runtime: 1 h, walltime: 2 h}\n")
        before = os.environ["PATH"]
        os.environ["PATH"] = self.path("bin") + ":" + before
        try:
            self.interrupt("sweep", scenario, "-o", self.path("r.sqlite"), "--executor", "slurm", "--tasks", "2", "--poll", "1", after=3)
        finally:
            os.environ["PATH"] = before
        self.assertNotIn("sleep 61", subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout)

    def test_commands_without_a_partial_answer_end_at_once(self):
        for arguments in (["replay", "-", "--procs", "4"], ["replay", "-", "--nodes", "4"], ["run", "-"], ["check", "-"]):
            with self.subTest(arguments=arguments):
                self.assertEqual(self.interrupt(*arguments)[0], "")


if __name__ == "__main__":
    unittest.main()
