# SPDX-License-Identifier: Apache-2.0
"""Inspecting a run with Slurm's own commands: squeue, sinfo, sprio, sshare, sacct, sdiag, seff, explain --job."""
import csv
import os
import re
import shutil
import tempfile
import unittest

from program import CommandCase, run

SCENARIO = """schema: clustersim/scenario/1
title: a job in a busy queue
system: vega
scheduler: slurm
seed: 4
replicates: 5
background: {mix: gpu-centre, load: 0.9, warm-up: 12 h, window: 6 h}
jobs:
  train: {nodes: 2, runtime: 1 h, walltime: 2 h}
"""


class Looks(CommandCase):
    @classmethod
    def setUpClass(cls):
        cls.shared = tempfile.mkdtemp()
        with open(cls.shared + "/study.yaml", "w", encoding="utf-8") as stream:
            stream.write(SCENARIO)
        cls.result = cls.shared + "/result"
        done = run("-q", "run", cls.shared + "/study.yaml", "--out", cls.result)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.shared)

    def look(self, command, *options):
        return self.succeed(command, self.result, *options).stdout

    def rows(self):
        with open(self.result + "/jobs.csv", encoding="utf-8", newline="") as stream:
            return list(csv.DictReader(stream))

    def median_replicate(self):
        """The first one with the lower median of the waits."""
        waits = [int(row["waiting_time"]) for row in self.rows()]
        return waits.index(sorted(waits)[(len(waits) - 1) // 2])

    def submission(self):
        """The second at which the study's job was submitted in the replicate that is shown, and the one at which it
        started."""
        row = self.rows()[self.median_replicate()]
        return int(row["submission_time"]), int(row["starting_time"])

    def test_the_replicate_with_the_median_wait_is_shown_and_named(self):
        shown = self.median_replicate()
        self.assertGreater(len({row["waiting_time"] for row in self.rows()}), 1)
        for command in (["squeue"], ["sacct", "-X"], ["sinfo"], ["sprio"], ["sshare"], ["sdiag"]):
            done = self.succeed(command[0], self.result, *command[1:])
            self.assertEqual(done.stderr, f"shown: replicate {shown} of 5 (from 0), the one with the median wait of train\n")
            asked = self.succeed(command[0], self.result, *command[1:], "--replicate", str(shown))
            self.assertEqual((asked.stdout, asked.stderr), (done.stdout, ""))
        story = self.look("explain", "--job", "train")
        self.assertIn(f"In replicate {shown} of 5 (from 0), the one with the median wait of train:\n", story)
        self.assertNotIn("In replicate", self.look("explain", "--job", "train", "--replicate", "1"))
        printed = self.succeed("show", self.result, "--detail").stdout
        self.assertIn(f"in replicate {shown} of 5 (from 0), the one with the median wait of train:", printed)

    def test_without_the_table_of_waits_the_queue_is_shown_all_the_same(self):
        other = self.path("other")
        shutil.copytree(self.result, other)
        os.remove(other + "/jobs.csv")
        self.assertEqual(self.succeed("squeue", other).stdout, self.look("squeue", "--replicate", "0"))

    def test_the_queue_has_the_study_s_job(self):
        for replicate in 0, 1:
            text = self.look("squeue", "--replicate", replicate, "--at", "submit", "-o", "%i %j %t %V")
            self.assertEqual(text.splitlines()[0], "JOBID NAME ST SUBMIT_TIME")
            self.assertEqual(1, sum(line.split()[1] == "train" for line in text.splitlines()[1:]))

    def test_jobs_are_known_by_their_names_too(self):
        for command in (["squeue", self.result, "-j"], ["sacct", self.result, "-X", "-j"], ["seff", self.result]):
            with self.subTest(command=command[0]):
                self.assertTrue(self.succeed(*command, "train").stdout)
                self.assertIn('did you mean "train"?', self.fail_with(2, *command, "trian").stderr)
        listed = self.look("squeue", "-j", "train", "--noheader", "-o", "%j")
        self.assertEqual(listed.split(), ["train"])
        self.assertIn(" train", self.look("sacct", "-X", "-n", "-j", "train"))

    def test_moments_in_several_words(self):
        submitted, started = self.submission()
        seconds = self.look("squeue", "--at", started + 1, "-o", "%j %t %S")
        after = self.look("squeue", "--at", f"submit+{started + 1 - submitted}s", "-o", "%j %t %S")
        self.assertEqual(seconds, after)
        self.assertRegex(seconds, r"(?m)^train R 2026-01-0\dT")
        self.assertNotIn("train", self.look("squeue", "--at", submitted - 1, "-o", "%j"))

    def test_layouts(self):
        self.assertRegex(self.look("squeue"), r"^ {13}JOBID PARTITION     NAME     USER ST       TIME  NODES NODELIST\(REASON\)\n")
        self.assertIn("AVAIL  TIMELIMIT  NODES  STATE NODELIST\n", self.look("sinfo"))
        self.assertIn("NODES(A/I/O/T)", self.look("sinfo", "-s"))
        self.assertTrue(self.look("sprio").startswith("          JOBID PARTITION   PRIORITY       SITE"))
        self.assertTrue(self.look("sshare", "-a").startswith("Account                    User  RawShares  NormShares"))
        self.assertTrue(self.look("sacct", "-X").startswith("JobID           JobName  Partition    Account"))
        self.assertIn("Backfilling stats\n", self.look("sdiag"))

    def test_nodes_add_up(self):
        for line in self.look("sinfo", "-s", "--noheader", "-o", "%F").split():
            parts = [int(part) for part in line.split("/")]
            self.assertEqual(sum(parts[:3]), parts[3])

    def test_the_accounting_of_a_job(self):
        _, started = self.submission()
        over = started + 3600 + 120
        fields = "JobID,JobName,State,ElapsedRaw,NNodes"
        lines = self.look("sacct", "--at", over, "-S", "0", "-X", "-n", "-P", "-o", fields).splitlines()
        train = [line.split("|") for line in lines if line.split("|")[1] == "train"]
        self.assertEqual([row[2:] for row in train], [["COMPLETED", "3600", "2"]])
        seff = self.look("seff", train[0][0], "--at", over)
        self.assertIn("State: COMPLETED (exit code 0)\n", seff)
        self.assertIn("Job Wall-clock time: 01:00:00\n", seff)

    def test_the_story_of_a_job(self):
        submitted, started = self.submission()
        text = self.look("explain", "--job", "train")
        self.assertRegex(text, r"(?m)^Job \d+ \(train\)")
        self.assertIn("submitted, priority", text)
        self.assertIn("started by", text)
        self.assertIn("ended: COMPLETED", text)
        number = re.search(r"(?m)^Job (\d+)", text).group(1)
        self.assertEqual(text, self.look("explain", "--job", number))
        if started - submitted > 60:
            self.assertIn("Why it waited", text)

    def test_the_same_bytes_every_time(self):
        self.assertEqual(self.look("squeue", "--at", "12h"), self.look("squeue", "--at", "12h"))

    def test_what_is_not_there(self):
        self.assertIn("run.json", self.fail_with(5, "squeue", self.path("absent")).stderr)
        self.assertIn("is not a moment", self.fail_with(2, "squeue", self.result, "--at", "noon").stderr)
        self.fail_with(3, "squeue", self.result, "--at", "900d")
        self.fail_with(3, "squeue", self.result, "--replicate", "9")
        self.assertIn("there is no column %!", self.fail_with(2, "squeue", self.result, "-o", "%!").stderr)
        self.assertIn("JobID", self.fail_with(2, "sacct", self.result, "-o", "JobbID").stderr)
        self.assertIn("train", self.fail_with(2, "explain", self.result, "--job", "trian").stderr)
        self.fail_with(2, "seff", self.result, "987654")


if __name__ == "__main__":
    unittest.main()
