# SPDX-License-Identifier: Apache-2.0
"""Every command that writes: it never replaces what it reads, nor anything of the user's, and it writes whole files only."""
import gzip
import os
import re
import shutil
import stat
import unittest

from program import ROOT, CommandCase, commands_of, run

PLAIN = """schema: clustersim/scenario/1
title: T
system: vega
background: {mix: none}
replicates: 1
jobs:
  a: {nodes: 1, runtime: 1 h, walltime: 2 h}
"""
SWEPT = PLAIN + "sweep: {jobs.a.nodes: [1, 2, 3, 4]}\n"
SWF = "1 0 0 60 1 -1 -1 1 60 -1 1 1 1 -1 -1 -1 -1 -1\n2 5 0 60 1 -1 -1 1 60 -1 1 1 1 -1 -1 -1 -1 -1\n"
SACCT = """JobIDRaw|User|Account|Submit|Start|End|TimelimitRaw|ReqNodes|NNodes|ReqCPUS|State|JobName
1|ann|biology|2024-01-31T12:00:00|2024-01-31T12:00:01|2024-01-31T12:10:01|20|1|1|8|COMPLETED|a
"""
CONF = """ClusterName=alpha
SelectType=select/cons_tres
NodeName=n[1-4] CPUs=8 CoresPerSocket=8 RealMemory=1000
PartitionName=batch Nodes=n[1-4] Default=YES MaxTime=60
"""
DATA = os.path.join(ROOT, "tests", "data")
ARCHIVE = os.path.join(ROOT, "tests", "conformance", "snapshots", "W05-4000.tar.gz")
HISTORY = os.path.join(DATA, "waits", "history.txt.gz")

# By command and option: the words, in which INPUT is what is read and OUTPUT the same file by some name.
FILES = {
    ("run", "--report"): ["run", "s.yaml", "--no-results", "--report", "OUTPUT"],
    ("compare", "--report"): ["compare", "s.yaml", "--systems", "vega", "--report", "OUTPUT"],
    ("sweep", "--report"): ["sweep", "sweep.yaml", "-o", "new.sqlite", "--report", "OUTPUT"],
    ("sweep", "--out"): ["sweep", "sweep.yaml", "-o", "OUTPUT"],
    ("allocate", "--report"): ["allocate", "project.yaml", "--report", "OUTPUT"],
    ("diff", "--report"): ["diff", "site.yaml", "--workload", "policy.csv", "--with", "bf_max_job_test=2", "--report", "OUTPUT"],
    ("replay", "--report"): ["replay", "t.swf", "--procs", "4", "--report", "OUTPUT"],
    ("replay", "--starts"): ["replay", "t.swf", "--procs", "4", "--starts", "OUTPUT"],
    ("replay", "--outcomes"): ["replay", "t.swf", "--nodes", "4", "--outcomes", "OUTPUT"],
    ("forecast", "--report"): ["forecast", "archive.tar.gz", "--script", "job.sh", "--report", "OUTPUT"],
    ("show", "--report"): ["show", "r.sqlite", "--report", "OUTPUT"],
    ("show", "--out"): ["show", "result", "--to", "swf", "-o", "OUTPUT"],
    ("import slurm", "--out"): ["import", "slurm", "--conf", "slurm.conf", "-o", "OUTPUT"],
    ("import sacct", "--out"): ["import", "sacct", "dump.txt.gz", "-o", "OUTPUT"],
    ("import events", "--out"): ["import", "events", "t.events", "-o", "OUTPUT"],
    ("fit mix", "--out"): ["fit", "mix", "t.swf", "-o", "OUTPUT"],
    ("fit waits", "--out"): ["fit", "waits", "history.txt.gz", "-o", "OUTPUT"],
    ("fit pilot", "--out"): ["fit", "pilot", "gpt-857m", "pilot.csv", "--system", "lumi", "--scaling", "strong", "--nodes", "32",
                             "-o", "OUTPUT"],
    ("fit accelerator", "--out"): ["fit", "accelerator", "kernels.csv", "-o", "OUTPUT"],
}
INPUTS = {
    ("run", "--report"): ["s.yaml"], ("compare", "--report"): ["s.yaml"], ("sweep", "--report"): ["sweep.yaml"],
    ("sweep", "--out"): ["sweep.yaml"], ("allocate", "--report"): ["project.yaml"], ("diff", "--report"): ["site.yaml", "policy.csv"],
    ("forecast", "--report"): ["archive.tar.gz", "job.sh"],
    ("show", "--report"): ["r.sqlite"], ("show", "--out"): ["result/run.json", "result/jobs.csv"],
    ("import slurm", "--out"): ["slurm.conf", "nodes.conf"],
    ("import sacct", "--out"): ["dump.txt.gz"], ("import events", "--out"): ["t.events"],
    ("fit waits", "--out"): ["history.txt.gz"], ("fit pilot", "--out"): ["pilot.csv"],
    ("fit accelerator", "--out"): ["kernels.csv"],
}
# They read no file of the user's, or write a folder that is tested below.
OTHERS = {("init", "--out"), ("completion", "--out"), ("help", "--man-pages"), ("run", "--out")}


