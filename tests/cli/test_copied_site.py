# SPDX-License-Identifier: Apache-2.0
"""An imported site as a machine: run, compare, explain and Slurm's commands work for it."""
import json
import os
import shutil
import tempfile
import unittest

from program import CommandCase, run

SITES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "data", "sites")

FIXED = """schema: clustersim/scenario/1
title: a job on a copied site
system: ./cpus.yaml
partition: batch
seed: 3
replicates: 2
background: {mix: lublin-cpu, load: 0.9, warm-up: 12 h, window: 6 h}
jobs:
  solve: {nodes: 4, runtime: 1 h, walltime: 2 h}
"""

TRAINING = """schema: clustersim/scenario/1
title: a training on a copied site
system: ./gpus/machine.yaml
partition: gpu
replicates: 2
jobs:
  train: {application: gpt-857m, nodes: 2, steps: 1000}
"""


class CopiedSite(CommandCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        shutil.copytree(SITES, self.folder, dirs_exist_ok=True)
        self.result = self.folder + "/result"

    def tearDown(self):
        shutil.rmtree(self.folder)

    def scenario(self, text, name="study.yaml"):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
        return path

    def answers(self, path, *options):
        done = self.succeed("-q", "run", path, "--no-results", "--format", "json", *options)
        return json.loads(done.stdout)["runs"][0]["jobs"][0]

    def test_a_job_waits_among_the_site_s_own_users(self):
        path = self.scenario(FIXED)
        self.succeed("-q", "run", path, "--out", self.result)
        queue = self.succeed("squeue", self.result, "-o", "%u %a %P %j").stdout
        users = {line.split()[0] for line in queue.splitlines()[1:]}
        self.assertIn("student", users)
        self.assertTrue(users & {"ann", "bob", "eve"}, queue)
        self.assertIn("n[", self.succeed("sinfo", self.result).stdout)
        self.assertIn("debug", self.succeed("sinfo", self.result).stdout)
        shares = self.succeed("sshare", self.result, "-a").stdout
        for name in "chem", "physics", "ann", "study":
            self.assertIn(name, shares)
        self.succeed("sprio", self.result)
        ended = self.succeed("sacct", self.result, "--at", "submit+1d", "-S", "0", "-X", "-n", "-P", "-o", "JobName,State")
        self.assertIn("solve|COMPLETED", ended.stdout)
        self.assertIn("solve", self.succeed("explain", self.result, "--job", "solve").stdout)

    def test_what_nobody_described_has_no_energy(self):
        answer = self.answers(self.scenario(FIXED), "--set", "background.mix=none")
        self.assertNotIn("energy_J", {k for k, v in answer["metrics"].items() if v is not None})

    def test_limits_of_the_site_hold(self):
        path = self.scenario(FIXED)
        done = run("-q", "run", path, "--no-results", "--set", "jobs.solve.nodes=17", "--set", "background.mix=none")
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertIn("16", done.stderr)

    def test_a_described_site_trains(self):
        answer = self.answers(self.scenario(TRAINING))
        self.assertGreater(answer["metrics"]["energy_J"], 0)
        closed = answer["metrics"]["runtime_s"]
        flow = self.answers(self.scenario(TRAINING), "--set", "network=flow")
        self.assertGreater(flow["metrics"]["runtime_s"], 0.5 * closed)

    def test_training_on_nodes_that_nobody_described_is_refused(self):
        text = TRAINING.replace("gpus/machine.yaml", "bare.yaml")
        self.succeed("import", "slurm", "--conf", self.folder + "/gpus/slurm.conf", "-o", self.folder + "/bare.yaml")
        done = run("-q", "run", self.scenario(text), "--no-results")
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertIn("no file describes the nodes of partition \"gpu\" of hill", done.stderr)
        self.assertIn("hosts", done.stderr)
        stepped = run("step", "gpt-857m", "--system", self.folder + "/bare.yaml", "--nodes", "2")
        self.assertEqual(stepped.returncode, 4, stepped.stderr)
        for line in "no file describes the nodes of partition \"gpu\" of hill", "to predict jobs there, describe":
            self.assertIn(line, done.stderr)
            self.assertIn(line, stepped.stderr)

    def test_compare_takes_copied_sites(self):
        path = self.scenario(FIXED.replace("lublin-cpu", "none"))
        done = self.succeed("-q", "compare", path, "--systems", "./cpus.yaml,lumi,./gpus/machine.yaml", cwd=self.folder)
        for name in "valley", "lumi", "hill":
            self.assertIn(name, done.stdout)

    def test_commands_on_one_node_type_need_its_description(self):
        self.succeed("systems", "check", self.folder + "/gpus/machine.yaml", self.folder + "/cpus.yaml")
        self.succeed("step", "gpt-857m", "--system", self.folder + "/gpus/machine.yaml", "--nodes", "2")


if __name__ == "__main__":
    unittest.main()
