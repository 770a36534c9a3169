# SPDX-License-Identifier: Apache-2.0
"""clustersim forecast --collector: what leaves a cluster, whatever its users call their jobs and accounts."""
import os
import signal
import stat
import subprocess
import time
import unittest

from fake_cluster import Collected, job, running

# Names that imitate Slurm's words, end lines, or mean something to a tool. All contain a secret.
HOSTILE = (
    "x UserId=1 Features=topsecret Account=acme Priority=999999 JobState=RUNNING",
    "x UserId=eve(1) GroupId=g(2) MCS_label=N/A Priority=999999 JobState=RUNNING secret",
    "two\nlines of a secret",
    "carriage\rreturn secret",
    "secret\nJobId=8 JobName=run UserId=bob(1001) GroupId=domain users(100) Priority=1 JobState=RUNNING",
    "tab\tpipe|secret",
    "secret'\"$(touch hacked)`touch hacked`\\n\\0",
    "  blanks around a secret  ",
    "secret JobName=secret",
    "secret\udcff\udcfe",
    "-secret", "%s secret %d", "\033[31msecret", "secret\x1f\x1e\x7f", "n" * 1016 + " secret")


class Collect(Collected):
    def test_the_script_hides_names_and_free_text(self):
        archive, said = self.collect()
        texts = self.text_of(archive)
        everything = "\n".join(texts.values())
        for secret in ("alice", "bob", "physics", "secret", "broke", "domain"):
            self.assertNotIn(secret, everything)
        self.assertRegex(texts["jobs.txt"], r"JobId=7 UserId=u[0-9a-f]{12} ")
        self.assertRegex(texts["partitions.txt"], r"AllowAccounts=a[0-9a-f]{12} ")
        self.assertIn("names hashed", said)
        self.assertEqual(stat.S_IMODE(os.stat(archive).st_mode), 0o600)
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith("collect.") and name != "collect.sh"], [])

    def test_one_key_gives_the_same_names_and_another_key_others(self):
        first = self.texts("--key-file", self.write("key", "k\n"))["jobs.txt"]
        self.assertEqual(first, self.texts("--key-file", self.write("key", "k"))["jobs.txt"])
        self.assertNotEqual(first, self.texts("--key-file", self.write("key", "other"))["jobs.txt"])
        done = self.run_script({**self.cluster(), "COLLECT_KEY": "k"})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(first, self.text_of(self.path("queue.tar.gz"))["jobs.txt"])

    def test_a_key_that_ps_would_show_or_that_is_empty_is_refused(self):
        environment = self.cluster()
        done = self.run_script(environment, "--key", "k")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--key-file FILE", done.stderr)
        self.assertEqual(self.run_script(environment, "--key-file", self.write("key", "\n")).returncode, 2)
        self.assertNotEqual(self.run_script(environment, "--key-file", self.path("none")).returncode, 0)
        self.assertFalse(os.path.exists(self.path("queue.tar.gz")))

    def test_names_are_kept_if_asked_but_no_free_text(self):
        jobs = self.texts("--names")["jobs.txt"]
        self.assertIn("UserId=alice ", jobs)
        self.assertIn("JobName=secret_plan", jobs)
        self.assertNotIn("work/alice", jobs)
        self.assertNotIn("call bob", jobs)

    def test_the_manifest_names_what_failed_and_of_the_error_only_its_kind(self):
        errors = {"Access/permission denied by alice at dbd1.secret": "Access/permission denied",
                  "sacctmgr: error: failed to open persistent connection to host:dbd1.secret:6819: alice": "no connection",
                  "Invalid job format specification: secret": "not supported", "secret": "failed"}
        for error, kind in errors.items():
            archive, said = self.collect(error=error)
            manifest = self.text_of(archive)["manifest.txt"]
            self.assertIn("clustersim-queue\t2\nslurm\t23.11.4\ncluster\ttiny\n", manifest)
            self.assertIn(f"command\tshares.txt\t1\tsshare -a\t{kind}\n", manifest)
            self.assertIn(f"left out: shares.txt ({kind})", said)
            self.assertNotIn("secret", manifest + said)

    def test_the_manifest_has_the_size_of_every_file(self):
        texts = self.texts(squeue=True)
        listed = dict(line.split("\t")[1:3] for line in texts["manifest.txt"].splitlines() if line.startswith("file\t"))
        self.assertEqual(listed, {name: str(len(text.encode())) for name, text in texts.items() if name != "manifest.txt"})

    def test_no_slurm_is_said(self):
        script = self.write("collect.sh", self.succeed("forecast", "--collector").stdout)
        done = subprocess.run(["sh", script], capture_output=True, text=True, cwd=self.folder, timeout=60)
        self.assertEqual(done.returncode, 5)
        self.assertIn("neither scontrol nor squeue shows the queue", done.stderr)


