# SPDX-License-Identifier: Apache-2.0
"""Reports: the same page from `run` and from its stored result, whole files only, and results that cannot be shown."""
import json
import os
import shutil
import unittest

from program import ROOT, CommandCase, run

BUSY = """schema: clustersim/scenario/1
title: "%s"
system: vega
seed: 3
replicates: 2
background: {mix: gpu-centre, load: 0.9, warm-up: 12 h, window: 6 h}
jobs:
  train: {nodes: 2, runtime: 1 h, walltime: 2 h}
"""
NAME = r"</script><b>\e[31m<!--\u2028 Łódź"


class Reports(CommandCase):
    def setUp(self):
        super().setUp()
        self.scenario = self.write("s.yaml", BUSY % NAME)

    def page_of(self, path):
        with open(path, encoding="utf-8") as stream:
            html = stream.read()
        start = html.index('id="data">') + len('id="data">')
        return html, json.loads(html[start:html.index("</script>", start)])

    def test_a_stored_result_gives_the_same_file(self):
        self.succeed("-q", "run", self.scenario, "--out", self.path("r"), "--report", self.path("a.html"))
        self.succeed("-q", "report", self.path("r"), "-o", self.path("b.html"))
        first, page = self.page_of(self.path("a.html"))
        self.assertEqual(first, self.page_of(self.path("b.html"))[0])
        self.assertEqual(page["schema"], "clustersim/report/1")
        self.assertEqual([section["title"] for section in page["sections"]],
                         ["Answers", "Queue", "Waits", "Cost and energy"])
        self.assertEqual(run("-q", "run", self.scenario, "--out", self.path("r")).returncode, 0)

    def test_names_are_only_data(self):
        self.succeed("-q", "run", self.scenario, "--no-results", "--report", self.path("a.html"))
        html, page = self.page_of(self.path("a.html"))
        self.assertEqual(page["title"], "</script><b>\x1b[31m<!--\u2028 Łódź")
        self.assertNotIn("</script><b>", html)
        self.assertNotIn("\x1b", html)
        self.assertNotIn("\u2028", html[html.index('id="data"'):html.index("</script>")])
        self.assertEqual(html.count("</script>"), 2)

    def test_the_queue_holds_what_the_timeline_says(self):
        self.succeed("-q", "run", self.scenario, "--no-results", "--report", self.path("a.html"))
        gantt, steps = self.page_of(self.path("a.html"))[1]["sections"][1]["items"]
        jobs = gantt["jobs"]
        starts = [sum(jobs["start"][:i + 1]) for i in range(len(jobs["start"]))]
        times = [sum(steps["times"][:i + 1]) for i in range(len(steps["times"]))]
        at = times[-1]
        busy = sum(size for start, wait, length, size in zip(starts, jobs["wait"], jobs["run"], jobs["size"])
                   if start <= at and (length is None or start + length > at))
        self.assertEqual(busy, steps["series"][0]["values"][-1])
        self.assertEqual(steps["series"][0]["most"], gantt["lanes"][0]["capacity"])

    def test_a_wrong_path_is_found_before_the_simulation(self):
        done = self.fail_with(5, "run", self.scenario, "--no-results", "--report", self.path("no/such/a.html"))
        self.assertIn("no/such", done.stderr)
        self.fail_with(5, "run", self.scenario, "--no-results", "--report", self.folder)
        self.assertEqual(os.listdir(self.folder), ["s.yaml"])

    def test_a_failed_command_leaves_no_report(self):
        self.write("a.html", "mine")
        scenario = self.write("wrong.yaml", BUSY % "x" + "nonsense: 1\n")
        run("run", scenario, "--no-results", "--report", self.path("a.html"))
        with open(self.path("a.html"), encoding="utf-8") as stream:
            self.assertEqual(stream.read(), "mine")

    def test_results_that_cannot_be_shown(self):
        folder = self.path("r")
        self.succeed("-q", "run", self.scenario, "--out", folder)
        self.assertIn("run.json is missing", self.fail_with(5, "report", self.folder, "-o", self.path("x.html")).stderr)
        self.fail_with(5, "report", self.path("none"), "-o", self.path("x.html"))

        def changed(name, change):
            copy = self.path("copy")
            shutil.copytree(folder, copy)
            file = os.path.join(copy, name)
            with open(file, encoding="utf-8") as stream:
                text = stream.read()
            with open(file, "w", encoding="utf-8") as stream:
                stream.write(change(text))
            done = self.fail_with(5, "report", copy, "-o", self.path("x.html"))
            shutil.rmtree(copy)
            return done.stderr

        self.assertIn("another version", changed("run.json", lambda text: text.replace("run/2", "run/9")))
        self.assertIn("changed or cut", changed("report.json", lambda text: text[:len(text) // 2]))
        self.assertIn("holds no report", changed("run.json", lambda text: text.replace("report.json", "other.json")))
        os.remove(os.path.join(folder, "report.json"))
        self.assertIn("missing", self.fail_with(5, "report", folder, "-o", self.path("x.html")).stderr)
        self.assertFalse(os.path.exists(self.path("x.html")))


class Others(CommandCase):
    """Every command that offers --report writes a page that says what it printed."""

    def page(self, *arguments):
        done = self.succeed("-q", *arguments, "--report", self.path("x.html"))
        with open(self.path("x.html"), encoding="utf-8") as stream:
            html = stream.read()
        start = html.index('id="data">') + len('id="data">')
        return done.stdout, json.loads(html[start:html.index("</script>", start)])

    def test_replay(self):
        trace = os.path.join(ROOT, "tests", "data", "replay", "synthetic.swf.gz")
        printed, page = self.page("replay", trace, "--procs", 100, "--first", 50)
        gantt = page["sections"][1]["items"][0]
        self.assertRegex(printed, f"jobs +{len(gantt['jobs']['start'])}\n")
        for title, value in page["sections"][0]["items"][0]["rows"]:
            self.assertRegex(printed, f"{title} +{value}")

    def test_replay_under_slurm(self):
        policy = os.path.join(ROOT, "tests", "data", "policy")
        _, page = self.page("replay", os.path.join(policy, "jobs.csv"), "--site", os.path.join(policy, "site.yaml"))
        gantt = page["sections"][1]["items"][0]
        self.assertIn("ann", gantt["users"])
        self.assertEqual(len(gantt["jobs"]["user"]), len(gantt["jobs"]["start"]))

    def test_diff(self):
        policy = os.path.join(ROOT, "tests", "data", "policy")
        printed, page = self.page("diff", os.path.join(policy, "site.yaml"), "--workload", os.path.join(policy, "jobs.csv"),
                                  "--with", "bf_max_job_test=2")
        self.assertIn(page["sections"][0]["items"][0]["text"], printed)

    def test_compare(self):
        scenario = self.write("s.yaml", BUSY % "T")
        _, page = self.page("compare", scenario, "--systems", "vega,karolina")
        self.assertEqual(page["sections"][1]["items"][0]["boxes"][0]["name"], "vega")


if __name__ == "__main__":
    unittest.main()
