# SPDX-License-Identifier: Apache-2.0
"""Files that were changed behind the program's back, that name files of others, or that need more memory than there is."""
import os
import shutil
import sqlite3
import subprocess
import unittest

from program import PROGRAM, ROOT, CommandCase, run
from test_hostile_input import sanitized

PLAIN = """schema: clustersim/scenario/1
title: T
system: vega
background: {mix: none}
replicates: 1
jobs:
  a: {nodes: 1, runtime: 1 h, walltime: 2 h}
"""
BUSY = PLAIN.replace("{mix: none}", "{mix: gpu-centre, load: 0.9, warm-up: 12 h, window: 6 h}")
SWEPT = PLAIN + "sweep: {jobs.a.nodes: [1, 2, 3, 4]}\n"
SECRET = "db_password: hunter2\nroot:$6$abcdef:19000:0:99999:7:::\n"


def text_of(path):
    with open(path, encoding="utf-8") as stream:
        return stream.read()


class ChangedResults(CommandCase):
    """A result whose run.json was changed gives no answer, by whatever command."""

    VIEWERS = (["squeue"], ["sinfo"], ["sacct"], ["sprio"], ["sshare"], ["sdiag"], ["seff", "a"], ["show"], ["show", "--format", "json"],
               ["explain", "--job", "a"], ["show", "--to", "swf"], ["show", "--to", "sqlite", "-o", "out"],
               ["show", "--report", "out"], ["diff", "--with", "bf_window=5"])

    def test_every_viewer_refuses_it(self):
        result = self.path("r")
        self.succeed("-q", "run", self.write("s.yaml", BUSY), "--out", result)
        text = text_of(self.path("r/run.json"))
        changes = [("load", '"load": 0.9', '"load": 0.5'), ("version", '"version": "', '"version": "9.'), ("seed", '"seed": 1', '"seed": 2'),
                   ("nodes", '"nodes": 1', '"nodes": 2'), ("blank", '"seed": 1', '"seed":  1'), ("title", '"title": "T"', '"title": "U"'),
                   ("hash", '"hash": "', '"hash": "0'), ("no hash", '"hash": "', '"hush": "')]
        for what, old, new in changes:
            self.assertIn(old, text, what)
            self.write("r/run.json", text.replace(old, new))
            for words in self.VIEWERS:
                with self.subTest(change=what, command=words[0]):
                    done = run(words[0], result, *words[1:], cwd=self.folder)
                    self.assertEqual(done.returncode, 5, done.stderr + done.stdout)
                    self.assertIn("run.json", done.stderr)
                    self.assertEqual(sorted(os.listdir(self.folder)), ["r", "s.yaml"])
            # Neither is it replaced.
            self.fail_with(5, "-q", "run", self.path("s.yaml"), "--out", result)
        self.write("r/run.json", text)
        self.succeed("squeue", result)
        self.succeed("-q", "run", self.path("s.yaml"), "--out", result)


class ChangedSweeps(CommandCase):
    def setUp(self):
        super().setUp()
        self.scenario = self.write("s.yaml", SWEPT)
        for name, options in (("w", []), ("p1", ["--part", "1/2"]), ("p2", ["--part", "2/2"])):
            self.succeed("-q", "sweep", self.scenario, "-o", self.path(name), *options)

    def changed(self, name, statement):
        copy = shutil.copy(self.path(name), self.path("changed"))
        with sqlite3.connect(copy) as database:
            database.executescript(statement)
        return copy

    def test_no_change_of_a_row_is_accepted(self):
        out = self.path("out")
        for statement in ("UPDATE answers SET value = value * 2, p95 = -1", "UPDATE answers SET value = -value", "DELETE FROM points WHERE point = 2",
                          "UPDATE answers SET p5 = p95, p95 = p5 - 1", "UPDATE about SET value = '9.9' WHERE name = 'version'",
                          "DELETE FROM about", "UPDATE metrics SET unit = 'h'", "UPDATE runs SET system = 'lumi'", "DELETE FROM runs",
                          "UPDATE answers SET value = (SELECT max(value) FROM answers) WHERE rowid = 1"):
            with self.subTest(change=statement):
                changed = self.changed("w", statement)
                for words in (["show", changed, "--report", out], ["show", changed]):
                    done = run(*words)
                    self.assertEqual(done.returncode, 3, done.stderr)
                    self.assertIn("changed", done.stderr)
                self.assertIn(run("sweep", self.scenario, "-o", changed, "--resume").returncode, (3, 5))
                part = self.changed("p1", statement)
                self.assertEqual(run("sweep", self.scenario, "-o", out, "--merge", part, self.path("p2")).returncode, 3)
                self.assertFalse(os.path.exists(out))
                os.rename(part, out + ".part")
                self.assertEqual(run("sweep", self.scenario, "-o", out, "--resume").returncode, 3)
                self.assertFalse(os.path.exists(out))
                os.remove(out + ".part")

    def test_a_flipped_bit_in_the_rows_is_found(self):
        whole = self.succeed("show", self.path("w")).stdout
        with open(self.path("w"), "rb") as stream:
            before = bytearray(stream.read())
        report = self.path("whole.html")
        self.succeed("-q", "show", self.path("w"), "--report", report)
        for at in range(100, len(before), 997):
            after = before.copy()
            after[at] ^= 4
            with open(self.path("flipped"), "wb") as stream:
                stream.write(after)
            done = run("show", self.path("flipped"))
            if done.returncode == 0:
                # A bit in free space, an index or the header changes no answer.
                self.assertEqual(done.stdout, whole)
                self.succeed("-q", "show", self.path("flipped"), "--report", self.path("flipped.html"))
                self.assertEqual(text_of(self.path("flipped.html")), text_of(report))

    def test_a_view_without_end_is_no_table(self):
        changed = self.changed("w", "ALTER TABLE answers RENAME TO a2; CREATE VIEW answers AS WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL "
                               "SELECT n + 1 FROM r) SELECT n AS point, 'a' AS job, 'wait_median_s' AS metric, 1.0 AS value, 1.0 AS p5, "
                               "1.0 AS p50, 1.0 AS p95, 's' AS unit FROM r")
        done = run("show", changed, "--report", self.path("x.html"), timeout=30)
        self.assertEqual(done.returncode, 3)
        self.assertIn("tables", done.stderr)

    def test_a_whole_sweep_is_summarised(self):
        self.assertIn("4 of 4", self.succeed("show", self.path("w")).stdout)
        self.assertIn('"answered": 2', self.succeed("show", self.path("p1"), "--format", "json").stdout)

    def test_a_locked_result_is_said_to_be_locked(self):
        with sqlite3.connect(self.path("w")) as database:
            database.execute("BEGIN EXCLUSIVE")
            for options in ([], ["--resume"]):
                self.assertIn("another process", self.fail_with(5, "sweep", self.scenario, "-o", self.path("w"), *options).stderr)
            database.rollback()