def bytes_of(path):
    with open(path, "rb") as stream:
        return stream.read()


class OutputCase(CommandCase):
    def setUp(self):
        super().setUp()
        self.write("base.yaml", PLAIN)
        self.write("s.yaml", "extends: base.yaml\ntitle: S\n")
        self.write("sweep.yaml", SWEPT)
        self.write("project.yaml", "schema: clustersim/project/1\n")
        self.write("t.swf", SWF)
        self.write("t.events", "-dt 0 -e submit_batch_job | -J jobid_1 -sim-walltime 60 -n 1 -t 00:01:00 -A a -p batch job.sh 60\n")
        self.write("job.sh", "#!/bin/sh\n#SBATCH --nodes=1 --time=10\n")
        self.write("nodes.conf", "NodeName=x1 CPUs=8 RealMemory=1000\n")
        self.write("slurm.conf", CONF + "Include nodes.conf\n")
        self.write("kernels.csv", "kernel,precision,m,n,k,copies,bytes,seconds,repeats,spread\n")
        with gzip.open(self.path("dump.txt.gz"), "wt", encoding="utf-8") as stream:
            stream.write(SACCT)
        for source, name in ((os.path.join(DATA, "policy", "site.yaml"), "site.yaml"),
                             (os.path.join(DATA, "policy", "jobs.csv"), "policy.csv"), (HISTORY, "history.txt.gz"),
                             (os.path.join(DATA, "pilot", "gpt-857m-lumi.csv"), "pilot.csv"), (ARCHIVE, "archive.tar.gz")):
            shutil.copy(source, self.path(name))

    def here(self, *words, **options):
        return run(*words, cwd=self.folder, **options)

    def made(self, *words):
        self.succeed("-q", *words, cwd=self.folder)

    def everything(self):
        """The bytes of all files by their path."""
        found = {}
        for folder, _, names in os.walk(self.folder):
            found.update({os.path.join(folder, name): bytes_of(os.path.join(folder, name)) for name in names
                          if not os.path.islink(os.path.join(folder, name))})
        return found