class HostileNames(Collected):
    def rows(self, *options, **cluster):
        """The words of each job, and all texts."""
        texts = self.texts(*options, **cluster)
        jobs = [dict(word.split("=", 1) for word in line.split(" ")) for line in texts["jobs.txt"].splitlines()]
        return {int(one["JobId"]): one for one in jobs}, texts

    def check(self, jobs, texts, numbers):
        self.assertNotIn("secret", "\n".join(texts.values()))
        self.assertEqual(set(jobs), {8, *numbers})
        self.assertEqual((jobs[8]["JobState"], jobs[8]["NodeList"]), ("RUNNING", "n1"))
        for number in numbers:
            one = jobs[number]
            self.assertEqual((one["JobState"], one["Priority"], one["NumCPUs"]), ("PENDING", "10", "4"), number)
            self.assertRegex(one["JobName"], "^j[0-9a-f]{12}$")

    def test_a_job_name_changes_no_word_of_a_job_and_leaves_no_secret(self):
        named = dict(enumerate(HOSTILE, 10))
        for squeue in (True, False):
            with self.subTest(squeue=squeue):
                jobs = [running(8, "run"), *(job(number, name) for number, name in named.items())]
                self.check(*self.rows(jobs=jobs, squeue=squeue), set(named))
        self.assertFalse(os.path.exists(self.path("hacked")))

    def test_names_of_users_and_accounts_change_nothing_either(self):
        named = dict(enumerate(HOSTILE, 10))
        jobs = [running(8, "run"), *(job(number, "a", account=name) for number, name in named.items())]
        self.check(*self.rows(jobs=jobs, squeue=True), set(named))
        named = dict(enumerate(("DOM\\secret", "sec ret", "secret=1", "se|cret", "s\u00e9cret", "(secret)"), 10))
        jobs, texts = self.rows(jobs=[running(8, "run"), *(job(number, "a", user=name) for number, name in named.items())],
                                squeue=True)
        self.check(jobs, texts, set(named))
        self.assertNotIn("cret", "\n".join(texts.values()))
        for one in jobs.values():
            self.assertRegex(one["UserId"], "^u[0-9a-f]{12}$")

    def test_a_comment_that_imitates_a_job_adds_none(self):
        forged = "x\nJobId=8 JobName=run UserId=bob(1001) GroupId=g(1) Priority=1 Account=a QOS=b JobState=PENDING SubmitTime=1"
        jobs, texts = self.rows(jobs=[job(7, "a", Comment=forged), running(8, "run"), job(9, "c", Comment="TresPerNode=secret")],
                                squeue=True)
        self.assertEqual(sorted(jobs), [7, 8, 9])
        self.assertEqual((jobs[8]["JobState"], jobs[8]["NodeList"]), ("RUNNING", "n1"))
        self.assertNotIn("TresPerNode", jobs[9])
        self.assertIn("unclear\t1\tonly what squeue shows of them is kept", texts["manifest.txt"])

    def test_kept_names_are_one_word_of_a_line(self):
        named = dict(enumerate(HOSTILE, 10))
        jobs, _ = self.rows("--names", jobs=[job(number, name, account="a b") for number, name in named.items()], squeue=True)
        self.assertEqual({one["Account"] for one in jobs.values()}, {"a_b"})
        self.assertEqual({one["JobState"] for one in jobs.values()}, {"PENDING"})
        self.assertEqual(jobs[10]["JobName"], HOSTILE[0].replace(" ", "_"))

    def test_a_cluster_name_is_no_path(self):
        environment = self.cluster(cluster="../../x y\t$(touch hacked)")
        done = subprocess.run(["sh", self.path("collect.sh")], capture_output=True, text=True, env=environment, cwd=self.folder,
                              timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len([name for name in os.listdir(self.folder) if name.startswith("queue-")]), 1)
        self.assertFalse(os.path.exists(self.path("hacked")))

    def test_a_forecast_reads_the_whole_queue(self):
        jobs = [job(number, name) for number, name in enumerate(HOSTILE, 10)]
        archive, _ = self.collect(jobs=[running(8, "run"), *jobs], squeue=True)
        done = self.succeed("forecast", archive, "--job", 10, "--samples", 2, "--no-alternatives", "--horizon", 1)
        self.assertIn(f"copies of the {len(jobs) + 1} of the last 1 h that the snapshot shows", done.stdout)


