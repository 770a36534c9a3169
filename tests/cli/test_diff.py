# SPDX-License-Identifier: Apache-2.0
"""Policies of scenarios, of replayed sites, and their comparison: what changes, what is refused."""
import csv
import io
import json
import os
import unittest

from program import ROOT, CommandCase, run

DATA = os.path.join(ROOT, "tests/data/policy")
SITE = os.path.join(DATA, "site.yaml")
JOBS = os.path.join(DATA, "jobs.csv")
SCENARIO = """schema: clustersim/scenario/1
title: two policies
system: karolina
partition: qgpu
background: {mix: itp-trace, load: 0.9, warm-up: 1 d, window: 12 h}
jobs:
  a: {nodes: 2, runtime: 2 h, walltime: 3 h}
replicates: 3
"""


class Policy(CommandCase):
    def starts(self, *options):
        out = self.path("out.csv")
        self.succeed("-q", "replay", JOBS, "--site", SITE, "--outcomes", out, *options)
        with open(out, encoding="utf-8", newline="") as stream:
            return {row["job_id"]: row["start_s"] for row in csv.DictReader(stream)}

    def test_a_policy_of_a_replayed_site_changes_its_starts(self):
        plain = self.starts()
        self.assertEqual(plain, self.starts("--set", "bf_max_job_test=20"))
        self.assertNotEqual(plain, self.starts("--set", "SchedulerType=sched/builtin"))
        policy = self.write("policy.yaml", "policy:\n  SchedulerType: sched/builtin\n")
        self.assertEqual(self.starts("--set", policy), self.starts("--set", "SchedulerType=sched/builtin"))

    def test_no_job_runs_during_maintenance(self):
        out = self.path("out.csv")
        self.succeed("-q", "replay", JOBS, "--site", SITE, "--outcomes", out,
                     "--set", "maintenance.m={start: 2 d, duration: 10 h}")
        with open(out, encoding="utf-8", newline="") as stream:
            rows = [(int(row["start_s"]), int(row["end_s"])) for row in csv.DictReader(stream)]
        with open(JOBS, encoding="utf-8", newline="") as stream:
            begin = min(int(row["submit_s"]) for row in csv.DictReader(stream)) + 2 * 86400
        self.assertTrue(any(end <= begin for _, end in rows))
        self.assertFalse([row for row in rows if row[0] < begin + 36000 and row[1] > begin])

    def test_nodes_fail_and_the_answer_says_what_they_cost(self):
        options = ("-q", "replay", JOBS, "--site", SITE, "--format", "json")
        fail = ("--set", "failures={node-mtbf: 4 d, mttr: 6 h}")
        plain = json.loads(self.succeed(*options).stdout)
        self.assertNotIn("node_failures", plain)
        one = self.succeed(*options, *fail).stdout
        self.assertEqual(one, self.succeed(*options, *fail, "--seed", "1").stdout)
        self.assertNotEqual(one, self.succeed(*options, *fail, "--seed", "2").stdout)
        failing = json.loads(one)
        self.assertGreater(failing["node_failures"], 0)
        self.assertGreater(failing["jobs_requeued_by_failures"], 0)
        self.assertGreater(failing["node_hours_down"], 0)
        self.assertGreater(failing["node_hours_lost"], 0)
        # No node fails in a thousand years: as if there were no failures.
        never = json.loads(self.succeed(*options, "--set", "failures={node-mtbf: 360000 d, mttr: 1 s}").stdout)
        self.assertEqual(never["node_failures"], 0)
        self.assertEqual(never["mean_wait_s"], plain["mean_wait_s"])

    def test_an_outage_ends_the_jobs_on_its_nodes(self):
        out = self.path("out.csv")
        summary = json.loads(self.succeed("-q", "replay", JOBS, "--site", SITE, "--outcomes", out, "--format", "json",
                                          "--set", "outages.power={start: 2 d, duration: 10 h}").stdout)
        with open(out, encoding="utf-8", newline="") as stream:
            rows = list(csv.DictReader(stream))
        with open(JOBS, encoding="utf-8", newline="") as stream:
            begin = min(int(row["submit_s"]) for row in csv.DictReader(stream)) + 2 * 86400
        self.assertFalse([row for row in rows if int(row["start_s"]) < begin + 36000 and int(row["end_s"]) > begin])
        requeued = sum(int(row["restarts"]) for row in rows)
        self.assertGreater(requeued, 0)
        self.assertEqual(summary["jobs_requeued_by_failures"], requeued)

    def test_mistakes_are_refused_with_their_place(self):
        done = self.fail_with(3, "replay", JOBS, "--site", SITE, "--set", "bf_max_job_tset=5", "--set", "add-nodes.bach=2")
        self.assertIn('did you mean "bf_max_job_test"?', done.stderr)
        self.assertIn('did you mean "batch"?', done.stderr)
        done = self.fail_with(3, "replay", JOBS, "--site", SITE, "--set", "failures={node-mtbf: 5 h, mttr: 1 d}",
                              "--set", "failurs.mttr=5 h", "--set", "outages.a={start: 1 d, duraton: 2 h}")
        self.assertIn("not shorter than that between failures", done.stderr)
        self.assertIn('did you mean "failures"?', done.stderr)
        self.assertIn('did you mean "duration"?', done.stderr)
        done = self.fail_with(3, "run", "--dry-run",
                              self.write("bad.yaml", SCENARIO + "policy: {PriorityDecayHalfLive: 14-0}\n"))
        self.assertIn("bad.yaml:9:10", done.stderr)
        self.assertIn('did you mean "PriorityDecayHalfLife"?', done.stderr)
        self.fail_with(3, "replay", JOBS, "--procs", "4", "--set", "bf_window=5")

    def test_a_scenario_shows_its_policy_and_can_sweep_over_it(self):
        path = self.write("sweep.yaml", SCENARIO + "sweep: {policy.bf_max_job_test: [1, 1000]}\n")
        self.assertIn("policy.bf_max_job_test: 1000", self.succeed("run", "--dry-run", path).stdout)
        path = self.write("good.yaml", SCENARIO)
        more = self.succeed("run", "--dry-run", path, "--set", "policy.add-nodes.qgpu=8").stdout
        self.assertIn("partition qgpu: 80 nodes", more)

    def test_a_result_with_a_policy_can_be_looked_into(self):
        out = self.path("out")
        self.succeed("-q", "run", self.write("s.yaml", SCENARIO + "policy: {add-nodes: {qgpu: 8}}\n"), "--out", out)
        self.assertIn("80", self.succeed("sinfo", out).stdout)