class InputsAreKept(OutputCase):
    def test_the_table_has_every_option_that_writes(self):
        found = set()

        def look(words):
            text = self.succeed(*words, "--help").stdout
            if "--help-all" in text:
                text = self.succeed(*words, "--help-all").stdout
            name = " ".join(words)
            for option in "--out", "--report", "--starts", "--outcomes", "--man-pages":
                if re.search(rf"^  (-o,)?{option} [A-Z]", text, re.MULTILINE):
                    found.add((name, option))
            for sub in commands_of(text):
                look([*words, sub])

        look([])
        self.assertEqual(found, set(FILES) | OTHERS)

    def test_an_input_is_no_output_whatever_its_name(self):
        self.made("sweep", "sweep.yaml", "-o", "r.sqlite")
        self.made("run", "s.yaml", "--out", "result")
        for key, words in FILES.items():
            for source in INPUTS.get(key, ["t.swf"]) + (["base.yaml"] if "s.yaml" in words else []):
                for name in "same", "link", "hard":
                    output = source if name == "same" else name
                    if name == "link":
                        os.symlink(os.path.join(self.folder, source), self.path(name))
                    elif name == "hard":
                        os.link(self.path(source), self.path(name))
                    before = self.everything()
                    with self.subTest(command=key, input=source, name=name):
                        done = self.here("-q", *[output if word == "OUTPUT" else word for word in words], timeout=60)
                        self.assertIn(done.returncode, (2, 5), done.stderr + done.stdout)
                        self.assertNotEqual(done.stderr, "")
                        self.assertEqual(self.everything(), before)
                    if name != "same":
                        os.remove(self.path(name))

    def test_a_result_never_replaces_the_files_that_are_read_for_it(self):
        self.made("run", "s.yaml", "--out", "result")
        self.write("t.yaml", "extends: result/x.yaml\n")
        os.rename(self.path("s.yaml"), self.path("result/x.yaml"))
        before = self.everything()
        self.assertEqual(self.here("run", "t.yaml", "--out", "result").returncode, 5)
        self.assertEqual(self.everything(), before)
        done = self.here("show", "result", "--to", "swf", "-o", "result/run.json")
        self.assertEqual(done.returncode, 5)
        self.assertEqual(self.everything(), before)

    def test_outputs_of_one_command_are_different_files(self):
        os.symlink("x", self.path("y"))
        before = self.everything()
        for words in (["replay", "t.swf", "--procs", "4", "--starts", "x", "--report", "x"],
                      ["replay", "t.swf", "--procs", "4", "--starts", "x", "--report", "y"],
                      ["sweep", "sweep.yaml", "-o", "x", "--report", "./x"],
                      ["sweep", "sweep.yaml", "-o", "x", "--report", "x.part"]):
            with self.subTest(words=words):
                done = self.here(*words)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn("name the same file", done.stderr)
                self.assertEqual(self.everything(), before)
        os.mkdir(self.path("r"))
        done = self.here("run", "s.yaml", "--out", "r", "--report", "r/x.html")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(self.here("replay", "t.swf", "--procs", "4", "--starts", "/dev/null", "--report", "/dev/null").returncode, 0)

    def test_a_part_is_not_the_file_that_it_is_merged_into(self):
        for k in 1, 2:
            self.made("sweep", "sweep.yaml", "-o", f"p{k}", "--part", f"{k}/2")
        before = self.everything()
        done = self.here("sweep", "sweep.yaml", "-o", "p1", "--merge", "p1", "p2")
        self.assertIn(done.returncode, (3, 5), done.stderr)
        self.assertEqual({path: text for path, text in self.everything().items() if not path.endswith(".part")}, before)


class AccessIsKept(OutputCase):
    def test_a_replaced_file_keeps_its_mode_and_group(self):
        self.made("sweep", "sweep.yaml", "-o", "r.sqlite")
        self.made("run", "s.yaml", "--out", "result")
        for words in (["show", "r.sqlite", "--report", "OUT"], ["show", "result", "--to", "swf", "-o", "OUT"],
                      ["run", "s.yaml", "--no-results", "--report", "OUT"], ["import", "sacct", "dump.txt.gz", "-o", "OUT"],
                      ["import", "slurm", "--conf", "slurm.conf", "-o", "OUT"], ["completion", "bash", "-o", "OUT"],
                      ["init", "--template", "quickstart", "--force", "-o", "OUT"],
                      ["replay", "t.swf", "--procs", "4", "--starts", "OUT"], ["sweep", "sweep.yaml", "-o", "r.sqlite"]):
            out = words[-1] if words[-1] != "OUT" else "out"
            with self.subTest(command=words[0]):
                if out == "out":
                    self.write(out, "old")
                os.chmod(self.path(out), 0o640)
                if os.getuid() == 0:
                    os.chown(self.path(out), 0, 4242)
                group = os.stat(self.path(out)).st_gid
                done = self.here("-q", *[out if word == "OUT" else word for word in words])
                self.assertEqual(done.returncode, 0, done.stderr)
                after = os.stat(self.path(out))
                self.assertEqual((stat.S_IMODE(after.st_mode), after.st_gid), (0o640, group))

    def test_an_unfinished_sweep_is_as_private_as_its_result(self):
        self.made("sweep", "sweep.yaml", "-o", "r.sqlite")
        os.chmod(self.path("r.sqlite"), 0o600)
        self.made("sweep", "sweep.yaml", "-o", "r.sqlite", "--part", "1/2")
        self.assertEqual(stat.S_IMODE(os.stat(self.path("r.sqlite")).st_mode), 0o600)


