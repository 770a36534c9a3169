# SPDX-License-Identifier: Apache-2.0
"""clustersim fit pilot -o: from pilot runs to a scenario that uses them."""
import json
import unittest

from program import ROOT, CommandCase

PILOT = f"{ROOT}/tests/data/pilot/gpt-857m-lumi.csv"


class Pilot(CommandCase):
    def calibrated(self, out):
        return self.succeed("fit", "pilot", "gpt-857m", PILOT, "--system", "lumi", "--scaling", "strong",
                            "--format", "json", "-o", out)

    def test_a_scenario_runs_as_long_as_the_pilot_says(self):
        out = self.path("measured.yaml")
        fit = json.loads(self.calibrated(out).stdout)
        four = next(one for one in fit["predictions"] if one["nodes"] == 4)
        scenario = self.write("s.yaml", "schema: clustersim/scenario/1\ntitle: T\nsystem: lumi\nreplicates: 1\n"
                              "background: {mix: none}\n"
                              "jobs: {train: {nodes: 4, application: measured.yaml, steps: 1000}}\n")
        job = json.loads(self.succeed("run", scenario, "--no-results", "--format", "json").stdout)["runs"][0]["jobs"][0]
        self.assertAlmostEqual(job["metrics"]["step_time_s"] / four["fitted_s"], 1.0, delta=0.02)
        self.assertEqual([one["source"] for one in job["step_range_sources"]], ["pilot runs"])

    def test_another_machine_is_warned_about(self):
        out = self.path("measured.yaml")
        self.calibrated(out)
        done = self.succeed("step", out, "--system", "leonardo", "--nodes", 1)
        self.assertIn("ran on lumi", done.stderr)

    def test_a_folder_that_does_not_exist_is_reported(self):
        out = self.path("nowhere/measured.yaml")
        self.fail_with(3, "fit", "pilot", "gpt-857m", PILOT, "--system", "lumi", "-o", out)


if __name__ == "__main__":
    unittest.main()
