# SPDX-License-Identifier: Apache-2.0
"""Paths of a command line start in the current folder, those of a scenario in its own."""
import os
import unittest

from program import CommandCase

CONF = """ClusterName=small
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
NodeName=n[1-4] CPUs=8
PartitionName=p Nodes=ALL Default=YES MaxTime=60
"""
SCENARIO = """schema: clustersim/scenario/1
title: one node
system: {system}
background: {{mix: none}}
jobs: {{a: {{nodes: 1, runtime: 1 min, walltime: 2 min}}}}
"""
FAST = ("--replicates", 1, "--set", "background.mix=none")


class GivenPaths(CommandCase):
    def setUp(self):
        super().setUp()
        for name in ("here", "jobs"):
            os.mkdir(self.path(name))
        self.succeed("import", "slurm", "--conf", self.write("slurm.conf", CONF), "-o", self.path("here/site.yaml"))
        self.script = self.write("jobs/job.sbatch", "#!/bin/bash\n#SBATCH -N 1 -t 5\n./x\n")
        self.here = self.path("here")

    def scenario(self, system):
        return self.write("jobs/scenario.yaml", SCENARIO.format(system=system))

    def test_advise_finds_the_system_from_the_current_folder(self):
        for system in ("./site.yaml", "site.yaml", "../here/site.yaml", self.path("here/site.yaml")):
            with self.subTest(system=system):
                self.succeed("advise", self.script, "--system", system, *FAST, cwd=self.here)
        self.fail_with(5, "advise", self.script, "--system", "./site.yaml", *FAST, cwd=self.folder)

    def test_a_setting_is_a_path_from_the_current_folder(self):
        self.succeed("run", self.scenario("lumi"), "--no-results", "--set", "system=./site.yaml", "--replicates", 1, cwd=self.here)

    def test_compare_finds_its_systems_from_the_current_folder(self):
        done = self.succeed("compare", self.scenario("lumi"), "--systems", "./site.yaml,lumi", "--replicates", 1, cwd=self.here)
        self.assertIn("small", done.stdout)

    def test_the_path_of_a_scenario_starts_in_its_folder(self):
        self.succeed("run", self.scenario("../here/site.yaml"), "--no-results", "--replicates", 1, cwd=self.here)
        self.succeed("run", self.scenario("../here/site.yaml"), "--no-results", "--replicates", 1, cwd=self.folder)


if __name__ == "__main__":
    unittest.main()
