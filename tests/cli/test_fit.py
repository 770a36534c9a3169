# SPDX-License-Identifier: Apache-2.0
"""clustersim fit: from a log to a mix that a scenario can use."""
import json
import os
import unittest

from program import CommandCase, run

HEADER = "; a log\n"


def swf(jobs, users=4):
    """Jobs of 1 to 3 nodes of 8 cores, one every half hour, of a few users."""
    rows = [
        f"{i} {1800 * i} 60 {300 + 97 * (i % 11)} {8 * (1 + i % 3)} -1 -1 {8 * (1 + i % 3)} {3600 * (1 + i % 2)} -1 1 {i % users} 1 -1 1 {i % 2} -1 -1"
        for i in range(jobs)
    ]
    return HEADER + "\n".join(rows) + "\n"


class Fit(CommandCase):
    def test_the_mix_is_written_and_a_scenario_uses_it(self):
        log = self.write("log.swf", swf(400))
        out = self.path("mine.yaml")
        done = self.succeed("fit", "mix", log, "--cores-per-node", 8, "--machine-size", 64, "-o", out)
        self.assertIn("400 jobs of 4 users.", done.stdout)
        self.assertIn("run time", done.stdout)
        with open(out, encoding="utf-8") as stream:
            mix = stream.read()
        self.assertIn("name: mine\n", mix)
        self.assertIn("machine-size: 64\n", mix)
        self.assertRegex(mix, r"log\.swf \(sha256 [0-9a-f]{64}\), fitted by clustersim fit: 400 jobs")
        scenario = self.write("s.yaml", "schema: clustersim/scenario/1\ntitle: T\nsystem: vega\nscheduler: slurm\n"
                              "background: {mix: mine.yaml, load: 0.5, warm-up: 12 h, window: 6 h}\nreplicates: 1\n"
                              "jobs: {train: {nodes: 2, runtime: 1 h, walltime: 2 h}}\n")
        self.succeed("run", scenario, "--no-results")

    def test_the_mix_goes_to_stdout_without_a_file(self):
        log = self.write("log.swf", swf(100))
        done = self.succeed("fit", "mix", log, "--cores-per-node", 8)
        self.assertTrue(done.stdout.startswith("schema: clustersim/mix/1\n"))
        self.assertIn("KS distance", done.stderr)
        self.assertEqual(self.succeed("-q", "fit", "mix", log, "--cores-per-node", 8).stderr, "")

    def test_the_quality_is_told_as_json(self):
        log = self.write("log.swf", swf(100))
        done = self.succeed("fit", "mix", log, "--partition", "1", "-o", self.path("m.yaml"), "--format", "json")
        answer = json.loads(done.stdout)
        self.assertEqual(answer["jobs"], 50)
        self.assertEqual(answer["left_out"], [{"jobs": 50, "why": "of other partitions"}])
        self.assertTrue(all(0 <= one["ks_distance"] <= 1 for one in answer["distributions"]))

    def test_what_cannot_be_fitted_leaves_no_file(self):
        out = self.path("m.yaml")
        few = self.write("few.swf", swf(10))
        done = self.fail_with(3, "fit", "mix", few, "--machine-size", 2, "-o", out)
        self.assertIn("only 10 jobs of the log can be used", done.stderr)
        self.assertIn("the log has a job of 24 nodes, but the machine has 2", done.stderr)
        done = self.fail_with(3, "fit", "mix", few, "--partition", "batch", "-o", out)
        self.assertIn('no job of the log is of the partition "batch"', done.stderr)
        done = self.fail_with(5, "fit", "mix", self.path("none.csv"), "-o", out)
        self.assertIn("cannot read the file", done.stderr)
        self.assertFalse(os.path.exists(out))
        self.assertEqual(run("fit", "mix", few, "--size-unit", "core").returncode, 2)

    def test_a_folder_that_is_missing_is_an_error_of_writing(self):
        log = self.write("log.swf", swf(100))
        self.fail_with(5, "fit", "mix", log, "-o", self.path("none/m.yaml"))


if __name__ == "__main__":
    unittest.main()