class SweepNames(OutputCase):
    def test_names_beside_a_sweep_are_kept(self):
        for ending, code in ((".part.final", 0), (".part-journal", 5), (".part-wal", 5), (".part", 5)):
            with self.subTest(ending=ending):
                name = self.write("r.sqlite" + ending, "precious")
                self.assertEqual(self.here("-q", "sweep", "sweep.yaml", "-o", "r.sqlite", "--resume").returncode, code)
                self.assertEqual(bytes_of(name), b"precious")
                os.remove(name)

    def test_a_pipe_in_the_way_is_refused_at_once(self):
        os.mkfifo(self.path("r.sqlite.part"))
        os.mkfifo(self.path("pipe"))
        for words in (["sweep", "sweep.yaml", "-o", "r.sqlite"], ["sweep", "sweep.yaml", "-o", "r.sqlite", "--resume"],
                      ["sweep", "sweep.yaml", "-o", "x.sqlite", "--merge", "pipe"], ["show", "pipe", "--report", "x.html"],
                      ["sweep", "sweep.yaml", "-o", "pipe"]):
            with self.subTest(words=words):
                self.assertEqual(self.here(*words, timeout=20).returncode, 5)

    def test_names_that_sqlite_reads_otherwise(self):
        for name in "file:a.sqlite", ":memory:", "a?b.sqlite", "a#b.sqlite", "a%20b.sqlite":
            with self.subTest(name=name):
                before = set(os.listdir(self.folder))
                self.made("sweep", "sweep.yaml", "-o", name)
                self.assertEqual(set(os.listdir(self.folder)), before | {name})
                self.assertIn("complete already", self.here("sweep", "sweep.yaml", "-o", name, "--resume").stderr)
                self.made("show", name, "--report", "x.html")
                os.remove(self.path(name))
                os.remove(self.path("x.html"))

    def test_a_link_into_another_file_system_stays(self):
        elsewhere = "/dev/shm"
        if not os.access(elsewhere, os.W_OK) or os.stat(elsewhere).st_dev == os.stat(self.folder).st_dev:
            self.skipTest("there is no other file system")
        target = os.path.join(elsewhere, os.path.basename(self.folder) + ".sqlite")
        os.symlink(target, self.path("r.sqlite"))
        self.addCleanup(lambda: os.path.exists(target) and os.remove(target))
        for options in ([], [], ["--part", "1/2"]):
            self.made("sweep", "sweep.yaml", "-o", "r.sqlite", *options)
            self.assertTrue(os.path.islink(self.path("r.sqlite")))
            self.assertTrue(bytes_of(target).startswith(b"SQLite format 3"))

    def test_parts_in_a_folder_of_the_user(self):
        os.makedirs(self.path("bin"))
        for name in "sbatch", "squeue":
            os.chmod(self.write(f"bin/{name}", "#!/bin/sh\nexit 0\n"), 0o755)
        environment = {"PATH": self.path("bin") + ":" + os.environ["PATH"]}
        os.makedirs(self.path("r.sqlite.parts/sub"))
        self.write("r.sqlite.parts/array.sh", "mine")
        self.write("r.sqlite.parts/sub/y", "mine")
        before = self.everything()
        done = self.here("sweep", "sweep.yaml", "-o", "r.sqlite", "--executor", "slurm", environment=environment)
        self.assertEqual(done.returncode, 5, done.stderr)
        self.assertIn("r.sqlite.parts", done.stderr)
        self.assertEqual(self.everything(), before)


if __name__ == "__main__":
    unittest.main()
