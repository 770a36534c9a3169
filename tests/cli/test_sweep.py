# SPDX-License-Identifier: Apache-2.0
"""Sweeps: one file with the same bytes however it was made, and nothing lost on the way."""
import json
import os
import random
import resource
import signal
import sqlite3
import subprocess
import time
import unittest

from program import PROGRAM, ROOT, CommandCase

SMALL = """schema: clustersim/scenario/1
title: Small
system: karolina
partition: qgpu
background: {mix: itp-trace, load: 0.5, warm-up: 6 h, window: 2 h}
jobs:
  train: {application: gpt-857m, nodes: 1, steps: 2000, training: {accumulation: 16}}
  after: {nodes: 1, runtime: 10 min, walltime: 20 min}
replicates: 2
seed: 5
sweep:
  background.load: [0.3, 0.5]
  jobs.train.nodes: [4, 1, 2]
  jobs.after.runtime: [10 min, 15 min]
"""
POINTS = 12


def bytes_of(path):
    with open(path, "rb") as stream:
        return stream.read()


class SweepCase(CommandCase):
    def setUp(self):
        super().setUp()
        self.scenario = self.write("s.yaml", SMALL)
        self.out = self.path("r.sqlite")

    def whole(self, scenario=None, name="whole.sqlite"):
        """The bytes of an undisturbed sweep."""
        self.succeed("-q", "sweep", scenario or self.scenario, "-o", self.path(name))
        return bytes_of(self.path(name))

    def rows(self, question, path=None):
        with sqlite3.connect(path or self.out) as database:
            return database.execute(question).fetchall()

    def listing(self):
        return sorted(os.listdir(os.path.dirname(self.out)))


class Answers(SweepCase):
    def test_every_point_has_its_keys_and_answers(self):
        done = self.succeed("sweep", self.scenario, "-o", self.out)
        self.assertEqual(done.stdout, f"{self.out}: 12 points\n")
        self.assertEqual(self.listing(), ["r.sqlite", "s.yaml"])
        keys = '"background.load", "jobs.train.nodes", "jobs.after.runtime"'
        points = self.rows(f"SELECT point, {keys} FROM points")
        self.assertEqual(points[0], (1, 0.3, 4, "10 min"))
        self.assertEqual(points[-1], (POINTS, 0.5, 2, "15 min"))
        self.assertEqual(self.rows("SELECT count(*), count(DISTINCT system), sum(replicates) FROM runs"), [(12, 1, 24)])
        self.assertEqual(self.rows("SELECT DISTINCT point, job FROM jobs ORDER BY point, number")[:2],
                         [(1, "train"), (1, "after")])
        waits = self.rows("SELECT value, p5, p50, p95, unit FROM answers WHERE metric = 'wait_median_s'")
        self.assertEqual(len(waits), 24)
        for value, low, middle, high, unit in waits:
            self.assertLessEqual(low, middle)
            self.assertLessEqual(middle, high)
            self.assertEqual((value, unit), (middle, "s"))

    def test_other_programs_get_the_result_of_a_run(self):
        self.succeed("-q", "sweep", self.scenario, "-o", self.out)
        self.assertIn("the file of a sweep", self.fail_with(2, "show", self.out, "--to", "swf").stderr)

    def test_the_numbers_are_those_of_run(self):
        self.succeed("-q", "sweep", self.scenario, "-o", self.out)
        answer = json.loads(self.succeed("-q", "run", self.scenario, "--no-results", "--format", "json").stdout)
        names = [row[0] for row in self.rows("SELECT metric FROM metrics ORDER BY number")]
        for point, variant in enumerate(answer["runs"], 1):
            for job in variant["jobs"]:
                stored = dict(self.rows(f"SELECT metric, value FROM answers WHERE point = {point} AND job = '{job['job']}'"))
                self.assertEqual({name: stored.get(name) for name in names}, job["metrics"])

    def test_a_point_that_the_machine_cannot_do_is_an_answer(self):
        path = self.write("i.yaml", SMALL.replace("[4, 1, 2]", "[1, 4000]"))
        done = self.succeed("sweep", path, "-o", self.out)
        self.assertIn("8 points, 4 of them impossible", done.stdout)
        reasons = self.rows("SELECT impossible FROM runs WHERE impossible IS NOT NULL")
        self.assertEqual(len(reasons), 4)
        self.assertIn("4000", reasons[0][0])

    def test_a_sweep_without_a_possible_point_is_refused(self):
        path = self.write("i.yaml", SMALL.replace("[4, 1, 2]", "[3000, 4000]"))
        done = self.fail_with(4, "sweep", path, "-o", self.out)
        self.assertIn("3000", done.stderr)
        self.assertNotIn("r.sqlite", self.listing())


