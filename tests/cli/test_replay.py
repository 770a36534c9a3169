# SPDX-License-Identifier: Apache-2.0
"""Traces: what replay reads, what it leaves out, what it refuses."""
import gzip
import json
import os
import unittest

from program import CommandCase, run


def row(job, submit, run_time, procs, requested):
    return f"{job} {submit} -1 {run_time} {procs} -1 -1 {procs} {requested} -1 1 1 1 -1 -1 -1 -1 -1\n"


# On 4 processors: 1 starts at once; 2 waits for all of them; 3 fits next to 1 and ends before it.
TRACE = row(1, 0, 100, 2, 100) + row(2, 10, 50, 4, 50) + row(3, 20, 60, 2, 80)


class Replay(CommandCase):
    def replay(self, text, *options):
        return run("-q", "replay", "-", "--procs", "4", *options, stdin=text)

    def starts(self, text, *options):
        path = self.path("starts.csv")
        done = self.replay(text, "--starts", path, *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(path, encoding="utf-8") as stream:
            lines = stream.read().splitlines()
        self.assertEqual(lines[0], "id,submit,start,run,procs")
        return {int(line.split(",")[0]): int(line.split(",")[2]) for line in lines[1:]}

    def test_the_policies_start_jobs_by_their_rules(self):
        self.assertEqual(self.starts(TRACE, "--policy", "fcfs"), {1: 0, 2: 100, 3: 150})
        self.assertEqual(self.starts(TRACE, "--policy", "easy"), {1: 0, 2: 100, 3: 20})
        self.assertEqual(self.starts(TRACE, "--policy", "conservative"), {1: 0, 2: 100, 3: 20})

    def test_options_of_the_other_kind_of_machine_are_refused(self):
        done = run("-q", "replay", "-", "--nodes", "4", "--policy", "easy", stdin=TRACE)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--policy requires --procs", done.stderr)
        done = self.replay(TRACE, "--outcomes", self.path("out.csv"))
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("`--outcomes`", done.stderr)

    def test_a_machine_larger_than_any_is_refused(self):
        for nodes, cores, code in (("999999999", "1", 2), ("4", "999999999", 2), ("1000000", "4096", 3)):
            with self.subTest(nodes=nodes, cores=cores):
                done = run("-q", "replay", "-", "--nodes", nodes, "--cores", cores, stdin=TRACE)
                self.assertEqual(done.returncode, code, done.stderr)

    def test_every_core_of_a_large_node_is_used(self):
        trace = "submit_s,runtime_s,timelimit_s,ntasks\n" + "0,60,60,1024\n" * 4 + "0,60,60,1\n"
        done = self.succeed("-q", "replay", self.write("jobs.csv", trace), "--nodes", "4", "--cores", "1024",
                            "--outcomes", self.path("out.csv"), "--format", "json")
        self.assertEqual(json.loads(done.stdout)["makespan_s"], 122)
        with open(self.path("out.csv"), encoding="utf-8") as stream:
            self.assertEqual(len(stream.read().splitlines()), 6)

    def test_a_backfilled_job_must_be_over_in_time(self):
        late = row(1, 0, 100, 2, 100) + row(2, 10, 50, 4, 50) + row(3, 20, 60, 2, 81)
        self.assertEqual(self.starts(late, "--policy", "easy"), {1: 0, 2: 100, 3: 150})

    def test_the_summary_has_its_numbers(self):
        answer = json.loads(self.replay(TRACE, "--policy", "fcfs", "--format", "json").stdout)
        self.assertEqual(answer["jobs"], 3)
        self.assertAlmostEqual(answer["mean_wait_s"], (0 + 90 + 130) / 3, places=5)
        self.assertEqual(answer["p95_wait_s"], 130)
        self.assertEqual(answer["makespan_s"], 210)
        self.assertAlmostEqual(answer["utilization"], (200 + 200 + 120) / (4 * 210), places=6)
        # Bounded slowdown with the usual threshold of ten seconds.
        self.assertAlmostEqual(answer["mean_bounded_slowdown"], (1 + 140 / 50 + 190 / 60) / 3, places=5)

    def test_a_trace_may_be_compressed(self):
        path = self.path("trace.swf.gz")
        with gzip.open(path, "wt") as stream:
            stream.write(TRACE)
        answer = json.loads(self.succeed("replay", path, "--procs", "4", "--format", "json").stdout)
        self.assertEqual(answer["jobs"], 3)

    def test_odd_rows_are_set_aside_and_said(self):
        odd = TRACE + "4 nonsense\n" + row(5, 30, 10, 99, 10) + row(6, 40, -1, 1, 10) + "\n; a comment\n"
        done = run("replay", "-", "--procs", "4", "--format", "json", stdin=odd)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["jobs"], 3)
        self.assertIn("CS0301", done.stderr)

    def test_a_run_of_years_is_set_aside(self):
        endless = TRACE + row(4, 30, 10**15, 4, 10**15)
        done = run("replay", "-", "--procs", "4", "--format", "json", stdin=endless)
        self.assertEqual(json.loads(done.stdout)["jobs"], 3)
        self.assertIn("a run of more than a year", done.stderr)
        jobs = self.write("jobs.csv", "submit_s,runtime_s\n0,2147483648\n")
        self.assertIn("at most a year", self.fail_with(3, "replay", jobs, "--nodes", "4").stderr)

    def test_a_trace_without_a_usable_job_is_invalid(self):
        for text in ("", "; nothing\n", "not a trace\n", "\x00\x01\x02\x03"):
            with self.subTest(text=text):
                self.assertEqual(self.replay(text).returncode, 3)

    def test_what_cannot_be_read_or_written(self):
        self.fail_with(5, "replay", self.path("absent.swf"), "--procs", "4")
        self.fail_with(5, "replay", self.folder, "--procs", "4")
        trace = self.write("trace.swf", TRACE)
        self.fail_with(5, "replay", trace, "--procs", "4", "--starts", self.path("no/folder/starts.csv"))
        self.assertEqual(os.listdir(self.folder), ["trace.swf"])

    def test_a_broken_archive_is_said(self):
        whole = gzip.compress(TRACE.encode() * 1000)
        path = self.path("cut.swf.gz")
        with open(path, "wb") as stream:
            stream.write(whole[:len(whole) // 2])
        done = run("replay", path, "--procs", "4")
        self.assertIn(done.returncode, (3, 5), done.stderr)
        self.assertNotEqual(done.stderr, "")

    def test_wrong_use(self):
        for options in ([], ["--procs", "0"], ["--procs", "4", "--policy", "eesy"], ["--procs", "4", "--first", "0"]):
            with self.subTest(options=options):
                self.assertEqual(run("replay", "-", *options, stdin=TRACE).returncode, 2)


if __name__ == "__main__":
    unittest.main()
