# SPDX-License-Identifier: Apache-2.0
"""Invalid scenarios: each gives its exit code, the place and the reason, and writes nothing."""
import json
import os
import signal
import subprocess
import time
import unittest

from program import PROGRAM, ROOT, CommandCase, run

GOOD = """schema: clustersim/scenario/1
title: one job on an empty machine
system: leonardo
partition: boost_usr_prod
jobs:
  a: {nodes: 2, runtime: 2 h, walltime: 3 h}
"""
BUSY = GOOD + "background: {mix: itp-trace, load: 1.0, warm-up: 3 d, window: 1 d}\nreplicates: 2000\n"


class BadFiles(CommandCase):
    def check(self, code, text, *said):
        """Checks that run and check both refuse the text, with each of `said`."""
        path = self.write("bad.yaml", text)
        for command in (["check", path], ["run", path, "--out", self.path("out")]):
            with self.subTest(command=command[0]):
                stderr = self.fail_with(code, *command).stderr
                for part in said:
                    self.assertIn(part, stderr)
        self.assertFalse(os.path.exists(self.path("out")))

    def test_a_good_file_passes(self):
        path = self.write("good.yaml", GOOD)
        self.assertIn("ok", self.succeed("check", path).stdout)

    def test_files_that_cannot_be_read(self):
        self.assertIn("it does not exist", self.fail_with(5, "run", self.path("absent.yaml")).stderr)
        self.assertIn("it is a directory", self.fail_with(5, "check", self.folder).stderr)

    def test_text_that_is_no_yaml(self):
        self.check(3, "", "the file is empty")
        self.check(3, "a: [1, 2\n", "CS0101")
        self.check(3, "a: 'x\n" + GOOD, "CS0101")
        self.check(3, "\x00\x01\x02", "binary")
        self.check(3, "- a\n- b\n", "a mapping")
        self.check(3, "[" * 100_000, "CS0101")

    def test_keys(self):
        self.check(3, GOOD + "sytem: lumi\n", "bad.yaml:7:1", "CS0103", 'did you mean "system"?')
        self.check(3, GOOD + "title: again\n", "CS0102", "line 2")
        self.check(3, GOOD.replace("system: leonardo\n", ""), "CS0104", "system")
        self.check(3, GOOD.replace("  a: {nodes: 2", "  a: {nodse: 2"), "CS0103", "nodes")

    def test_numbers_beyond_all_sense(self):
        busy = GOOD + "background: {mix: itp-trace, load: 1.0, warm-up: 3 d, window: %s}\nreplicates: %d\n"
        self.check(3, busy % ("4000 h", 1), "CS0107", "at most 60 d")
        self.check(3, busy % ("4 h", 100000), "CS0107", "10000")

    def test_files_of_many_keys(self):
        many = GOOD + "".join(f"k{i}: 1\n" for i in range(100_000))
        self.assertIn("unknown key", self.fail_with(3, "check", self.write("many.yaml", many), timeout=40).stderr)
        flow = GOOD + "b: {" + "a," * 100_000 + "}\n"
        self.assertIn("CS0102", self.fail_with(3, "check", self.write("flow.yaml", flow), timeout=40).stderr)

    def test_values(self):
        self.check(3, GOOD.replace("nodes: 2", "nodes: -2"), "CS0107")
        self.check(3, GOOD.replace("nodes: 2", "nodes: 0"), "CS0107")
        self.check(3, GOOD.replace("nodes: 2", "nodes: 2.5"), "CS0105")
        self.check(3, GOOD.replace("nodes: 2", "nodes: 1e300"))
        self.check(3, GOOD.replace("runtime: 2 h", "runtime: 2"), "CS0106")
        self.check(3, GOOD.replace("runtime: 2 h", "runtime: 2 GB"), "CS0106")
        self.check(3, GOOD.replace("runtime: 2 h", "runtime: -2 h"))
        self.check(3, GOOD.replace("walltime: 3 h", "walltime: nan h"))

    def test_names(self):
        self.check(3, GOOD.replace("system: leonardo", "system: leonarod"), "CS0108", "leonardo")
        self.check(3, GOOD.replace("boost_usr_prod", "boost"), "CS0108")
        self.check(3, GOOD + "scheduler: eesy\n", "CS0108", 'did you mean "easy"?')

    def test_every_problem_of_a_file_is_told_at_once(self):
        text = GOOD.replace("nodes: 2", "nodes: -2").replace("runtime: 2 h", "runtime: 2") + "sytem: lumi\n"
        self.check(3, text, "CS0107", "CS0106", "CS0103")

    def test_a_job_that_can_never_start(self):
        self.check(4, GOOD.replace("nodes: 2", "nodes: 100000"), "CS0201")
        self.check(4, GOOD.replace("walltime: 3 h", "walltime: 900 h"), "CS0203")

    def test_a_code_where_it_was_not_measured(self):
        code = GOOD.replace("runtime: 2 h, walltime: 3 h", "application: gromacs-benchpep-h")
        self.check(4, code, "CS0201", "not on", "scales_with")
        lumi = code.replace("leonardo", "lumi").replace("boost_usr_prod", "standard-g")
        self.check(4, lumi.replace("nodes: 2", "nodes: 64"), "CS0201", "measured on 2 to 32 nodes")
        self.check(3, lumi.replace("pep-h", "pep-h, epochs: 2, training: {tensor: 2}"), "`epochs`", "`training`")

    def test_problems_as_json_for_editors(self):
        path = self.write("bad.yaml", GOOD + "sytem: lumi\n")
        done = run("--message-format", "json", "check", path)
        self.assertEqual(done.returncode, 3)
        self.assertIn("CS0103", json.dumps(json.loads(done.stderr)))