class FilesOfOthers(CommandCase):
    """Whoever writes an input need not be allowed to read what it names."""

    def test_no_line_of_another_kind_of_file_is_shown(self):
        self.write("secret.txt", SECRET)
        os.symlink("secret.txt", self.path("secret.yaml"))
        os.mkdir(self.path("deep"))
        for name in "./secret.txt", "secret.yaml", self.path("secret.txt"):
            for text in (f"extends: {name}\n" + PLAIN, PLAIN.replace("vega", name), PLAIN.replace("none", name),
                         PLAIN.replace("runtime: 1 h", f"application: {name}, steps: 5")):
                for options in ([], ["--message-format", "json"], ["--message-format", "short"]):
                    with self.subTest(text=text, options=options):
                        done = run(*options, "check", self.write("x.yaml", text))
                        self.assertIn(done.returncode, (2, 3, 5), done.stderr)
                        for word in "hunter2", "$6$", "db_password":
                            self.assertNotIn(word, done.stderr + done.stdout)
            conf = self.write("c.conf", f"ClusterName=a\nNodeName=n1 CPUs=2\nPartitionName=b Nodes=n1 Default=YES\nInclude {name}\n")
            done = self.fail_with(3, "import", "slurm", "--conf", conf, "-o", self.path("y.yaml"))
            self.assertIn("secret.txt:1:1" if name != "secret.yaml" else "secret.yaml:1:1", done.stderr)
            for word in "hunter2", "$6$", "db_password":
                self.assertNotIn(word, done.stderr)

    def test_a_line_elsewhere_is_not_shown_and_one_beside_the_scenario_is(self):
        os.mkdir(self.path("mine"))
        wrong = PLAIN.replace("replicates: 1", "replicats: 17")
        self.write("base.yaml", wrong)
        self.write("mine/base.yaml", wrong)
        for parent, shown in (("./base.yaml", True), ("../base.yaml", False)):
            done = self.fail_with(3, "check", self.write("mine/x.yaml", f"extends: {parent}\n"))
            self.assertIn("base.yaml:5:1", done.stderr)
            self.assertEqual("17" in done.stderr, shown, done.stderr)

    def test_what_the_command_line_names_is_shown(self):
        done = self.fail_with(3, "check", self.write("scenario.txt", PLAIN.replace("replicates: 1", "replicats: 17")))
        self.assertIn("17", done.stderr)


class Memory(CommandCase):
    @unittest.skipIf(sanitized(), "the address sanitizer reserves terabytes of addresses")
    def test_too_little_memory_is_said(self):
        trace = self.write("t.swf", "".join(f"{i + 1} {i} -1 100 1 -1 -1 1 200 -1 1 -1 -1 -1 -1 -1 -1 -1\n" for i in range(100000)))
        scenario = os.path.join(ROOT, "scenarios", "first-steps", "quickstart.yaml")
        for words in (["replay", trace, "--nodes", "1000"], ["run", scenario, "--no-results", "--workers", "4", "--replicates", "4"]):
            for size in 160, 200, 300:
                with self.subTest(command=words[0], megabytes=size):
                    done = subprocess.run(["prlimit", f"--as={size * 1000000}", PROGRAM, "-q", *words], capture_output=True, text=True, timeout=600)
                    # 127: not even the libraries find room.
                    self.assertIn(done.returncode, (0, 5, 127), done.stderr)
                    if done.returncode == 5:
                        self.assertIn("memory", done.stderr)
                        self.assertNotIn("report this", done.stderr)


class SmallThings(CommandCase):
    def test_a_setting_of_a_mapping_is_read_as_in_a_file(self):
        scenario = self.write("s.yaml", PLAIN.replace("background: {mix: none}\n", ""))
        for settings in ("background={mix: none}", "user={usage: heavy}", "background={mix: gpu-centre, load: 0.5}"):
            self.succeed("-q", "run", scenario, "--no-results", "--dry-run", "--set", settings)
        self.fail_with(3, "run", scenario, "--no-results", "--set", "background={mix: none, lod: 1}")

    def test_a_named_set_needs_its_columns(self):
        table = self.write("foo.csv", "a,b\n1,2\n")
        self.fail_with(3, "validate", "--measured", table)
        done = self.fail_with(3, "validate", "sc21", "--measured", table)
        self.assertIn("columns of sc21 are missing", done.stderr)


if __name__ == "__main__":
    unittest.main()
