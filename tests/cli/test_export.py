# SPDX-License-Identifier: Apache-2.0
"""Exports of a simulated queue, read back by the program itself."""
import csv
import io
import json
import os
import pty
import shutil
import sqlite3
import subprocess
import unittest

from program import PROGRAM, CommandCase

SCENARIO = """schema: clustersim/scenario/1
title: 'a </script> title'
system: karolina
partition: qgpu
background: {mix: itp-trace, load: 0.6, warm-up: 6 h, window: 6 h}
jobs:
  train: {nodes: 1, runtime: 1 h, walltime: 2 h}
replicates: 1
"""


class Export(CommandCase):
    def setUp(self):
        super().setUp()
        self.result = self.path("result")
        self.succeed("-q", "run", self.write("s.yaml", SCENARIO), "--out", self.result)

    def exported(self, form):
        return self.succeed("show", self.result, "--to", form).stdout

    def test_swf_is_read_again(self):
        text = self.exported("swf")
        rows = [line.split() for line in text.splitlines() if not line.startswith(";")]
        self.assertTrue(all(len(row) == 18 for row in rows))
        file = self.write("queue.swf", text)
        done = self.succeed("replay", file, "--procs", "100000", "--format", "json")
        self.assertEqual(json.loads(done.stdout)["jobs"], len(rows))

    def test_a_sacct_dump_is_imported_again(self):
        text = self.exported("sacct")
        header, *rows = text.splitlines()
        self.assertTrue(all(row.count("|") == header.count("|") for row in rows))
        file = self.write("jobs.txt", text)
        self.succeed("import", "sacct", file, "--out", self.path("jobs.csv"))
        with open(self.path("jobs.csv"), encoding="utf-8") as stream:
            imported = list(csv.DictReader(stream))
        ended = [row for row in csv.DictReader(io.StringIO(text), delimiter="|")
                 if row["End"] != "Unknown" and row["Start"] != "Unknown"]
        self.assertEqual(len(imported), len(ended))

    def test_batsim_and_perfetto_hold_the_jobs_of_the_study(self):
        jobs = list(csv.DictReader(io.StringIO(self.exported("batsim"))))
        own = [job for job in jobs if job["workload_name"] == "study"]
        self.assertEqual([job["execution_time"] for job in own], ["3600"])
        trace = json.loads(self.exported("perfetto"))
        tracks = {}
        for event in trace["traceEvents"]:
            if event["ph"] == "X":
                tracks.setdefault((event["pid"], event["tid"]), []).append((event["ts"], event["ts"] + event["dur"]))
        for spans in tracks.values():
            spans.sort()
            self.assertTrue(all(one[1] <= other[0] for one, other in zip(spans, spans[1:])))
        self.assertNotIn("</script>", self.exported("perfetto"))

    def test_a_database_holds_the_whole_result(self):
        scenario = self.write("two.yaml", SCENARIO.replace("replicates: 1", "replicates: 2")
                              + "sweep: {jobs.train.nodes: [1, 2]}\n")
        result, file = self.path("two"), self.path("r.sqlite")
        self.succeed("-q", "run", scenario, "--out", result)
        self.succeed("show", result, "--to", "sqlite", "-o", file)
        with open(file, "rb") as stream:
            first = stream.read()
        self.succeed("show", result, "--to", "sqlite", "-o", file)
        with open(file, "rb") as stream:
            self.assertEqual(stream.read(), first)
        piped = subprocess.run([PROGRAM, "show", result, "--to", "sqlite"], capture_output=True, timeout=60)
        self.assertEqual(piped.stdout, first)
        base = sqlite3.connect(file)
        self.addCleanup(base.close)
        self.assertEqual(base.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
        about = dict(base.execute("SELECT name, value FROM about"))
        self.assertEqual(about["title"], "a </script> title")
        for table in "jobs", "timeline":
            with self.subTest(table=table), open(os.path.join(result, table + ".csv"), encoding="utf-8") as stream:
                header, *rows = csv.reader(stream)
                found = base.execute(f"SELECT * FROM {table}")
                self.assertEqual([column[0] for column in found.description], header)
                text = [["" if cell is None else str(cell) for cell in row] for row in found]
                self.assertEqual(text, rows)
        self.assertEqual({kind for (kind,) in base.execute("SELECT DISTINCT typeof(waiting_time) FROM jobs")}, {"integer"})
        with open(os.path.join(result, "summary.json"), encoding="utf-8") as stream:
            summary = json.load(stream)
        self.assertEqual(about["version"], summary["version"])
        self.assertEqual(about["seed"], str(summary["seed"]))
        for number, run in enumerate(summary["runs"]):
            metrics = run["jobs"][0]["metrics"]
            found = {name: rest for name, *rest in base.execute(
                "SELECT metric, value, low, high, variant FROM answers WHERE run = ?", (number,))}
            self.assertEqual({name: rest[0] for name, rest in found.items()},
                             {name: value for name, value in metrics.items() if value is not None})
            self.assertEqual(found["wait_median_s"][1:], [metrics["wait_p5_s"], metrics["wait_p95_s"], run["variant"]])
        units = dict(base.execute("SELECT metric, unit FROM answers"))
        self.assertEqual(units["wait_median_s"], "s")
        self.assertEqual(units["billed"], summary["runs"][0]["billing_unit"])
        self.assertEqual(base.execute("SELECT run, key, value FROM settings").fetchall(),
                         [(0, "jobs.train.nodes", "1"), (1, "jobs.train.nodes", "2")])
        self.assertGreater(base.execute("SELECT count(*) FROM sources").fetchone()[0], 0)
        self.assertGreater(base.execute("SELECT count(*) FROM inputs").fetchone()[0], 0)

    def test_every_copy_of_a_job_is_a_job_of_the_study(self):
        for scheduler in ("slurm", "easy"):
            scenario = self.write("copies.yaml", SCENARIO.replace("walltime: 2 h}", "walltime: 2 h, count: 3}")
                                  + f"scheduler: {scheduler}\n")
            self.succeed("-q", "run", scenario, "--out", self.path(scheduler))
            jobs = csv.DictReader(io.StringIO(self.succeed("show", self.path(scheduler), "--to", "batsim").stdout))
            self.assertEqual([job["workload_name"] for job in jobs].count("study"), 3, scheduler)

    def test_a_database_of_a_policy_for_teaching(self):
        scenario = self.write("easy.yaml", SCENARIO + "scheduler: easy\n")
        self.succeed("-q", "run", scenario, "--out", self.path("easy"))
        self.succeed("show", self.path("easy"), "--to", "sqlite", "-o", self.path("e.sqlite"))
        self.assertTrue(os.path.exists(self.path("e.sqlite")))

    def test_a_database_is_whole_or_not_there(self):
        done = self.fail_with(2, "show", self.result, "--to", "sqlite", "--replicate", "0", "-o", self.path("r.sqlite"))
        self.assertIn("all variants and replicates", done.stderr)
        os.truncate(os.path.join(self.result, "timeline.csv"), 10)
        self.assertIn("timeline.csv", self.fail_with(5, "show", self.result, "--to", "sqlite",
                                                     "-o", self.path("r.sqlite")).stderr)
        self.assertFalse(os.path.exists(self.path("r.sqlite")))
        self.fail_with(5, "show", self.result, "--to", "sqlite", "-o", self.path("none/r.sqlite"))

    def test_a_database_is_not_written_to_a_terminal(self):
        ours, theirs = pty.openpty()
        try:
            done = subprocess.run([PROGRAM, "show", self.result, "--to", "sqlite"], stdout=theirs,
                                  stderr=subprocess.PIPE, text=True, timeout=60)
        finally:
            os.close(theirs)
            os.close(ours)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("terminal", done.stderr)

    def test_a_damaged_or_newer_result_is_refused(self):
        copy = self.path("copy")
        shutil.copytree(self.result, copy)
        os.remove(os.path.join(copy, "jobs.csv"))
        self.assertIn("jobs.csv", self.fail_with(5, "show", copy, "--to", "swf").stderr)
        mark = os.path.join(self.result, "run.json")
        with open(mark, encoding="utf-8") as stream:
            text = stream.read()
        with open(mark, "w", encoding="utf-8") as stream:
            stream.write(text.replace("clustersim/run/2", "clustersim/run/9"))
        self.assertIn("another version", self.fail_with(5, "show", self.result, "--to", "swf").stderr)
        self.fail_with(5, "show", self.folder, "--to", "swf")

    def test_an_unknown_format_is_wrong_use(self):
        self.assertIn("perfetto", self.fail_with(2, "show", self.result, "--to", "perfeto").stderr)


POLICIES = "fcfs", "easy", "conservative"


class ExportOfAPolicy(CommandCase):
    """Queues under the policies for teaching, in the same formats: whole nodes (LUMI's standard-g) and shared ones."""

    def result(self, policy, scenario=SCENARIO):
        folder = self.path(policy)
        self.succeed("-q", "run", self.write("s.yaml", scenario + f"scheduler: {policy}\n"), "--out", folder)
        return folder

    def exported(self, folder, form):
        return self.succeed("show", folder, "--to", form).stdout

    def test_the_start_of_the_studys_job_is_that_of_the_result(self):
        for policy in POLICIES:
            result = self.result(policy)
            with open(os.path.join(result, "jobs.csv"), encoding="utf-8") as stream:
                stored = next(csv.DictReader(stream))
            own = [job for job in csv.DictReader(io.StringIO(self.exported(result, "batsim"))) if job["workload_name"] == "study"]
            self.assertEqual([job["waiting_time"] for job in own], [stored["waiting_time"]], policy)
            self.assertEqual([job["starting_time"] for job in own], [stored["starting_time"]], policy)

    def test_swf_has_unknown_users_and_is_replayed_with_the_same_waits(self):
        # On whole nodes, CPUs are nodes times a constant, so the replay decides as the study did.
        whole = SCENARIO.replace("system: karolina\npartition: qgpu", "system: lumi\npartition: standard-g")
        for policy in POLICIES:
            text = self.exported(self.result(policy, whole), "swf")
            procs = next(line.split()[-1] for line in text.splitlines() if line.startswith("; MaxProcs"))
            rows = [line.split() for line in text.splitlines() if not line.startswith(";")]
            self.assertEqual({tuple(row[11:13]) + (row[14],) for row in rows}, {("-1", "-1", "-1")})
            done = self.succeed("replay", self.write("q.swf", text), "--procs", procs, "--policy", policy, "--format", "json")
            answer = json.loads(done.stdout)
            self.assertEqual(answer["jobs"], len(rows))
            self.assertEqual(answer["mean_wait_s"], sum(int(row[2]) for row in rows) / len(rows))

    def test_a_sacct_dump_is_imported_and_fitted(self):
        text = self.exported(self.result("easy"), "sacct")
        rows = list(csv.DictReader(io.StringIO(text), delimiter="|"))
        self.assertEqual({row["User"] + row["Account"] + row["QOS"] for row in rows}, {""})
        self.assertIn("train", {row["JobName"] for row in rows})
        dump = self.write("jobs.txt", text)
        self.succeed("import", "sacct", dump, "--out", self.path("jobs.csv"))
        with open(self.path("jobs.csv"), encoding="utf-8") as stream:
            imported = list(csv.DictReader(stream))
        ended = [row for row in rows if row["End"] != "Unknown"]
        self.assertEqual(len(imported), len(ended))
        self.assertEqual(sorted(int(job["nodes"]) for job in imported), sorted(int(row["NNodes"]) for row in ended))
        self.succeed("fit", "mix", dump, "--machine-size", "576", "--size-unit", "gpu", "-o", self.path("mix.yaml"))

    def test_nodes_are_not_given_out_twice(self):
        for policy in POLICIES:
            trace = json.loads(self.exported(self.result(policy), "perfetto"))
            running = [event for event in trace["traceEvents"] if event["ph"] == "X" and event["pid"] > 1]
            self.assertTrue(running)
            use = [event["args"]["value"] for event in trace["traceEvents"] if event["name"] == "CPUs in use"]
            self.assertLessEqual(max(use), 72 * 128)
            self.assertGreaterEqual(min(use), 0)


if __name__ == "__main__":
    unittest.main()
