# SPDX-License-Identifier: Apache-2.0
"""Folders of results: what they hold opens anywhere, and nothing of the user's is lost."""
import json
import os
import shutil
import signal
import stat
import subprocess
import time
import unittest

from program import PROGRAM, ROOT, CommandCase, run

SITES = os.path.join(ROOT, "tests", "data", "sites")

PLAIN = """schema: clustersim/scenario/1
title: T
system: vega
background: {mix: none}
replicates: 1
jobs:
  train: {nodes: 1, runtime: 1 h, walltime: 2 h}
"""

BUSY = """schema: clustersim/scenario/1
title: {title}
system: {system}
seed: 3
replicates: 2
background: {{mix: {mix}, load: 0.9, warm-up: 12 h, window: 6 h}}
jobs:
  {job}: {{nodes: 2, {work}, walltime: 2 h}}
"""


def busy(title="T", system="vega", mix="gpu-centre", job="train", work="runtime: 1 h"):
    return BUSY.format(title=title, system=system, mix=mix, job=job, work=work)


class Names(CommandCase):
    """Dots, colons, quotes and line breaks in names change nothing."""

    def test_a_job_named_as_an_application(self):
        text = PLAIN.replace("train:", "llama3.1-8b:") + "sweep: {jobs.llama3.1-8b.nodes: [1, 2]}\n"
        path = self.write("s.yaml", text)
        self.succeed("-q", "run", path, "--out", self.path("r"))
        for variant, nodes in (0, 1), (1, 2):
            queue = self.succeed("squeue", self.path("r"), "--variant", variant, "-o", "%j %D", "--noheader")
            self.assertEqual(queue.stdout, f"llama3.1-8b {nodes}\n")
        self.assertIn("llama3.1-8b", self.succeed("explain", self.path("r"), "--job", "llama3.1-8b").stdout)
        done = self.succeed("run", path, "--dry-run", "--set", "sweep={}", "--set", "jobs.llama3.1-8b.nodes=3")
        self.assertIn("job llama3.1-8b: 3 nodes", done.stdout)

    def queue_of(self, text, name):
        self.succeed("-q", "run", self.write("s.yaml", text), "--out", self.path("r"))
        fields = "JobID,User,Submit,Start,NNodes,JobName"
        queue = self.succeed("sacct", self.path("r"), "-S", "0", "-X", "-n", "-P", "-o", fields).stdout
        self.assertIn(f"|{name}\n", queue)
        shutil.rmtree(self.path("r"))
        return queue.replace(f"|{name}\n", "|NAME\n")

    def test_odd_names_and_titles_change_no_queue(self):
        plain = self.queue_of(busy(), "train")
        for job, shown in (('"a: b"', "a: b"), ('"a\\nb"', "a?b"), ("\"it's\"", "it's"), ('"say \\"so\\""', 'say "so"')):
            with self.subTest(job=job):
                self.assertEqual(self.queue_of(busy(job=job), shown), plain)
        for title in '"T\\nseed: 99"', '"T\\\\\\" {"', '"jobs.train.nodes: 1"':
            with self.subTest(title=title):
                self.assertEqual(self.queue_of(busy(title=title), "train"), plain)

    def test_the_resolved_scenario_is_a_document(self):
        self.succeed("-q", "run", self.write("s.yaml", PLAIN), "--out", self.path("r"))
        with open(self.path("r/run.json"), encoding="utf-8") as stream:
            resolved = json.load(stream)["resolved"]
        self.assertEqual(resolved[0]["jobs"], {"train": {"nodes": 1, "runtime": "1 h", "walltime": "2 h"}})