class Privacy(Collected):
    CONFIG = """AuthAltParameters       = jwt_key=/var/spool/secret/jwt_hs256.key
JobCompParams           = flush_timeout=5,sasl.password=topsecret
MCSParameters           = secretgroup
SwitchParameters        = fm_url=https://fm.secret.example
TmpFS                   = /scratch/secret
SchedulerParameters     = bf_interval=30,script=/opt/secret/x,url=https://secret
SomeFutureParameter     = secret
"""

    def test_only_settings_of_the_scheduler_are_kept(self):
        config = self.texts(config=self.CONFIG)["config.txt"]
        self.assertNotIn("secret", config)
        self.assertIn("bf_interval=30\n", config)
        self.assertIn("SelectType              = select/cons_tres\n", config)

    def test_no_name_is_left_if_the_folder_for_scratch_has_an_odd_name(self):
        for folder in ("t\\back", "a=b", "two words", "$(x)", "-v"):
            with self.subTest(folder=folder):
                os.makedirs(self.path(folder), exist_ok=True)
                for scratch in (self.path(folder), "./" + folder):
                    done = self.run_script({**self.cluster(), "TMPDIR": scratch})
                    self.assertEqual(done.returncode, 0, done.stderr)
                    texts = "\n".join(self.text_of(self.path("queue.tar.gz")).values())
                    for name in ("alice", "bob", "physics"):
                        self.assertNotIn(name, texts)
                self.assertEqual(os.listdir(self.path(folder)), [])

    def test_a_hash_that_fails_ends_the_script_without_an_archive(self):
        for broken in ("exit 1", "true", "echo 0123456789abcdef  ./1000001", "cat"):
            environment = self.cluster()
            self.write("tools/sha256sum", f"#!/bin/sh\n{broken}\n")
            os.chmod(self.path("tools/sha256sum"), 0o755)
            done = self.run_script(environment)
            self.assertEqual(done.returncode, 5, broken)
            self.assertIn("no hash", done.stderr)
            self.assertFalse(os.path.exists(self.path("queue.tar.gz")))

    def test_a_signal_ends_the_script_at_once_and_leaves_nothing(self):
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM, signal.SIGQUIT):
            with self.subTest(signal=number):
                environment = {**self.cluster(hangs="sinfo"), "COLLECT_KEY": "SECRETKEY"}
                script = subprocess.Popen(["sh", self.path("collect.sh"), "-o", self.path("queue.tar.gz")], env=environment,
                                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
                asked = self.path("")
                self.wait_until(lambda: any("raw" in folders for _, folders, _ in os.walk(asked)) and self.child_of(script))
                self.assertNotIn("SECRETKEY", subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout)
                script.send_signal(number)
                self.assertNotEqual(script.wait(timeout=20), 0)  # sinfo hangs for 30 s
                self.assertEqual([name for name in os.listdir(self.folder) if name.startswith("collect.")], ["collect.sh"])
                self.assertFalse(os.path.exists(self.path("queue.tar.gz")))
                self.wait_until(lambda: not self.hanging())

    def child_of(self, script):
        return script.poll() is None and self.hanging()

    def hanging(self):
        said = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout
        return self.path("tools/sinfo") in said

    def wait_until(self, happened):
        for _ in range(400):
            if happened():
                return
            time.sleep(0.05)
        self.fail("waited for 20 s")


if __name__ == "__main__":
    unittest.main()
