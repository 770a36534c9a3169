# SPDX-License-Identifier: Apache-2.0
"""Exports of a simulated queue, read back by the program itself."""
import csv
import io
import json
import os
import shutil
import unittest

from program import CommandCase

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
        return self.succeed("export", self.result, "--to", form).stdout

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

    def test_a_damaged_or_newer_result_is_refused(self):
        copy = self.path("copy")
        shutil.copytree(self.result, copy)
        os.remove(os.path.join(copy, "jobs.csv"))
        self.assertIn("jobs.csv", self.fail_with(5, "export", copy, "--to", "swf").stderr)
        mark = os.path.join(self.result, "run.json")
        with open(mark, encoding="utf-8") as stream:
            text = stream.read()
        with open(mark, "w", encoding="utf-8") as stream:
            stream.write(text.replace("clustersim/run/2", "clustersim/run/9"))
        self.assertIn("another version", self.fail_with(5, "export", self.result, "--to", "swf").stderr)
        self.fail_with(5, "export", self.folder, "--to", "swf")

    def test_an_unknown_format_is_wrong_use(self):
        self.assertIn("perfetto", self.fail_with(2, "export", self.result, "--to", "perfeto").stderr)


if __name__ == "__main__":
    unittest.main()
