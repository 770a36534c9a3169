# SPDX-License-Identifier: Apache-2.0
"""Jobs as people submit them: arrays, equal jobs, pipelines; their results and the commands that inspect them."""
import csv
import json
import unittest

from program import CommandCase

PIPELINE = """schema: clustersim/scenario/1
title: a pipeline on an empty machine
system: karolina
partition: qgpu
replicates: 2
jobs:
  report: {gpus: 1, runtime: 10 min, walltime: 20 min, after: {train: any}}
  train: {array: 1-5%2, gpus: 8, runtime: 1 h, walltime: 2 h, after: {prepare: ok}}
  prepare: {gpus: 1, runtime: 30 min, walltime: 1 h}
"""


class Pipelines(CommandCase):
    def setUp(self):
        super().setUp()
        self.result = self.path("result")
        self.out = self.succeed("-q", "run", self.write("pipeline.yaml", PIPELINE), "--out", self.result).stdout

    def rows(self, job):
        with open(self.result + "/jobs.csv", encoding="utf-8", newline="") as stream:
            return [row for row in csv.DictReader(stream) if row["job"] == job and row["replicate"] == "0"]

    def test_each_job_starts_after_those_that_it_waits_for(self):
        (prepare,), train, (report,) = self.rows("prepare"), self.rows("train"), self.rows("report")
        self.assertEqual([row["task"] for row in train], ["0", "1", "2", "3", "4"])
        starts = [int(row["starting_time"]) for row in train]
        self.assertGreaterEqual(min(starts), int(prepare["finish_time"]))
        self.assertGreaterEqual(int(report["starting_time"]), max(int(row["finish_time"]) for row in train))
        # At most two at a time.
        self.assertGreaterEqual(starts[2], starts[0] + 3600)
        self.assertGreaterEqual(starts[4], starts[2] + 3600)

    def test_one_entry_is_one_row_with_the_cost_of_all_its_tasks(self):
        with open(self.result + "/summary.json", encoding="utf-8") as stream:
            answer, = json.load(stream)["runs"]
        jobs = {job["job"]: job["metrics"] for job in answer["jobs"]}
        self.assertEqual(jobs["train"]["tasks"], 5)
        self.assertAlmostEqual(jobs["train"]["gpu_hours"], 40)
        self.assertAlmostEqual(jobs["prepare"]["gpu_hours"], 0.5)
        self.assertIsNone(jobs["prepare"]["makespan_median_s"])
        self.assertGreater(jobs["train"]["makespan_median_s"], 1800 + 3 * 3600)
        self.assertLess(jobs["report"]["eligible_wait_median_s"], 300)
        self.assertGreater(jobs["report"]["wait_median_s"], 3 * 3600)
        self.assertEqual(answer["pipeline"]["makespan_median_s"], jobs["report"]["makespan_median_s"])
        self.assertAlmostEqual(answer["pipeline"]["gpu_hours"], 40 + 0.5 + 1 / 6, places=5)
        self.assertIn("All 7 jobs: ", self.out)

    def test_commands_of_slurm_show_the_tasks(self):
        queue = self.succeed("squeue", self.result, "--at", "submit+2h", "-o", "%i %j %t %r", "--noheader").stdout
        self.assertEqual(sum(" train R " in line for line in queue.splitlines()), 2)
        self.assertIn("train PD JobArrayTaskLimit", queue)
        self.assertIn("report PD Dependency", queue)
        past = self.succeed("sacct", self.result, "-X", "-n", "--at", "submit+12h", "-j", "train", "-o", "JobID,State").stdout
        self.assertEqual(past.count("COMPLETED"), 5)
        self.assertIn("_5 ", past)

    def test_a_job_that_waited_for_others_is_explained(self):
        self.assertIn("Dependency", self.succeed("explain", self.result, "--job", "report").stdout)
        self.assertIn("JobArrayTaskLimit", self.succeed("explain", self.result, "--job", "train").stdout)


class BadJobs(CommandCase):
    def test_all_problems_have_a_place(self):
        text = PIPELINE.replace("train: any", "trian: any").replace("1-5%2", "5-1").replace("prepare: ok", "prepare: anny")
        stderr = self.fail_with(3, "check", self.write("bad.yaml", text)).stderr
        for said in ("bad.yaml:7:", 'did you mean "train"?', "bad.yaml:8:", "lists no tasks", 'did you mean "any"?'):
            self.assertIn(said, stderr)

    def test_a_policy_for_teaching_names_slurm(self):
        path = self.write("easy.yaml", PIPELINE + "scheduler: easy\n")
        self.assertIn("use `scheduler: slurm`", self.fail_with(3, "run", path).stderr)

    def test_a_condition_that_is_never_fulfilled_is_said(self):
        text = PIPELINE.replace("runtime: 30 min, walltime: 1 h", "runtime: 2 h, walltime: 1 h")
        out = self.succeed("-q", "run", self.write("never.yaml", text), "--no-results").stdout
        self.assertIn("DependencyNeverSatisfied", out)
        self.assertIn("never", out)


if __name__ == "__main__":
    unittest.main()
