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


RESOURCES = """schema: clustersim/scenario/1
title: parts of nodes, later starts
system: vega
partition: gpu
replicates: 1
jobs:
  part: {gpus: 1, cores: 12, memory: 40 GiB, runtime: 2 h, walltime: 3 h}
  spread: {gpus: 6, runtime: 2 h, walltime: 3 h}
  alone: {gpus: 1, exclusive: true, runtime: 2 h, walltime: 3 h}
  later: {gpus: 1, begin: 2 h, runtime: 2 h, walltime: 3 h, nice: 7}
  signalled: {gpus: 1, runtime: 9 h, walltime: 3 h, signal: 10 min}
  next: {gpus: 1, runtime: 1 h, walltime: 2 h, after: {signalled: ok}}
"""


SHORTER = """schema: clustersim/scenario/1
title: a start before a job that waits for all nodes
system: vega
partition: gpu
replicates: 1
jobs:
  most: {nodes: 59, runtime: 4 h, walltime: 4 h}
  all: {nodes: 60, runtime: 1 h, walltime: 2 h, begin: 10 min}
  short: {nodes: 1, runtime: 6 h, walltime: 8 h, time-min: 2 h, begin: 20 min}
  long: {nodes: 1, runtime: 6 h, walltime: 8 h, begin: 20 min}
"""


class OtherOptions(CommandCase):
    def metrics_of(self, *arguments):
        done = self.succeed("-q", "run", *arguments, "--no-results", "--format", "json")
        jobs = json.loads(done.stdout)["runs"][0]["jobs"]
        return {job["job"]: job["metrics"] for job in jobs}, done.stderr

    def test_a_shorter_limit_starts_earlier_and_ends_a_longer_job(self):
        jobs, stderr = self.metrics_of(self.write("shorter.yaml", SHORTER))
        self.assertLess(jobs["short"]["wait_median_s"], 1800)
        self.assertGreaterEqual(jobs["long"]["wait_median_s"], 5 * 3600)
        # Slurm before 25.11 gives exactly the least limit.
        self.assertEqual(jobs["short"]["runtime_s"], 7200)
        self.assertAlmostEqual(jobs["short"]["gpu_hours"], 8)
        self.assertIn('job "short" started with less than its walltime', stderr)

    def test_a_job_without_requeue_is_cancelled_for_others(self):
        jobs, stderr = self.metrics_of("tests/golden/input/preempted.yaml", "--set", "jobs.train.requeue=false")
        self.assertEqual(jobs["train"]["requeues"], 0)
        self.assertIn("did not run again", stderr)


class SeveralPartitions(CommandCase):
    def test_a_pending_job_shows_all_of_its_partitions(self):
        text = SHORTER.replace("partition: gpu", "partition: cpu")
        text = text[:text.index("jobs:")] + ("jobs:\n  most: {nodes: 700, runtime: 3 h, walltime: 4 h}\n"
                                             "  either: {nodes: 100, runtime: 1 h, walltime: 2 h, partitions: [dev, longcpu]}\n"
                                             "  one: {nodes: 100, runtime: 1 h, walltime: 2 h}\n")
        result = self.path("result")
        self.succeed("-q", "run", self.write("either.yaml", text), "--out", result)
        queue = self.succeed("squeue", result, "--at", "submit", "-o", "%j %P", "--noheader").stdout
        self.assertIn("either cpu,dev,longcpu", queue)
        text = text.replace("longcpu", "logcpu")
        self.assertIn("longcpu", self.fail_with(3, "check", self.write("bad.yaml", text)).stderr)


class Resources(CommandCase):
    def setUp(self):
        super().setUp()
        self.result = self.path("result")
        done = self.succeed("-q", "run", self.write("resources.yaml", RESOURCES), "--out", self.result)
        with open(self.result + "/summary.json", encoding="utf-8") as stream:
            answer, = json.load(stream)["runs"]
        self.jobs = {job["job"]: job["metrics"] for job in answer["jobs"]}
        self.stderr = done.stderr

    def test_the_bill_follows_the_request(self):
        charged = {name: round(job["gpu_hours"], 6) for name, job in self.jobs.items()}
        self.assertEqual(charged["part"], 2)
        self.assertEqual(charged["spread"], 12)
        self.assertEqual(charged["alone"], 8)
        self.assertEqual(self.jobs["spread"]["nodes"], 2)

    def test_slurm_shows_the_request(self):
        queue = self.succeed("squeue", self.result, "--at", "submit+1h", "-o", "%j %t %r %D %C %m %y", "--noheader").stdout
        lines = {line.split()[0]: line.split()[1:] for line in queue.splitlines()}
        self.assertEqual(lines["part"][:4], ["R", "None", "1", "12"])
        self.assertEqual(lines["part"][4], "40G")
        self.assertEqual(lines["spread"][2], "2")
        self.assertEqual(lines["later"][:2], ["PD", "BeginTime"])
        self.assertEqual(lines["later"][5], "7")

    def test_a_later_begin_and_a_signal_before_the_limit(self):
        self.assertGreaterEqual(self.jobs["later"]["wait_median_s"], 7200)
        self.assertLess(self.jobs["later"]["eligible_wait_median_s"], 120)
        self.assertIn("would end at its signal after 2 h 50 min", self.stderr)
        self.assertEqual(self.jobs["signalled"]["runtime_s"], 10200)
        # It ended well, so that the next one starts.
        self.assertGreaterEqual(self.jobs["next"]["wait_median_s"], 10200)

    def test_what_no_node_has_is_refused(self):
        for given, said in ((("cores: 12", "cores: 999"), "at most the"), (("nice: 7", "nice: -7"), "nice"),
                            (("gpus: 6", "gpus: 7"), "cannot share evenly"),
                            (("memory: 40 GiB", "features: fast"), "known:"),
                            (("gpus: 1, cores: 12, ", ""), "add `cores` or `gpus`")):
            with self.subTest(given=given):
                path = self.write("bad.yaml", RESOURCES.replace(*given))
                done = self.fail_with(4 if said in ("at most the", "cannot share evenly") else 3, "check", path)
                self.assertIn(said, done.stderr)
                self.assertIn("bad.yaml:", done.stderr)


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