class OwnFiles(CommandCase):
    """A result made with files of the user's opens where they are not, or are others."""

    def setUp(self):
        super().setUp()
        shutil.copytree(SITES, self.path("sites"))
        mixes = os.path.join(ROOT, "workloads", "mixes")
        with open(os.path.join(mixes, "itp-trace.yaml"), encoding="utf-8") as stream:
            self.write("mix.yaml", stream.read().replace("../traces/ms-itp-six-weeks.csv", "trace.csv"))
        shutil.copy(os.path.join(mixes, "..", "traces", "ms-itp-six-weeks.csv"), self.path("trace.csv"))
        self.write("app.yaml", "extends: gpt-857m\nname: mine\n")

    def results(self):
        return sorted(os.listdir(self.path("results")))

    def test_a_result_opens_anywhere(self):
        text = busy(system="./sites/gpus/machine.yaml", mix="./mix.yaml",
                    work="application: ./app.yaml, steps: 1000")
        self.succeed("-q", "run", self.write("s.yaml", text), "--out", self.path("r"))
        look = ["-S", "0", "-X", "-P", "-o", "JobID,User,Submit,Start,NNodes,JobName"]
        before = self.succeed("sacct", self.path("r"), *look).stdout
        self.assertGreater(before.count("\n"), 5)
        shutil.move(self.path("r"), self.path("elsewhere"))
        for name in "sites", "mix.yaml", "trace.csv", "app.yaml", "s.yaml":
            target = self.path(name)
            shutil.rmtree(target) if os.path.isdir(target) else os.remove(target)
        self.assertEqual(self.succeed("sacct", self.path("elsewhere"), *look, cwd="/").stdout, before)
        for command in "squeue", "sinfo", "sprio", "sshare", "sdiag":
            self.succeed(command, self.path("elsewhere"), cwd="/")
        self.succeed("explain", self.path("elsewhere"), "--job", "train", cwd="/")

    def test_a_site_alone_is_a_machine_of_the_result(self):
        text = busy(system="./sites/cpus.yaml", mix="lublin-cpu").replace("seed", "partition: batch\nseed")
        self.succeed("-q", "run", self.write("s.yaml", text), "--out", self.path("r"))
        shutil.rmtree(self.path("sites"))
        self.assertIn("debug", self.succeed("sinfo", self.path("r")).stdout)

    def test_every_file_that_was_read_counts_in_the_name(self):
        text = busy(system="./sites/gpus/machine.yaml", mix="./mix.yaml",
                    work="application: ./app.yaml, steps: 1000")
        path = self.write("s.yaml", text)

        def changed(name, old, new):
            with open(self.path(name), encoding="utf-8") as stream:
                before = stream.read()
            self.assertIn(old, before)
            self.write(name, before.replace(old, new, 1))

        self.succeed("-q", "run", path, cwd=self.folder)
        self.succeed("-q", "run", path, cwd=self.folder)
        self.assertEqual(len(self.results()), 1)
        edits = (("sites/gpus/slurm.conf", "\n", "\nMaxJobCount=12345\n"), ("app.yaml", "mine", "mine\ntitle: other"),
                 ("mix.yaml", "weight: 0.078", "weight: 0.079"), ("trace.csv", "\n", "\n1,86000,8\n"))
        with open(self.path("trace.csv"), encoding="utf-8") as stream:
            columns = stream.readline().strip().split(",")
        self.assertEqual(len(columns), 3, columns)
        for number, (name, old, new) in enumerate(edits, start=2):
            with self.subTest(file=name):
                changed(name, old, new)
                self.succeed("-q", "run", path, cwd=self.folder)
                self.assertEqual(len(self.results()), number)


