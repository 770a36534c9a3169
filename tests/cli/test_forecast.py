# SPDX-License-Identifier: Apache-2.0
"""clustersim forecast: archives of a queue, and what is asked of them."""
import gzip
import io
import json
import os
import tarfile
import unittest

from fake_cluster import Collected
from program import ROOT, CommandCase, run

ARCHIVE = os.path.join(ROOT, "tests", "conformance", "snapshots", "W05-4000.tar.gz")


class Archives(Collected):
    def ask(self, archive, job=162):
        return ("forecast", archive, "--job", job, "--samples", 2, "--no-alternatives", "--horizon", 1)

    def test_what_is_hidden_is_named(self):
        archive, _ = self.collect()
        done = self.succeed(*self.ask(archive, 7))
        self.assertIn("job 7 on tiny, from the queue at 2024-01-02 01:11 UTC", done.stdout)
        self.assertIn("no shares.txt (sshare -a: Access/permission denied)", done.stdout)
        self.assertIn("copies of the 2 of the last 1 h that the snapshot shows", done.stdout)

    def test_a_release_never_seen_and_its_settings_are_said(self):
        archive, _ = self.collect(version="31.05.0", scheduler="sched/quantum")
        done = self.succeed(*self.ask(archive, 7))
        self.assertIn("rules of Slurm 26.05, the nearest known release to 31.05.0", done.stdout)
        self.assertIn("sched/quantum", done.stderr)

    def test_an_archive_of_24_11_is_read_and_answered_by_its_rules(self):
        archive = os.path.join(ROOT, "tests", "conformance", "snapshots", "24.11", "hashed-W27-4000.tar.gz")
        ask = ("forecast", archive, "--job", "140", "--samples", "4", "--no-alternatives")
        done = self.succeed(*ask)
        self.assertEqual(done.stderr, "")
        self.assertIn("job 140 on oracle, from the queue at 2024-01-02 01:11 UTC", done.stdout)
        self.assertIn("  rules of Slurm 24.11.5\n", done.stdout)
        other = self.succeed(*ask, "--release", "23.11").stdout
        self.assertIn("  rules of Slurm 23.11, as read, not compared with recordings\n", other)
        self.fail_with(2, *ask, "--release", "24")

    def test_a_truncated_archive_is_refused(self):
        with open(ARCHIVE, "rb") as stream:
            whole = stream.read()
        for size in (0, 5, 100, len(whole) // 2, len(whole) - 9):
            with open(self.path("cut.tar.gz"), "wb") as stream:
                stream.write(whole[:size])
            done = self.fail_with(5, *self.ask(self.path("cut.tar.gz")))
            self.assertIn("cut.tar.gz", done.stderr)

    def test_an_archive_of_something_else_is_refused(self):
        with tarfile.open(self.path("other.tar.gz"), "w:gz") as packed:
            packed.add(os.path.join(ROOT, "README.md"), "README.md")
        done = self.fail_with(3, *self.ask(self.path("other.tar.gz")))
        self.assertIn("has no manifest.txt", done.stderr)

    def changed(self, change, name="changed.tar.gz"):
        """An archive with other files: `change` gets and returns a list of (name, bytes)."""
        with tarfile.open(ARCHIVE) as packed:
            files = [(one.name, packed.extractfile(one).read()) for one in packed if one.isfile()]
        with tarfile.open(self.path(name), "w:gz" if name.endswith("gz") else "w") as packed:
            for path, data in change(files):
                entry = tarfile.TarInfo(path)
                entry.size = len(data)
                packed.addfile(entry, io.BytesIO(data))
        return self.path(name)

    def with_jobs(self, change):
        return self.changed(lambda files: [(name, change(data) if name.endswith("/jobs.txt") else data) for name, data in files])

    def test_an_archive_that_is_not_what_its_manifest_says_is_refused(self):
        changes = {
            "has two files jobs.txt": lambda files: [*files, ("other/jobs.txt", b"")],
            "has two files manifest.txt": lambda files: [*files, ("manifest.txt", b"clustersim-queue\t1\nnames\thashed\n")],
            "without jobs.txt": lambda files: [one for one in files if not one[0].endswith("/jobs.txt")],
            "without sprio.txt": lambda files: [one for one in files if not one[0].endswith("sprio.txt")],
            "but other text": lambda files: [(n, b"abcd" if n.endswith("/jobs.txt") else b"" if "squeue" in n else d) for n, d in files],
            "but squeue.txt has": lambda files: [(n, b"" if n.endswith("/jobs.txt") else d) for n, d in files]}
        for message, change in changes.items():
            with self.subTest(message=message):
                done = self.fail_with(3, *self.ask(self.changed(change)))
                self.assertIn(message, done.stderr)

    def test_the_sizes_of_a_new_archive_are_compared(self):
        archive, _ = self.collect(squeue=True)
        texts = self.text_of(archive)
        for name in ("jobs.txt", "config.txt", "nodes.txt"):
            with tarfile.open(self.path("cut.tar"), "w") as packed:
                for one, text in texts.items():
                    data = text.encode()[:-1] if one == name else text.encode()
                    entry = tarfile.TarInfo("queue/" + one)
                    entry.size = len(data)
                    packed.addfile(entry, io.BytesIO(data))
            done = self.fail_with(3, *self.ask(self.path("cut.tar")))
            self.assertIn(f"{name} has {len(texts[name].encode()) - 1} bytes", done.stderr)

    def test_an_archive_cut_between_two_files_is_refused(self):
        whole = self.changed(lambda files: files, "whole.tar")
        with open(whole, "rb") as stream:
            data = stream.read()
        with tarfile.open(whole) as packed:
            starts = [one.offset for one in packed]
        for start in starts[1:]:
            with open(self.path("cut.tar"), "wb") as stream:
                stream.write(data[:start])
            self.assertNotEqual(run(*self.ask(self.path("cut.tar"))).returncode, 0, start)

    def test_each_job_counts_once_and_what_squeue_confirms(self):
        def twice(data):
            line = next(one for one in data.split(b"\n") if one.startswith(b"JobId=162 "))
            forged = line.replace(b"JobState=PENDING", b"JobState=RUNNING").replace(b" NodeList= ", b" NodeList=n001 ")
            return forged + b"\n" + data + forged + b"\n"

        whole = self.succeed(*self.ask(ARCHIVE)).stdout
        said = self.succeed(*self.ask(self.with_jobs(twice))).stdout
        self.assertEqual(said.splitlines()[:2], whole.splitlines()[:2])
        for text in said, whole:
            self.assertIn("64 of 64 waiting jobs have the computed one now", text)
        self.assertIn("1 jobs are listed twice", said)

    def test_nodes_with_more_than_they_have_are_named(self):
        def overlap(data):
            line = next(one for one in data.split(b"\n") if b"JobState=RUNNING" in one)
            return data + b"".join(line.replace(b"JobId=", b"JobId=9%03d" % number, 1) + b"\n" for number in range(20))

        done = self.succeed(*self.ask(self.with_jobs(overlap)))
        self.assertIn("nodes hold more than they have", done.stdout)

    def test_broken_lines_are_left_out_and_counted(self):
        cut = b"JobId=900 JobName=two\nUserId=u(1) JobState=PENDING\n"
        done = self.succeed(*self.ask(self.with_jobs(lambda data: data + cut)))
        self.assertIn("2 lines of the jobs have no JobId or no JobState", done.stdout)

    def test_a_huge_archive_of_small_lines_is_refused(self):
        for line, lines, message in ((b"JobId=%d JobName=x UserId=u(1) JobState=PENDING\n", 300_001, "more than 300000 lines"),
                                     (b"JobId=%d ArrayJobId=%d ArrayTaskId=0-3999999 JobState=PENDING\n", 2, "nodes and tasks"),
                                     (b"JobId=%d JobState=RUNNING NodeList=n[001-064]\n", 63_000, "nodes and tasks")):
            many = b"".join(line.replace(b"%d", b"%d" % number) for number in range(1, lines + 1))
            done = self.fail_with(3, *self.ask(self.with_jobs(lambda _, many=many: many)))
            self.assertIn(message, done.stderr)

    def test_a_name_that_is_not_utf_8_is_one_name(self):
        archive = self.changed(lambda files: [(name, data.replace(b"p1", b"p\xff")) for name, data in files])
        self.succeed("forecast", archive, "--nodes", 1, "--time", 60, "--user", "p\u00ff", "--account", "phys", "--samples", 2,
                     "--no-alternatives", "--horizon", 1)

    def test_an_archive_is_asked_for(self):
        self.assertIn("ARCHIVE is required", self.fail_with(2, "forecast").stderr)
        self.assertIn("forecast --collector", self.fail_with(5, "forecast", self.folder).stderr)
        self.write("manifest.txt", "")
        self.assertIn("tar -czf", self.fail_with(5, "forecast", self.folder).stderr)
        self.write("run.json", "{}")
        self.assertIn("clustersim show", self.fail_with(5, "forecast", self.folder).stderr)
        self.fail_with(2, "forecast", ARCHIVE, "--collector")


class Forecast(CommandCase):
    def forecast(self, *options, samples=10):
        return self.succeed("forecast", ARCHIVE, "--samples", str(samples), *options)

    def test_a_job_of_the_queue_has_a_range_and_a_reason(self):
        done = self.forecast("--job", "160", "--no-alternatives", "--by", "now+2hours")
        for words in ("job 160 on oracle, from the queue at 2024-01-02 01:11 UTC", "start 5 %", "start 50 %", "start 95 %",
                      "chance to have started", "waits now for", "priorities: recomputed as Slurm does"):
            self.assertIn(words, done.stdout)

    def test_any_number_of_workers_gives_the_same_bytes(self):
        one = self.forecast("--job", "160", "--workers", "1", "--format", "json")
        three = self.forecast("--job", "160", "--workers", "3", "--format", "json")
        self.assertEqual(one.stdout, three.stdout)
        document = json.loads(one.stdout)
        self.assertEqual(document["schema"], "clustersim/forecast/1")
        self.assertEqual(len(document["start"]["waits_s"]), 10)
        self.assertLessEqual(document["start"]["low_s"], document["start"]["high_s"])

    def test_a_new_job_and_smaller_requests(self):
        done = self.forecast("--nodes", "32", "--time", "8:00:00", "--user", "p1", "--account", "phys", "--format", "json",
                             samples=4)
        document = json.loads(done.stdout)
        self.assertEqual(document["start"]["request"], "32 nodes, 8:00:00")
        gains = [one["gain_s"] for one in document["alternatives"]]
        self.assertTrue(gains and gains == sorted(gains, reverse=True))

    def test_a_job_script_asks_as_its_options_do(self):
        script = self.write("job.sbatch", "#!/bin/sh\n#SBATCH --nodes=32\n#SBATCH --time=10\n#SBATCH -A <project>\nsrun a\n")
        same = ("--time", "8:00:00", "--user", "p1", "--account", "phys", "--no-alternatives", "--format", "json")
        asked = self.forecast("--script", script, *same, samples=2)
        options = self.forecast("--nodes", "32", *same, samples=2)
        self.assertEqual(asked.stdout, options.stdout)
        self.assertIn("job.sbatch:4:9", asked.stderr)
        wrong = self.write("wrong.sbatch", "#!/bin/sh\n#SBATCH --nodes=many\n")
        self.assertIn("wrong.sbatch:2:9", self.fail_with(3, "forecast", ARCHIVE, "--script", wrong).stderr)

    def test_the_past_of_the_site_gives_run_times_and_submissions(self):
        rows = ["JobIDRaw|User|Account|Partition|Submit|Start|End|TimelimitRaw|ReqNodes|NNodes|ReqCPUS|NCPUS|State"]
        for hour in range(24 * 3):
            at = f"2023-12-{28 + hour // 24:02d}T{hour % 24:02d}:"
            rows.append(f"{hour + 1}|p1|phys||{at}00:00|{at}01:00|{at}21:00|60|1|1|4|4|COMPLETED")
        history = self.write("sacct.txt", "\n".join(rows) + "\n")
        ask = ("--job", "160", "--no-alternatives")
        said = self.forecast(*ask, "--history", history, samples=2).stdout
        self.assertIn("run times from 72 jobs that ended (1 users by their own)", said)
        self.assertIn("later submissions: 1 an hour on average, those of 2 past days of sacct.txt", said)
        given = self.forecast(*ask, "--history", history, "--history-key", "k", samples=2)
        self.assertIn("--history-key shows the key to all users", given.stderr)
        strangers = given.stdout
        kept = self.forecast(*ask, "--history", history, "--history-key-file", self.write("key", "k\nmore\n"), samples=2)
        self.assertEqual((kept.stdout, kept.stderr), (strangers, ""))
        empty = self.write("no-key", "\n")
        self.assertIn("no key in its first line", self.fail_with(
            3, "forecast", ARCHIVE, *ask, "--history", history, "--history-key-file", empty).stderr)
        self.assertIn("72 of 72 past jobs are by users who have no association in the snapshot", strangers)
        self.assertIn("friction: the history shows none", said)
        self.assertNotIn("friction", self.forecast(*ask, "--history", history, "--no-friction", samples=2).stdout)
        self.fail_with(2, "forecast", ARCHIVE, *ask, "--no-friction")
        late = self.write("late.txt", rows[0] + "\n" + rows[1].replace("2023", "2025") + "\n")
        self.assertIn("late.txt has no job before the snapshot",
                      self.fail_with(3, "forecast", ARCHIVE, *ask, "--history", late).stderr)
        self.fail_with(2, "forecast", ARCHIVE, *ask, "--history-key", "k")
        self.fail_with(5, "forecast", ARCHIVE, *ask, "--history", self.path("none"))

    def test_waits_of_the_past_give_a_second_range(self):
        history = os.path.join(ROOT, "tests/data/waits/history.txt.gz")
        ask = ("--nodes", "2", "--time", "60", "--user", "p1", "--account", "phys", "--no-alternatives", "--history", history,
               "--by", "now+1hours", "--format", "json")
        one = self.forecast(*ask, "--workers", "1", samples=2).stdout
        self.assertEqual(one, self.forecast(*ask, "--workers", "3", samples=2).stdout)
        document = json.loads(one)
        learned = document["learned"]
        self.assertEqual(learned["rests_on"], "trees")
        self.assertTrue(0 <= learned["low_s"] <= learned["median_s"] <= learned["high_s"])
        self.assertGreater(learned["scores"]["jobs"], 1000)
        self.assertIn("held", document["trust"])
        only = json.loads(self.forecast(*ask, "--no-learning", samples=2).stdout)
        self.assertIsNone(only["learned"])
        self.assertEqual(only["start"], document["start"])

    def test_what_the_history_says_of_the_time_after_the_snapshot_changes_nothing(self):
        with gzip.open(os.path.join(ROOT, "tests/data/waits/history.txt.gz"), "rt") as stream:
            past = stream.read()
        # Ended later, started later, submitted later.
        row = "{}|p1|phys|main|{}|{}|{}|60|1|1|64|64|COMPLETED\n"
        later = (row.format(7_000_001, "2024-01-01T20:00:00", "2024-01-01T21:00:00", "2024-01-02T03:00:00"),
                 row.format(7_000_002, "2024-01-01T22:00:00", "2024-01-02T02:00:00", "2024-01-02T03:00:00"),
                 row.format(7_000_003, "2024-01-02T04:00:00", "2024-01-02T05:00:00", "2024-01-02T06:00:00"))
        ask = ("--job", "162", "--no-alternatives", "--no-later-jobs", "--format", "json")

        def learned(text):
            path = self.write("sacct.txt", text)
            return json.loads(self.forecast(*ask, "--history", path, samples=2).stdout)["learned"]

        self.assertEqual(learned(past), learned(past + "".join(later)))

    def test_a_stored_model_is_used_and_a_broken_one_refused(self):
        history = os.path.join(ROOT, "tests/data/waits/history.txt.gz")
        model = self.path("waits.json")
        said = self.succeed("fit", "waits", history, "-o", model).stdout
        self.assertIn("learned from 2,132 waits of 13 days", said)
        again = self.succeed("fit", "waits", history, "--workers", "3").stdout
        with open(model, encoding="utf-8") as stream:
            self.assertEqual(stream.read(), again)
        ask = ("--job", "162", "--no-alternatives", "--waits-model")
        self.assertIn("without --history, the trees know", self.forecast(*ask, model, samples=2).stdout)
        cut = self.write("cut.json", again[:5000])
        self.assertIn("cut.json:", self.fail_with(3, "forecast", ARCHIVE, *ask, cut).stderr)
        self.fail_with(5, "forecast", ARCHIVE, *ask, self.path("none.json"))
        self.fail_with(2, "forecast", ARCHIVE, *ask, model, "--no-learning")
        self.assertIn("the header has no column", self.fail_with(3, "fit", "waits", self.write("empty.csv", "a,b\n")).stderr)

    def test_a_history_that_says_nothing_is_refused(self):
        ask = ("forecast", ARCHIVE, "--job", "160", "--history")
        title = "JobIDRaw|User|Account|Partition|Submit|Start|End|TimelimitRaw|ReqNodes|NNodes|ReqCPUS|NCPUS|State\n"
        for text in ("", title):
            self.assertIn("sacct.txt", self.fail_with(3, *ask, self.write("sacct.txt", text)).stderr)

    def test_wrong_questions_are_refused(self):
        self.assertIn("job 999999 is not in the queue of oracle",
                      self.fail_with(3, "forecast", ARCHIVE, "--job", "999999").stderr)
        self.assertIn("has ended", self.fail_with(3, "forecast", ARCHIVE, "--job", "1").stderr)
        self.fail_with(2, "forecast", ARCHIVE)
        self.fail_with(2, "forecast", ARCHIVE, "--job", "x")
        self.fail_with(2, "forecast", ARCHIVE, "--job", "160", "--nodes", "4")
        self.fail_with(2, "forecast", ARCHIVE, "--nodes", "many")
        self.fail_with(2, "forecast", ARCHIVE, "--job", "160", "--by", "whenever")
        refused = self.fail_with(4, "forecast", ARCHIVE, "--nodes", "1", "--time", "60", "--user", "nobody")
        self.assertIn("Slurm would refuse the job", refused.stderr)
        self.assertIn("--user and --account", refused.stderr)
        self.fail_with(5, "forecast", self.path("nowhere"), "--job", "1")


if __name__ == "__main__":
    unittest.main()
