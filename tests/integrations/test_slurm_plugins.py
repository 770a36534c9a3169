# SPDX-License-Identifier: Apache-2.0
"""The scripts for Slurm's Lua plugins, called with a table in place of Slurm."""
import os
import shutil
import stat
import subprocess
import tempfile
import unittest

from mcp_client import PROGRAM, ROOT

LUA = shutil.which("lua5.4") or shutil.which("lua5.3")
FOLDER = os.path.join(ROOT, "docs", "integrations", "slurm")
HARNESS = os.path.join(ROOT, "tests", "integrations", "slurm_harness.lua")
JOB = {"type": "sbatch", "partition": "standard-g", "nodes": "4", "gpus-per-node": "8", "time": "04:00:00", "account": "project_1"}


@unittest.skipUnless(LUA, "no Lua")
class Plugins(unittest.TestCase):
    def call(self, script, function, options, program=PROGRAM, patience_s=120):
        words = [f"{key}={value}" for key, value in options.items()]
        done = subprocess.run([LUA, HARNESS, os.path.join(FOLDER, script), function, *words], capture_output=True, text=True,
                              env={**os.environ, "CLUSTERSIM": program, "CLUSTERSIM_PATIENCE_S": str(patience_s)})
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def submit(self, options, program=PROGRAM, patience_s=120):
        return self.call("cli_filter.lua", "slurm_cli_pre_submit", options, program, patience_s)

    def fake(self, text):
        """A program that does what this script of the shell says."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, "it's a program")
        with open(path, "w", encoding="utf-8") as stream:
            stream.write("#!/bin/sh\n" + text)
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
        return path

    def test_cost_and_start(self):
        out = self.submit(JOB)
        self.assertIn("info: clustersim: costs at most 64 GPU-h", out)
        self.assertRegex(out, r"info: clustersim: starts in about [\d.]+ \w+ \(")
        self.assertTrue(out.endswith("returns 0\n"))

    def test_guard(self):
        large = {**JOB, "nodes": "128", "time": "24:00:00"}
        out = self.submit(large)
        self.assertIn("error: clustersim: the job may use 24576 GPU-h, more than 1000", out)
        self.assertTrue(out.endswith("returns -1\n"))
        self.assertTrue(self.submit({**large, "comment": "a large run"}).endswith("returns 0\n"))

    def test_submission_goes_on(self):
        for program in ("/no/such/program", self.fake("exit 3"), self.fake("echo nonsense"), self.fake("echo '{'")):
            self.assertEqual(self.submit(JOB, program), "returns 0\n")
        self.assertEqual(self.submit(JOB, self.fake("exec sleep 1000"), patience_s=1), "returns 0\n")
        self.assertEqual(self.submit({**JOB, "partition": "nowhere"}), "returns 0\n")
        self.assertEqual(self.submit({**JOB, "type": "srun"}, self.fake("touch asked; echo '{'")), "returns 0\n")

    def test_hostile_options(self):
        """What a user writes is no command of the shell and no further line of the script."""
        with tempfile.TemporaryDirectory() as folder:
            seen = os.path.join(folder, "seen")
            program = self.fake(f"cat \"$2\" > '{seen}'; exit 1")
            self.submit({**JOB, "account": "a'; touch /tmp/x; '", "qos": "a\n#SBATCH --nodes=9", "time": "unset"}, program)
            with open(seen, encoding="utf-8") as stream:
                lines = stream.read().splitlines()
        self.assertEqual(lines, ["#!/bin/bash", "#SBATCH --gpus-per-node=8", "#SBATCH --nodes=4", "#SBATCH --partition=standard-g"])

    def test_job_submit(self):
        request = {"min_nodes": 64, "tres_per_node": "gres/gpu:a100:4", "time_limit": 1440}
        out = self.call("job_submit.lua", "slurm_job_submit", request)
        self.assertIn("user: this job may use 6144 GPU-h", out)
        self.assertTrue(out.endswith("returns -1\n"))
        for change in ({"comment": "large"}, {"time_limit": 60}, {"tres_per_node": ""}, {"time_limit": 4294967294}):
            self.assertEqual(self.call("job_submit.lua", "slurm_job_submit", {**request, **change}), "returns 0\n")
        out = self.call("job_submit.lua", "slurm_job_submit", {"tres_per_job": "gpu=2000", "time_limit": 60})
        self.assertTrue(out.endswith("returns -1\n"))


if __name__ == "__main__":
    unittest.main()