class Folders(CommandCase):
    def setUp(self):
        super().setUp()
        self.scenario = self.write("s.yaml", PLAIN)

    def bytes_of(self, folder):
        found = {}
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), "rb") as stream:
                found[name] = stream.read()
        return found

    def test_an_import_is_not_an_old_result(self):
        os.mkdir(self.path("study"))
        self.write("study/jobs.csv", "an import of hours\n")
        before = self.bytes_of(self.path("study"))
        self.assertIn("CS0002", self.fail_with(5, "-q", "run", self.scenario, "--out", self.path("study")).stderr)
        self.assertEqual(self.bytes_of(self.path("study")), before)
        os.makedirs(self.path("odd/jobs.csv/deep"))
        self.fail_with(5, "-q", "run", self.scenario, "--out", self.path("odd"))
        self.assertTrue(os.path.isdir(self.path("odd/jobs.csv/deep")))

    def test_an_import_into_a_result_is_kept(self):
        self.succeed("-q", "run", self.scenario, "--out", self.path("r"))
        self.write("r/jobs.csv", "an import of hours\n")
        done = self.fail_with(5, "-q", "run", self.scenario, "--out", self.path("r"))
        self.assertIn("jobs.csv", done.stderr)
        with open(self.path("r/jobs.csv"), encoding="utf-8") as stream:
            self.assertEqual(stream.read(), "an import of hours\n")

    def test_an_interrupted_run_keeps_the_complete_result(self):
        self.succeed("-q", "run", self.scenario, "--out", self.path("r"))
        before = self.bytes_of(self.path("r"))
        long = self.write("long.yaml", busy().replace("replicates: 2", "replicates: 10000"))
        process = subprocess.Popen([PROGRAM, "-q", "run", long, "--out", self.path("r")],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=120)
        self.assertEqual(process.returncode, 130)
        self.assertEqual(self.bytes_of(self.path("r")), before)
        self.assertEqual(sorted(os.listdir(self.folder)), ["long.yaml", "r", "s.yaml"])

    def test_links_and_modes_stay(self):
        os.makedirs(self.path("deep/real"))
        os.chmod(self.path("deep/real"), 0o2750)
        os.symlink("deep/real", self.path("link"))
        for _ in range(2):
            self.succeed("-q", "run", self.scenario, "--out", self.path("link"))
            self.assertTrue(os.path.islink(self.path("link")))
            self.assertEqual(stat.S_IMODE(os.stat(self.path("deep/real")).st_mode), 0o2750)
            self.assertEqual(len(os.listdir(self.path("link"))), 6)
            self.assertEqual(os.listdir(self.path("deep")), ["real"])

    def test_a_folder_that_cannot_be_written_is_refused_before_the_simulation(self):
        self.write("file", "in the way")
        os.symlink("circle", self.path("circle"))
        os.symlink("nowhere", self.path("dangling"))
        long = self.write("long.yaml", busy().replace("replicates: 2", "replicates: 10000"))
        for bad in "file", "file/r", "circle", "circle/r", "dangling", "x" * 256, "/proc/self/r":
            with self.subTest(out=bad[:20]):
                # The timeout is far below what the simulation takes.
                done = self.fail_with(5, "-q", "run", long, "--out", self.path(bad), timeout=30)
                self.assertIn("CS0002", done.stderr)
                self.assertIn(bad[:20], done.stderr)

    @unittest.skipUnless(shutil.which("setpriv") and os.getuid() == 0, "needs another user")
    def test_folders_that_one_may_not_write_or_enter(self):
        os.chmod(self.folder, 0o755)
        os.mkdir(self.path("closed"), 0o755)
        os.makedirs(self.path("locked/r"))
        os.chmod(self.path("locked"), 0o700)
        nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", PROGRAM]
        for command in (["run", self.scenario, "--out", self.path("closed/r")],
                        ["run", self.scenario, "--out", self.path("locked/r/x")],
                        ["run", self.scenario, "--out", self.path("closed")],
                        ["systems", "check", self.path("locked/m.yaml")]):
            with self.subTest(command=command[-1]):
                done = subprocess.run([*nobody, *command], capture_output=True, text=True, cwd="/", timeout=60)
                self.assertEqual(done.returncode, 5, done.stderr)
                self.assertIn(self.folder, done.stderr)
                self.assertNotIn("internal error", done.stderr)
        self.assertEqual(os.listdir(self.path("closed")), [])

    def test_an_output_file_in_a_circle_of_links(self):
        os.symlink("circle", self.path("circle"))
        done = run("import", "slurm", "--conf", os.path.join(SITES, "gpus", "slurm.conf"), "-o", self.path("circle"))
        self.assertEqual(done.returncode, 5, done.stderr)
        self.assertTrue(os.path.islink(self.path("circle")))


class Streams(CommandCase):
    def test_a_reader_that_has_seen_enough_is_no_error(self):
        for command in (["systems", "show", "lumi"], ["--help"], ["systems", "list", "--format", "json"]):
            with self.subTest(command=command[0]):
                end, start = os.pipe()
                os.close(end)
                done = subprocess.run([PROGRAM, *command], stdout=start, stderr=subprocess.PIPE, text=True, cwd=ROOT)
                os.close(start)
                self.assertEqual((done.returncode, done.stderr), (0, ""))

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full here")
    def test_help_on_a_full_disk_is_an_error(self):
        for command in (["--help"], ["run", "--help"], ["--version"]):
            with self.subTest(command=command), open("/dev/full", "w", encoding="utf-8") as full:
                done = subprocess.run([PROGRAM, *command], stdout=full, stderr=subprocess.PIPE, text=True)
                self.assertEqual(done.returncode, 5)
                self.assertIn("cannot write", done.stderr)


if __name__ == "__main__":
    unittest.main()
