# SPDX-License-Identifier: Apache-2.0
"""A stored result prints what `run` printed, byte for byte, in every format."""
import json
import os
import shutil
import unittest

from program import ROOT, CommandCase, run

# Its partition is chosen by the program, and the answer says so; the sweep is drawn as bars.
SCALING = """schema: clustersim/scenario/1
title: "%s"
system: karolina
seed: 3
replicates: 2
background: {mix: itp-trace, load: 0.8, warm-up: 6 h, window: 6 h}
jobs:
  train: {application: gpt-857m, steps: 1000, nodes: 1}
sweep: {jobs.train.nodes: [1, 2, 4]}
"""
NAME = r"50 % | a_b {\\} \e[31m </b> \u2028 Łódź"
FORMATS = "table", "json", "csv", "markdown"


class Show(CommandCase):
    def setUp(self):
        super().setUp()
        self.scenario = self.write("s.yaml", SCALING % NAME)

    def same(self, scenario, *options, formats=FORMATS, **more):
        """Runs the scenario in each format and compares with what its result prints."""
        for name in formats:
            with self.subTest(format=name, options=options):
                out = self.path("r-" + name)
                done = run("-q", "run", scenario, "--format", name, "--out", out, *options, **more)
                self.assertIn(done.returncode, (0, 1), done.stderr)
                self.assertEqual(self.succeed("show", out, "--format", name, *options, **more).stdout, done.stdout)
        # How an answer is printed does not change the result.
        results = [self.path("r-" + name) for name in formats]
        for name in sorted(os.listdir(results[0])):
            contents = set()
            for folder in results:
                with open(os.path.join(folder, name), "rb") as stream:
                    contents.add(stream.read())
            self.assertEqual(len(contents), 1, name)

    def test_every_format_is_as_printed(self):
        self.same(self.scenario)

    def test_any_width_and_locale_of_the_terminal(self):
        for width in "60", "200":
            for locale in "C", "C.UTF-8":
                self.same(self.scenario, "--width", width, formats=("table",), environment={"LC_ALL": locale})

    def test_the_task_of_an_exercise(self):
        folder = os.path.join(ROOT, "scenarios", "courses")
        first = sorted(name for name in os.listdir(folder) if name.endswith(".yaml"))[0]
        self.same(os.path.join("scenarios", "courses", first), formats=("table", "markdown"))

    def test_policies_for_teaching(self):
        text = (SCALING % "T").replace("seed", "scheduler: easy\nseed")
        self.same(self.write("easy.yaml", text), formats=("table", "csv"))

    def test_latex_has_its_tables_and_no_bare_marks(self):
        self.succeed("-q", "run", self.scenario, "--out", self.path("r"))
        text = self.succeed("show", self.path("r"), "--format", "latex").stdout
        self.assertTrue(text.startswith(r"\textbf{50 \%"), text)
        self.assertEqual(text.count(r"\begin{tabular}"), text.count(r"\end{tabular}"))
        self.assertIn(r"\begin{tabular}", text)
        self.assertNotIn("\x1b", text)

    def test_a_damaged_result_is_refused_with_its_place(self):
        self.succeed("-q", "run", self.scenario, "--out", self.path("r"))
        for name in sorted(set(os.listdir(self.path("r"))) - {"run.json"}):
            for damage in "missing", "cut":
                with self.subTest(file=name, damage=damage):
                    copy = self.path(f"{damage}-{name}")
                    shutil.copytree(self.path("r"), copy)
                    file = os.path.join(copy, name)
                    if damage == "cut":
                        os.truncate(file, os.path.getsize(file) // 2)
                    else:
                        os.remove(file)
                    done = self.fail_with(5, "show", copy)
                    self.assertIn(name, done.stderr)
                    self.assertIn("CS0001", done.stderr)

    def test_results_of_other_versions_are_refused(self):
        self.succeed("-q", "run", self.scenario, "--out", self.path("r"))
        mark = self.path("r/run.json")
        with open(mark, encoding="utf-8") as stream:
            document = json.load(stream)
        # Earlier versions wrote no hash of run.json itself.
        del document["hash"]
        self.write("r/run.json", json.dumps(document))
        self.assertIn("earlier version", self.fail_with(5, "show", self.path("r")).stderr)
        self.write("r/run.json", json.dumps({**document, "schema": "clustersim/run/9"}))
        self.assertIn("another version", self.fail_with(5, "show", self.path("r")).stderr)

    def test_what_is_no_result(self):
        self.assertIn("run.json is missing", self.fail_with(5, "show", self.folder).stderr)
        self.assertIn("sqlite3", self.fail_with(5, "show", self.scenario).stderr)
        self.fail_with(2, "show", self.folder, "--format", "yaml")


if __name__ == "__main__":
    unittest.main()