class SameBytes(SweepCase):
    def test_with_any_number_of_workers(self):
        expected = self.whole()
        for workers in 1, 3, 7:
            self.succeed("-q", "sweep", self.scenario, "-o", self.out, "--workers", workers)
            self.assertEqual(bytes_of(self.out), expected)

    def test_merged_from_parts_in_any_order(self):
        expected = self.whole()
        parts = [self.path(f"part-{k}.sqlite") for k in range(1, 6)]
        for k, part in enumerate(parts, 1):
            done = self.succeed("sweep", self.scenario, "-o", part, "--part", f"{k}/5")
            self.assertRegex(done.stdout, r"part-\d.sqlite: \d points? of 12\n")
        self.succeed("-q", "sweep", self.scenario, "-o", self.out, "--merge", *reversed(parts))
        self.assertEqual(bytes_of(self.out), expected)

    def test_resumed_after_kill_9(self):
        expected = self.whole()
        generator = random.Random(3)
        for _ in range(5):
            command = [PROGRAM, "-q", "sweep", self.scenario, "-o", self.out, "--resume"]
            process = subprocess.Popen(command, cwd=ROOT)
            time.sleep(generator.uniform(0.02, 0.5))
            process.kill()
            process.wait()
        self.succeed("-q", "sweep", self.scenario, "-o", self.out, "--resume")
        self.assertEqual(bytes_of(self.out), expected)
        self.assertEqual(self.listing(), ["r.sqlite", "s.yaml", "whole.sqlite"])

    def test_a_complete_sweep_is_not_computed_again_by_resume(self):
        expected = self.whole(name="r.sqlite")
        done = self.succeed("sweep", self.scenario, "-o", self.out, "--resume")
        self.assertIn("complete already", done.stderr)
        self.assertEqual(bytes_of(self.out), expected)

    def test_precision_settles_replicates_as_run_does(self):
        path = self.write("p.yaml", SMALL + "precision: 0.9\n")
        self.succeed("-q", "sweep", path, "-o", self.out, "--workers", 3)
        answer = json.loads(self.succeed("-q", "run", path, "--no-results", "--format", "json").stdout)
        self.assertEqual([row[0] for row in self.rows("SELECT replicates FROM runs")],
                         [variant["replicates"] for variant in answer["runs"]])