class Diff(CommandCase):
    def diff(self, *options):
        return self.succeed("-q", "diff", SITE, "--workload", JOBS, *options).stdout

    def test_both_sides_have_the_same_failures(self):
        options = ("--set", "failures={node-mtbf: 4 d, mttr: 6 h}", "--with", "SchedulerType=sched/builtin")
        one = self.diff(*options, "--format", "json")
        self.assertEqual(one, self.diff(*options, "--format", "json", "--workers", "1"))
        values = {value["metric"]: value for value in json.loads(one)["sides"][0]["values"]}
        for metric in ("node_failures_per_day", "node_hours_down_per_day"):
            self.assertGreater(values[metric]["first"], 0)
            self.assertEqual(values[metric]["difference"], 0)
        self.assertIn("jobs requeued per day", self.diff(*options))
        self.assertNotEqual(one, self.diff(*options, "--format", "json", "--seed", "5"))

    def test_failures_of_a_scenario_are_those_of_its_replicates(self):
        path = self.write("s.yaml", SCENARIO)
        fail = "failures={node-mtbf: 30 d, mttr: 6 h}"
        options = ("-q", "diff", path, "--with", fail, "--with", "failures={node-mtbf: 60 d, mttr: 6 h}", "--format",
                   "json")
        one = self.succeed(*options, "--workers", "1").stdout
        self.assertEqual(one, self.succeed(*options, "--workers", "2").stdout)
        few, fewer = ({value["metric"]: value for value in side["values"]} for side in json.loads(one)["sides"])
        self.assertEqual(few["node_failures_per_day"]["first"], 0)
        self.assertGreater(few["node_failures_per_day"]["other"], fewer["node_failures_per_day"]["other"])

    def test_the_same_policy_changes_nothing(self):
        answer = json.loads(self.diff("--with", "bf_max_job_test=20", "--format", "json"))
        both = answer["sides"][0]
        self.assertEqual(both["jobs_on_both"], {"jobs": 360, "earlier": 0, "later": 0})
        self.assertEqual({value["difference"] for value in both["values"]}, {0.0})

    def test_who_gains_and_who_loses_come_first(self):
        lines = self.diff("--with", "SchedulerType=sched/builtin").splitlines()
        self.assertTrue(lines[1].startswith("Wait less: "), lines)
        self.assertTrue(lines[2].startswith("Wait longer: "), lines)
        self.assertIn("heavy users", lines[2])

    def test_without_backfill_nothing_is_started_by_it(self):
        rows = list(csv.DictReader(io.StringIO(self.diff("--with", "SchedulerType=sched/builtin", "--format", "csv"))))
        share = next(row for row in rows if row["metric"] == "started_by_backfill")
        self.assertGreater(float(share["first"]), 0)
        self.assertEqual(float(share["other"]), 0)
        waits = [row for row in rows if row["metric"] == "mean_wait_s" and row["division"] == "size"]
        self.assertEqual(len(waits), 3)
        for row in waits:
            self.assertLess(float(row["low"]), float(row["difference"]))

    def test_three_sides_and_any_number_of_workers(self):
        options = ("--with", "PriorityDecayHalfLife=6:00:00", "--with", "PriorityDecayHalfLife=14-0 bf_window=60")
        one = self.diff(*options, "--workers", "1")
        self.assertEqual(one, self.diff(*options, "--workers", "3"))
        self.assertIn("PriorityDecayHalfLife=14-0 bf_window=60, compared with", one)

    def test_scenarios_are_compared_by_their_background_jobs(self):
        path = self.write("s.yaml", SCENARIO)
        options = ("-q", "diff", path, "--with", "SchedulerType=sched/builtin", "--format", "json")
        one = self.succeed(*options, "--workers", "1").stdout
        self.assertEqual(one, self.succeed(*options, "--workers", "2").stdout)
        answer = json.loads(one)
        self.assertEqual(answer["blocks"], 3)
        values = {value["metric"]: value for value in answer["sides"][0]["values"] if value["division"] == "machine"}
        self.assertGreater(values["mean_power_w"]["first"], 0)

    def test_a_stored_result_is_a_side_like_its_scenario(self):
        path = self.write("s.yaml", SCENARIO.replace("replicates: 3", "replicates: 2"))
        out = self.path("out")
        self.succeed("-q", "run", path, "--out", out)
        change = ("--with", "SchedulerType=sched/builtin", "--format", "csv")
        stored = self.succeed("-q", "diff", out, *change).stdout
        self.assertEqual(stored, self.succeed("-q", "diff", path, *change).stdout)
        same = json.loads(self.succeed("-q", "diff", out, path, "--format", "json").stdout)
        self.assertEqual({value["difference"] for value in same["sides"][0]["values"]}, {0})
        self.fail_with(3, "diff", out, path, "--seed", "3")

    def test_recorded_outcomes_are_a_side_like_the_replay_that_wrote_them(self):
        out = self.path("out.csv")
        self.succeed("-q", "replay", JOBS, "--site", SITE, "--outcomes", out)
        change = ("--workload", JOBS, "--with", "SchedulerType=sched/builtin", "--format", "csv")
        recorded = self.succeed("-q", "diff", out, SITE, *change).stdout
        rows = list(csv.DictReader(io.StringIO(recorded)))
        again = [row for row in rows if row["side"] == SITE]
        self.assertIn("utilization", [row["metric"] for row in again])
        self.assertIn("user", [row["division"] for row in again])
        self.assertEqual({row["difference"] for row in again}, {"0"})
        other = [row for row in rows if row["side"] != SITE]
        self.assertEqual([{**row, "side": ""} for row in csv.DictReader(io.StringIO(
            self.succeed("-q", "diff", SITE, *change).stdout))], [{**row, "side": ""} for row in other])
        # Two tables alone: nobody knows the machine.
        second = self.path("second.csv")
        self.succeed("-q", "replay", JOBS, "--site", SITE, "--outcomes", second, "--set", "SchedulerType=sched/builtin")
        values = json.loads(self.succeed("-q", "diff", out, second, "--format", "json").stdout)["sides"][0]["values"]
        metrics = {(value["division"], value["metric"]): value for value in values}
        self.assertNotIn(("machine", "utilization"), metrics)
        waits = [row for row in other if row["division"] == "all" and row["metric"] == "mean_wait_s"]
        self.assertAlmostEqual(metrics["all", "mean_wait_s"]["other"], float(waits[0]["other"]))
        self.assertEqual(metrics["machine", "started_by_backfill"]["other"], 0)

    def test_other_and_broken_tables_are_refused(self):
        out = self.path("out.csv")
        self.succeed("-q", "replay", JOBS, "--site", SITE, "--outcomes", out)
        with open(out, encoding="utf-8") as stream:
            text = stream.read()
        cut = self.write("cut.csv", text[:-3])
        done = self.fail_with(3, "diff", out, cut)
        self.assertIn("cut.csv:%d:" % len(text.splitlines()), done.stderr)
        done = self.fail_with(3, "diff", out, self.write("late.csv", text.replace(",main,", ",mian,", 1)))
        self.assertRegex(done.stderr, r"late.csv:\d+:\d+: error")
        done = self.fail_with(3, "diff", JOBS, out)
        self.assertIn("jobs.csv:1:1", done.stderr)
        self.assertIn("--workload", done.stderr)
        path = self.write("s.yaml", SCENARIO)
        self.assertIn("a scenario has its own", self.fail_with(3, "diff", out, path).stderr)
        self.fail_with(3, "diff", out, out, "--workload", JOBS)
        self.fail_with(3, "diff", out, out, "--with", "bf_window=5")
        self.fail_with(5, "diff", out, self.path("absent.csv"))
        self.assertIn("only one side", self.fail_with(3, "diff", out).stderr)

    def test_a_result_of_another_version_is_refused(self):
        os.mkdir(self.path("old"))
        self.write("old/run.json", '{"schema": "clustersim/run/9", "resolved": [{}], "inputs": {}}')
        done = self.fail_with(3, "diff", self.path("old"), "--with", "bf_window=5")
        self.assertIn("run.json:1:12", done.stderr)
        self.assertIn("another version of the program made this result", done.stderr)
        os.mkdir(self.path("empty"))
        self.fail_with(5, "diff", self.path("empty"), "--with", "bf_window=5")

    def test_two_releases_of_slurm(self):
        # Nothing changed for these jobs between 24.05 and 23.11. Before 25.11 backfill starts a job with its shortest limit,
        # since then with the longest that fits.
        with open(JOBS, encoding="utf-8", newline="") as stream:
            rows = list(csv.DictReader(stream))
        for row in rows:
            row["time_min_s"] = str(max(60, int(row["timelimit_s"]) // 240 * 60))
        jobs = self.path("jobs.csv")
        with open(jobs, "w", encoding="utf-8", newline="") as stream:
            writer = csv.DictWriter(stream, fieldnames=list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
        done = self.succeed("-q", "diff", SITE, "--workload", jobs, "--set", "release=24.05",
                            "--with", "release=23.11", "--with", "release=25.11", "--format", "json")
        changes = [{value["difference"] for value in side["values"]} for side in json.loads(done.stdout)["sides"]]
        self.assertEqual(changes[0], {0.0})
        self.assertNotEqual(changes[1], {0.0})
        wrong = self.fail_with(3, "diff", SITE, "--workload", JOBS, "--with", "release=abc")
        self.assertIn("release", wrong.stderr)

    def test_wrong_use(self):
        self.fail_with(2, "diff")
        self.assertIn("only one side", self.fail_with(3, "diff", SITE, "--workload", JOBS).stderr)
        self.assertIn("--workload", self.fail_with(3, "diff", SITE, SITE).stderr)
        self.fail_with(5, "diff", self.path("absent.yaml"), SITE)
        path = self.write("s.yaml", SCENARIO)
        self.fail_with(3, "diff", path, path, "--workload", JOBS)
        other = self.write("t.yaml", SCENARIO.replace("replicates: 3", "replicates: 4"))
        self.assertIn("replicates", self.fail_with(3, "diff", path, other).stderr)
        empty = self.write("u.yaml", SCENARIO.replace("mix: itp-trace", "mix: none"))
        self.assertIn("no background load", self.fail_with(3, "diff", empty, "--with", "bf_window=5").stderr)


if __name__ == "__main__":
    unittest.main()