class Results(CommandCase):
    def setUp(self):
        super().setUp()
        self.scenario = self.write("good.yaml", GOOD)

    def test_the_same_question_gives_the_same_bytes(self):
        command = ["run", "scenarios/first-steps/quickstart.yaml", "--replicates", "4", "--no-results", "--format", "json"]
        one, two, threads = (self.succeed(*command, "--workers", n).stdout for n in ("1", "1", "4"))
        self.assertEqual(one, two)
        self.assertEqual(one, threads)
        self.assertNotEqual(one, self.succeed(*command, "--seed", "2").stdout)

    def test_a_scenario_may_come_from_standard_input(self):
        done = self.succeed("run", "-", "--no-results", "--format", "json", stdin=GOOD)
        self.assertEqual(json.loads(done.stdout)["runs"][0]["system"], "leonardo")
        self.assertIn("ok, 1 run", self.succeed("check", "-", stdin=GOOD).stdout)

    def test_every_format_prints_the_same_run(self):
        for form in ("table", "json", "csv", "markdown"):
            with self.subTest(format=form):
                self.assertNotEqual(self.succeed("run", self.scenario, "--no-results", "--format", form).stdout, "")

    def test_a_dry_run_prints_where_values_come_from_and_writes_nothing(self):
        done = self.succeed("run", self.scenario, "--dry-run", "--set", "seed=7", cwd=self.folder)
        self.assertIn("seed: 7", done.stdout)
        self.assertIn("--set seed=7", done.stdout)
        self.assertIn("good.yaml:3", done.stdout)
        self.assertEqual(os.listdir(self.folder), ["good.yaml"])

    def test_a_run_leaves_its_folder_whole(self):
        self.succeed("run", self.scenario, "--out", self.path("out"))
        names = sorted(os.listdir(self.path("out")))
        self.assertEqual(names, ["answer.json", "jobs.csv", "report.json", "run.json", "summary.json", "timeline.csv"])
        for name in names:
            self.assertGreater(os.path.getsize(self.path("out/" + name)), 0)

    def test_a_folder_that_cannot_be_written_is_said(self):
        self.write("file", "in the way")
        done = run("run", self.scenario, "--out", self.path("file/out"))
        self.assertEqual(done.returncode, 5, done.stderr)
        self.assertIn("CS0002", done.stderr)

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full here")
    def test_a_full_disk_is_said(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([PROGRAM, "run", self.scenario, "--no-results"], stdout=full, stderr=subprocess.PIPE,
                                  text=True, cwd=ROOT)
        self.assertEqual(done.returncode, 5)
        self.assertIn("cannot write", done.stderr)

    def test_an_expectation_that_is_not_met_is_exit_code_1(self):
        text = GOOD + "expect:\n  - {metric: nodes, at-least: 3}\n"
        done = run("check", "--run", self.write("expect.yaml", text))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("CS0401", done.stderr)

    def test_interrupting_ends_with_130_and_leaves_nothing_half_written(self):
        out = self.path("out")
        process = subprocess.Popen([PROGRAM, "run", self.write("busy.yaml", BUSY), "--out", out, "--format", "json"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT)
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, stderr)
        self.assertNotIn("internal error", stderr)
        if os.path.exists(out):
            with open(os.path.join(out, "summary.json"), encoding="utf-8") as stream:
                self.assertFalse(json.load(stream)["complete"])
        self.assertEqual([name for name in os.listdir(self.folder) if name not in ("busy.yaml", "good.yaml", "out")], [])


if __name__ == "__main__":
    unittest.main()