class Reports(SweepCase):
    def page_of(self, path):
        with open(path, encoding="utf-8") as stream:
            html = stream.read()
        start = html.index('id="data">') + len('id="data">')
        return json.loads(html[start:html.index("</script>", start)])

    def test_the_file_of_a_sweep_gives_the_same_report(self):
        self.succeed("-q", "sweep", self.scenario, "-o", self.out, "--report", self.path("a.html"))
        self.succeed("-q", "show", self.out, "--report", self.path("b.html"))
        self.assertEqual(bytes_of(self.path("a.html")), bytes_of(self.path("b.html")))
        done = self.succeed("sweep", self.scenario, "-o", self.out, "--resume", "--report", self.path("c.html"))
        self.assertIn("complete already", done.stderr)
        self.assertEqual(bytes_of(self.path("a.html")), bytes_of(self.path("c.html")))

    def test_curves_have_the_stored_numbers(self):
        self.succeed("-q", "sweep", self.scenario, "-o", self.out, "--report", self.path("a.html"))
        page = self.page_of(self.path("a.html"))
        self.assertTrue(page["complete"])
        self.assertEqual([one["title"] for one in page["sections"]],
                         ["Answers", "By background.load", "By jobs.train.nodes", "By jobs.after.runtime"])
        self.assertEqual(len(page["sections"][0]["items"][0]["rows"]), 2 * POINTS)
        choice = page["sections"][2]["items"][0]
        self.assertEqual(len(choice["names"]), len(choice["items"]))
        at = choice["names"].index("runtime=10 min, job=train")
        times = next(chart for chart in choice["items"][at] if chart["title"] == "Run time")
        stored = self.rows("SELECT \"jobs.train.nodes\", value, p5, p95 FROM points JOIN answers USING (point) WHERE metric = "
                           "'runtime_s' AND job = 'train' AND \"background.load\" = 0.5 AND \"jobs.after.runtime\" = '10 min' "
                           "ORDER BY 1")
        line = next(one for one in times["series"] if one["name"] == "load=0.5")
        self.assertEqual(list(zip(line["x"], line["y"], line["low"], line["high"])), stored)
        # Nobody waits in these queues, and a job's run time is not that of the other one.
        self.assertIn("does not change it: wait", page["sections"][2]["note"])
        self.assertGreater(len(page["sources"]), 5)
        self.assertIn("hash of the inputs", dict(page["terms"]))

    def test_what_is_answered_of_an_unfinished_sweep_is_shown(self):
        self.succeed("-q", "sweep", self.scenario, "-o", self.path("part"), "--part", "1/2")
        self.fail_with(3, "sweep", self.scenario, "-o", self.out, "--merge", self.path("part"))
        done = self.fail_with(5, "show", self.out, "--report", self.path("a.html"))
        self.assertIn("not finished", done.stderr)
        self.assertIn("r.sqlite.part", done.stderr)
        for answered in self.out + ".part", self.path("part"):
            self.succeed("-q", "show", answered, "--report", self.path("a.html"))
            page = self.page_of(self.path("a.html"))
            self.assertFalse(page["complete"])
            self.assertIn("6 of 12 points", page["lead"][0])

    def test_an_interrupted_sweep_reports_what_is_answered(self):
        path = self.write("many.yaml", SMALL.replace("[0.3, 0.5]", str([round(0.1 + i / 1000, 3) for i in range(400)])))
        process = subprocess.Popen([PROGRAM, "-q", "sweep", path, "-o", self.out, "--report", self.path("a.html"), "--workers", "1"], cwd=ROOT)
        while process.poll() is None and not os.path.exists(self.out + ".part"):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(), 130)
        page = self.page_of(self.path("a.html"))
        self.assertFalse(page["complete"])
        self.assertRegex(page["lead"][0], r"^[0-9,]+ of 2,400 points are answered")

    def test_impossible_points_have_their_reason(self):
        path = self.write("i.yaml", SMALL.replace("[4, 1, 2]", "[1, 4000]"))
        self.succeed("-q", "sweep", path, "-o", self.out, "--report", self.path("a.html"))
        section = next(one for one in self.page_of(self.path("a.html"))["sections"] if one["title"] == "Not possible")
        self.assertEqual(len(section["items"][0]["rows"]), 4)
        self.assertIn("4000", section["items"][0]["rows"][0][-1])

    def test_files_that_cannot_be_shown(self):
        self.write("text.sqlite", "nothing")
        self.assertIn("not a file of a sweep", self.fail_with(3, "show", self.path("text.sqlite"), "--report", self.path("a.html")).stderr)
        whole = self.whole(name="r.sqlite")
        with open(self.path("cut.sqlite"), "wb") as stream:
            stream.write(whole[:len(whole) // 2])
        done = self.fail_with(3, "show", self.path("cut.sqlite"), "--report", self.path("a.html"))
        self.assertIn("damaged", done.stderr)
        with sqlite3.connect(self.out) as database:
            database.execute("PRAGMA user_version = 9")
        self.assertIn("version 9", self.fail_with(3, "show", self.out, "--report", self.path("a.html")).stderr)
        self.assertNotIn("a.html", self.listing())
        self.fail_with(5, "sweep", self.scenario, "-o", self.path("new.sqlite"), "--report", self.path("no/such/a.html"))
        self.assertNotIn("new.sqlite", self.listing())


class BadInput(SweepCase):
    def test_an_unknown_key_is_named_with_its_place(self):
        path = self.write("b.yaml", SMALL.replace("jobs.train.nodes:", "jobs.train.nodez:")
                          .replace("background.load:", "backgroud.load:"))
        done = self.fail_with(3, "sweep", path, "-o", self.out)
        self.assertIn("b.yaml:12:", done.stderr)
        self.assertIn("backgroud.load", done.stderr)
        done = self.fail_with(3, "sweep", self.write("b.yaml", SMALL.replace("train.nodes:", "train.nodez:")), "-o", self.out)
        self.assertIn("nodez", done.stderr)
        self.assertIn('"nodes"', done.stderr)
        self.assertEqual(self.listing(), ["b.yaml", "s.yaml"])

    def test_a_scenario_without_a_sweep_is_refused(self):
        done = self.fail_with(3, "sweep", self.write("n.yaml", SMALL[:SMALL.index("sweep:")]), "-o", self.out)
        self.assertIn("no `sweep:`", done.stderr)

    def test_parts_are_checked(self):
        for text in "0/3", "4/3", "1", "1/2x", "-1/2", "a/b":
            self.assertIn("K/N", self.fail_with(2, "sweep", self.scenario, "-o", self.out, "--part=" + text).stderr)

    def interrupted(self, scenario=None):
        """An unfinished sweep: its second queue was not answered."""
        self.succeed("-q", "sweep", scenario or self.scenario, "-o", self.path("half.sqlite"), "--part", "1/2")
        os.rename(self.path("half.sqlite"), self.out + ".part")

    def test_an_unfinished_sweep_is_not_overwritten(self):
        self.interrupted()
        done = self.fail_with(5, "sweep", self.scenario, "-o", self.out)
        self.assertIn("6 of 12 points of an unfinished sweep", done.stderr)
        self.assertIn("--resume", done.stderr)
        done = self.succeed("sweep", self.scenario, "-o", self.out, "--resume")
        self.assertIn("6 of 12 points are answered already", done.stderr)
        self.assertEqual(bytes_of(self.out), self.whole())

    def test_a_changed_scenario_does_not_resume(self):
        self.interrupted()
        before = bytes_of(self.out + ".part")
        done = self.fail_with(3, "sweep", self.scenario, "-o", self.out, "--resume", "--replicates", 3)
        self.assertIn("`replicates` was 2 and is 3", done.stderr)
        self.assertEqual(bytes_of(self.out + ".part"), before)
        self.whole(name="r.sqlite.old")
        os.remove(self.out + ".part")
        os.rename(self.out + ".old", self.out)
        self.assertIn("`seed` was 5 and is 6",
                      self.fail_with(3, "sweep", self.scenario, "-o", self.out, "--resume", "--seed", 6).stderr)

    def test_a_file_of_another_version_is_refused(self):
        self.interrupted()
        with sqlite3.connect(self.out + ".part") as database:
            database.execute("UPDATE about SET value = '0.0.9' WHERE name = 'version'")
        done = self.fail_with(3, "sweep", self.scenario, "-o", self.out, "--resume")
        self.assertIn("of clustersim 0.0.9, and this is clustersim", done.stderr)
        with sqlite3.connect(self.out + ".part") as database:
            database.execute("PRAGMA user_version = 99")
        self.assertIn("the tables have version 99", self.fail_with(3, "sweep", self.scenario, "-o", self.out, "--resume").stderr)

    def test_something_else_is_not_overwritten(self):
        for content in "notes", "":
            self.write("r.sqlite", content)
            done = self.fail_with(5, "sweep", self.scenario, "-o", self.out)
            self.assertIn("something else has this name", done.stderr)
            self.assertEqual(bytes_of(self.out).decode(), content)
        self.fail_with(5, "sweep", self.scenario, "-o", self.path("missing/r.sqlite"))
        self.fail_with(5, "sweep", self.scenario, "-o", os.path.dirname(self.out))

    def test_parts_of_another_sweep_and_missing_parts_are_named(self):
        for k in 1, 2:
            self.succeed("-q", "sweep", self.scenario, "-o", self.path(f"p{k}.sqlite"), "--part", f"{k}/3")
        self.succeed("-q", "sweep", self.scenario, "-o", self.path("q.sqlite"), "--part", "3/3", "--seed", 9)
        self.write("text.sqlite", "no database")
        arguments = ["sweep", self.scenario, "-o", self.out, "--merge"]
        done = self.fail_with(3, *arguments, self.path("p1.sqlite"), self.path("q.sqlite"), self.path("text.sqlite"))
        self.assertIn("q.sqlite: error", done.stderr)
        self.assertIn("`seed` was 9 and is 5", done.stderr)
        self.assertIn("text.sqlite: error", done.stderr)
        arguments.insert(-1, "--resume")
        done = self.fail_with(3, *arguments, self.path("p1.sqlite"), self.path("p2.sqlite"))
        self.assertIn("4 points are in none of the parts", done.stderr)
        # The rest is computed here.
        self.succeed("-q", "sweep", self.scenario, "-o", self.out, "--resume")
        self.assertEqual(bytes_of(self.out), self.whole())

    def test_a_full_disk_loses_nothing(self):
        expected = self.whole()
        for size in 40_000, 150_000, 200_000, 260_000:
            def limit(most=size):
                resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
            command = [PROGRAM, "-q", "sweep", self.scenario, "-o", self.out, "--resume"]
            done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, preexec_fn=limit)
            if done.returncode != 0:
                self.assertEqual(done.returncode, 5, done.stderr)
                self.assertIn("cannot write the", done.stderr)
        self.succeed("-q", "sweep", self.scenario, "-o", self.out, "--resume")
        self.assertEqual(bytes_of(self.out), expected)

    def test_two_processes_do_not_compute_the_same_sweep(self):
        self.interrupted()
        with sqlite3.connect(self.out + ".part") as database:
            database.execute("BEGIN EXCLUSIVE")
            done = self.fail_with(5, "sweep", self.scenario, "-o", self.out, "--resume")
            self.assertIn("another process computes this sweep", done.stderr)
            database.rollback()

    def test_ctrl_c_keeps_what_is_answered(self):
        # Two queues with one replicate are answered at once, two with thousands take minutes.
        path = self.write("long.yaml", SMALL + "  replicates: [1, 9000]\n")
        process = subprocess.Popen([PROGRAM, "sweep", path, "-o", self.out], stderr=subprocess.PIPE, text=True, cwd=ROOT)
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, stderr)
        self.assertRegex(stderr, r"\d+ of 24 points are kept in .*; continue with --resume")
        kept = int(stderr.split(" of 24 points")[0].split()[-1])
        self.assertEqual(self.rows("SELECT count(*) FROM runs", self.out + ".part"), [(kept,)])
        self.assertFalse(os.path.exists(self.out))


