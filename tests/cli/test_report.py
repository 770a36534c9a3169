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
        self.succeed("-q", "show", self.path("r"), "--report", self.path("b.html"))
        first, page = self.page_of(self.path("a.html"))
        self.assertEqual(first, self.page_of(self.path("b.html"))[0])
        self.assertEqual(page["schema"], "clustersim/report/1")
        self.assertEqual([section["title"] for section in page["sections"]],
                         ["Answers", "Queue", "Waits", "Priority", "Cost and energy"])
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
        self.assertIn("run.json is missing", self.fail_with(5, "show", self.folder, "--report", self.path("x.html")).stderr)
        self.fail_with(5, "show", self.path("none"), "--report", self.path("x.html"))

        def changed(name, change):
            copy = self.path("copy")
            shutil.copytree(folder, copy)
            file = os.path.join(copy, name)
            with open(file, encoding="utf-8") as stream:
                text = stream.read()
            with open(file, "w", encoding="utf-8") as stream:
                stream.write(change(text))
            done = self.fail_with(5, "show", copy, "--report", self.path("x.html"))
            shutil.rmtree(copy)
            return done.stderr

        self.assertIn("another version", changed("run.json", lambda text: text.replace("run/2", "run/9")))
        self.assertIn("changed or cut", changed("report.json", lambda text: text[:len(text) // 2]))
        self.assertIn("changed or cut", changed("run.json", lambda text: text.replace("report.json", "other.json")))
        os.remove(os.path.join(folder, "report.json"))
        self.assertIn("missing", self.fail_with(5, "show", folder, "--report", self.path("x.html")).stderr)
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
        sections = {section["title"]: section["items"] for section in page["sections"]}
        self.assertEqual(list(sections)[:2], ["Answers", "Every column"])
        waits = sections["Waits"][0]["boxes"][0]
        self.assertEqual(waits["name"], "vega")
        queues = sections["Queue"][0]
        self.assertEqual(queues["names"], ["vega", "karolina"])
        for name, (gantt, use) in zip(queues["names"], queues["items"]):
            self.assertEqual([own["name"] for own in gantt["own"]], ["train"], name)
            self.assertGreater(len(gantt["jobs"]["start"]), 10)
            self.assertEqual(use["series"][0]["most"], gantt["lanes"][0]["capacity"])
        # The job of the picture is the first sample of the waits.
        own = queues["items"][0][0]["own"][0]
        self.assertIn(own["start"] - own["submit"], waits["samples"])

    def test_own_jobs_are_those_tried_in_the_queue_that_is_shown(self):
        scenario = self.write("s.yaml", BUSY % "T")
        _, page = self.page("run", scenario, "--no-results", "--set", "sweep={background.load: [0.5, 0.9], jobs.train.nodes: [1, 2]}")
        gantt = page["sections"][1]["items"][0]
        self.assertEqual([own["name"] for own in gantt["own"]], ["load=0.5 nodes=1", "load=0.5 nodes=2"])

    def test_a_job_on_its_fabric(self):
        """Sixteen nodes of an empty Leonardo are under few leaf switches of one cell; with checkpoints they are typical."""
        training = BUSY.replace("vega", "leonardo").replace("gpu-centre, load: 0.9", "none, load: 0").replace(
            "nodes: 2, runtime: 1 h, walltime: 2 h", "nodes: 16, application: gpt-857m, steps: 500, training: {accumulation: 4}")
        scenario = self.write("s.yaml", training % "T")
        _, page = self.page("run", scenario, "--no-results", "--set", "network=flow")
        section = next(one for one in page["sections"] if one["title"] == "Placement on the fabric")
        fabric, levels = section["items"][0]["items"][0]
        own = [group for group in fabric["groups"] if group["own"]]
        self.assertEqual([group["own"] for group in own], [16])
        self.assertGreaterEqual(sum(leaf[2] for leaf in own[0]["leaves"]), 16)
        self.assertIn("replicate with the median run time", fabric["note"])
        self.assertNotIn("network: closed", fabric["note"])
        self.assertAlmostEqual(max(levels["series"][0]["values"]), 1.0)
        _, page = self.page("run", scenario, "--no-results", "--set", "jobs.train.checkpoint={every: 10 min}")
        section = next(one for one in page["sections"] if one["title"] == "Placement on the fabric")
        self.assertIn("typical placement", section["items"][0]["items"][0][0]["note"])
        self.assertIn("network: closed", section["items"][0]["items"][0][0]["note"])


if __name__ == "__main__":
    unittest.main()