FAKE_SBATCH = """#!/bin/sh
# Runs the tasks at once, apart from those that fail: the numbers in the file `fail`, each once.
[ "$1" = --version ] && exit 0
here=$(dirname "$0")
echo "$*" >> "$here/calls"
[ -e "$here/refuse" ] && { echo "sbatch: error: invalid partition specified: x" >&2; exit 1; }
for word in "$@"; do
    case $word in --array=*) tasks=$(echo "${word#--array=}" | tr , ' ') ;; esac
    script=$word
done
for task in $tasks; do
    if grep -qx "$task" "$here/fail" 2>/dev/null; then
        sed -i '0,/^'"$task"'$/{//d}' "$here/fail"
    else
        SLURM_ARRAY_TASK_ID=$task SLURM_CPUS_ON_NODE=2 sh "$script" >&2 || exit 1
    fi
done
echo "4711;cluster"
"""


class JobArrays(SweepCase):
    """With scripts in place of Slurm's commands; tests/sweep/check_slurm.py uses a real Slurm."""

    def setUp(self):
        super().setUp()
        os.mkdir(self.path("bin"))
        for name, text in ("sbatch", FAKE_SBATCH), ("squeue", "#!/bin/sh\n"):
            os.chmod(self.write(f"bin/{name}", text), 0o755)
        self.environment = {"PATH": self.path("bin") + ":" + os.environ["PATH"]}
        self.array = ["sweep", self.scenario, "-o", self.out, "--executor", "slurm", "--poll", "0.1"]

    def calls(self):
        with open(self.path("bin/calls"), encoding="utf-8") as stream:
            return stream.read().splitlines()

    def test_parts_are_collected_and_merged(self):
        expected = self.whole()
        done = self.succeed(*self.array, "--tasks", 3, "--sbatch=--partition=x y", environment=self.environment)
        self.assertIn("job 4711: 3 tasks", done.stderr)
        self.assertEqual(done.stdout, f"{self.out}: 12 points\n")
        self.assertEqual(bytes_of(self.out), expected)
        self.assertEqual(len(self.calls()), 1)
        self.assertIn("--array=1,2,3 --partition=x y", self.calls()[0])
        self.assertEqual(self.listing(), ["bin", "r.sqlite", "s.yaml", "whole.sqlite"])

    def test_options_that_change_the_scenario_reach_the_tasks(self):
        self.succeed(*self.array, "--tasks", 2, "--seed", 9, "--set", "title=it's 9", environment=self.environment)
        self.assertEqual(self.rows("SELECT value FROM about WHERE name IN ('seed', 'title') ORDER BY name"),
                         [("9",), ("it's 9",)])
        self.assertEqual(self.rows("SELECT DISTINCT seed FROM runs"), [(9,)])

    def test_tasks_that_fail_are_submitted_again(self):
        self.write("bin/fail", "2\n4\n4\n")
        self.succeed(*self.array, "--tasks", 4, environment=self.environment)
        self.assertEqual([word for call in self.calls() for word in call.split() if word.startswith("--array")],
                         ["--array=1,2,3,4", "--array=2,4", "--array=4"])
        self.assertEqual(bytes_of(self.out), self.whole())

    def test_after_too_many_failures_the_complete_parts_are_kept(self):
        self.write("bin/fail", "2\n" * 3)
        done = self.fail_with(5, *self.array, "--tasks", 3, "--retries", 1, environment=self.environment)
        self.assertIn("task 2 of the array ended 2 times without its part", done.stderr)
        self.assertIn("task-2.log", done.stderr)
        self.assertEqual(sorted(name for name in os.listdir(self.out + ".parts") if name.endswith("sqlite")),
                         ["part-1.sqlite", "part-3.sqlite"])
        done = self.fail_with(3, *self.array, "--tasks", 5, "--resume", environment=self.environment)
        self.assertIn("the array has 3 tasks, not 5", done.stderr)
        self.succeed(*self.array, "--resume", environment=self.environment)
        self.assertEqual(bytes_of(self.out), self.whole())

    def test_a_refused_job_and_a_missing_slurm_are_errors(self):
        self.write("bin/refuse", "")
        done = self.fail_with(5, *self.array, environment=self.environment)
        self.assertIn("sbatch refuses the job array: sbatch: error: invalid partition specified: x", done.stderr)
        os.remove(self.path("bin/sbatch"))
        done = self.fail_with(5, *self.array[:3], self.path("n.sqlite"), *self.array[4:],
                              environment={"PATH": self.path("bin")})
        self.assertIn("sbatch cannot be run: No such file or directory", done.stderr)
        self.assertIn("--executor local", done.stderr)
        self.assertFalse(os.path.exists(self.path("n.sqlite.part")))


class Plans(SweepCase):
    def test_a_plan_measures_the_points_and_simulates_the_array(self):
        done = self.succeed("sweep", self.scenario, "--plan", "--system", "vega", "--format", "json")
        self.assertRegex(done.stderr, r"measured here: .* for each of 2 queues")
        plan = json.loads(done.stdout)
        self.assertEqual((plan["points"], plan["system"], plan["partition"]), (12, "vega", "cpu"))
        self.assertGreater(plan["core_hours"], 0)
        best = next(width for width in plan["widths"] if width["tasks"] == plan["best_tasks"])
        self.assertEqual(best["end_median_s"], min(width["end_median_s"] for width in plan["widths"]))
        self.assertEqual(self.listing(), ["s.yaml"])

    def test_the_time_of_all_points_can_be_given(self):
        done = self.succeed("sweep", self.scenario, "--plan", "--system", "vega", "--core-time", "5000 h", "--format",
                            "json")
        plan = json.loads(done.stdout)
        self.assertEqual(plan["core_hours"], 5000)
        self.assertNotIn("measured", done.stderr)
        for width in plan["widths"]:
            run_time = 10 + 5000 * 3600 / plan["cores_per_task"] / width["tasks"]
            self.assertAlmostEqual(width["runtime_s"] / run_time, 1, places=6)
            self.assertGreaterEqual(width["walltime_s"], 1.5 * run_time)
            self.assertAlmostEqual(width["node_hours"] * 3600 / width["tasks"] / run_time, 1, places=2)

    def test_wrong_use_is_refused(self):
        for options in (["--plan"], [], ["--plan", "--system", "vega", "--core-time", "5 GB"],
                        ["--plan", "--system", "vega", "--core-time", "0 s"], ["-o", self.out, "--system", "vega"],
                        ["-o", self.out, "--executor", "slurn"], ["-o", self.out, "--executor", "slurm", "--tasks", "0"],
                        ["-o", self.out, "--executor", "slurm", "--poll", "nan"]):
            self.fail_with(2, "sweep", self.scenario, *options)
        done = self.fail_with(3, "sweep", self.scenario, "--plan", "--system", "vegga")
        self.assertIn("vega", done.stderr)


if __name__ == "__main__":
    unittest.main()
