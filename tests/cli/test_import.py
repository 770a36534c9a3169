# SPDX-License-Identifier: Apache-2.0
"""clustersim import, and the replay of imported files under the emulated Slurm."""
import csv
import gzip
import io
import json
import unittest

from program import CommandCase, run

CONF = """ClusterName=alpha
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageEnforce=associations,limits,qos
Prolog=/bin/true
NodeName=n[1-4] CPUs=8 CoresPerSocket=8 RealMemory=1000
PartitionName=batch Nodes=n[1-4] Default=YES MaxTime=60
"""
ACCOUNTS = "Account - 'biology':Fairshare=3:MaxWall=30\nParent - 'biology'\nUser - 'ann'\n"
SACCT = """JobIDRaw|User|Account|Submit|Start|End|TimelimitRaw|ReqNodes|NNodes|ReqCPUS|State|JobName
1|ann|biology|2024-01-31T12:00:00|2024-01-31T12:00:01|2024-01-31T12:10:01|20|4|4|32|COMPLETED|a
2|ann|biology|2024-01-31T12:00:05|2024-01-31T12:10:02|2024-01-31T12:11:02|20|1|1|8|COMPLETED|b
1.batch|||||||||||
3|ann|biology|2024-01-31T12:00:06|Unknown|Unknown|20|1|1|8|CANCELLED by 7|c
"""


class OldNames(CommandCase):
    def test_names_that_are_not_utf8_become_utf8(self):
        with open(self.path("old.txt"), "wb") as stream:
            stream.write(b"JobIDRaw|JobName|User|Submit|Start|End|State\n"
                         b"1|\xfcber|\xe9lise|2024-01-01T00:00:00|2024-01-01T00:00:00|2024-01-01T01:00:00|COMPLETED\n")
        self.succeed("import", "sacct", self.path("old.txt"), "-o", self.path("jobs.csv"))
        with open(self.path("jobs.csv"), encoding="utf-8") as stream:
            self.assertEqual([(row["user"], row["name"]) for row in csv.DictReader(stream)], [("\u00e9lise", "\u00fcber")])


class SiteCase(CommandCase):
    def site(self, *options):
        conf = self.write("slurm.conf", CONF)
        accounts = self.write("accounts.txt", ACCOUNTS)
        out = self.path("site.yaml")
        done = self.succeed("import", "slurm", "--conf", conf, "--associations", accounts, "-o", out, *options)
        return out, done

    def text_of(self, path):
        with open(path, encoding="utf-8") as stream:
            return stream.read()


class ImportSlurm(SiteCase):
    def test_it_copies_a_site_and_says_what_it_found(self):
        out, done = self.site()
        self.assertIn("nodes         4 in 1 kind, 32 CPUs, 0 GPUs", done.stdout)
        self.assertIn("associations  4: 2 of users, 2 of accounts", done.stdout)
        self.assertIn("Prolog", done.stdout)
        text = self.text_of(out)
        self.assertTrue(text.startswith("# A Slurm site, copied from:\n#   slurm.conf\n#   accounts.txt\nschema: clustersim/site/1\n"))
        self.assertIn("wall: 30 min", text)
        self.assertIn("#   Prolog (do not affect schedules)", text)

    def test_the_same_files_give_the_same_bytes(self):
        first = self.text_of(self.site()[0])
        self.assertEqual(first, self.text_of(self.site()[0]))

    def test_it_reports_all_problems_of_all_files_at_once_and_writes_nothing(self):
        conf = self.write("slurm.conf", CONF.replace("Nodes=n[1-4]", "Nodes=n[1-9]"))
        out = self.path("none.yaml")
        done = self.fail_with(3, "import", "slurm", "--conf", conf, "-o", out)
        self.assertIn("slurm.conf:8:", done.stderr)
        conf = self.write("slurm.conf", CONF)
        bad = self.write("bad.txt", "Parent - 'nowhere'\nAccount - 'q':MaxWall=long\n")
        done = self.fail_with(3, "import", "slurm", "--conf", conf, "--associations", bad, "-o", out)
        self.assertIn("bad.txt:1:11", done.stderr)
        self.assertIn("bad.txt:2:23", done.stderr)
        self.fail_with(5, "import", "slurm", "--conf", self.path("absent.conf"), "-o", out)
        self.assertRaises(FileNotFoundError, open, out)

    def test_it_warns_of_a_site_that_would_refuse_everybody(self):
        conf = self.write("slurm.conf", CONF)
        done = self.succeed("import", "slurm", "--conf", conf, "-o", self.path("site.yaml"))
        self.assertIn("every job would be refused", done.stderr)
        self.assertNotIn("every job would be refused", self.site()[1].stderr)

    def test_it_hashes_names(self):
        text = self.text_of(self.site("--hash-users", "k")[0])
        self.assertNotIn("ann", text)
        self.assertNotIn("biology", text)


class ImportJobs(CommandCase):
    def jobs(self, text, *options):
        out = self.path("jobs.csv")
        done = self.succeed("import", "sacct", self.write("dump.txt", text), "-o", out, *options)
        with open(out, encoding="utf-8", newline="") as stream:
            return list(csv.DictReader(stream)), done

    def test_it_copies_what_sacct_prints(self):
        rows, done = self.jobs(SACCT)
        self.assertEqual([row["job_id"] for row in rows], ["1", "2"])
        self.assertEqual(rows[1]["submit_s"], "5")
        self.assertEqual(rows[0]["nodes"], "4")
        self.assertEqual(rows[0]["cpus"], "8")
        self.assertEqual(rows[1]["recorded_start_s"], "602")
        self.assertIn("second 0      2024-01-31T12:00:00", done.stdout)
        self.assertIn("jobs that never started", done.stderr)

    def test_it_hashes_names_as_the_site_does(self):
        rows, _ = self.jobs(SACCT, "--hash-users", "k")
        self.assertRegex(rows[0]["user"], "^u[0-9a-f]{12}$")
        self.assertNotIn("name", rows[0])

    def test_it_reports_broken_rows_or_skips_them(self):
        broken = self.write("broken.txt", SACCT + "4|ann|biology|later|x|y|20|1|1|8|COMPLETED|d\n5|ann\n")
        done = self.fail_with(3, "import", "sacct", broken, "-o", self.path("no.csv"))
        self.assertIn("broken.txt:6:15", done.stderr)
        self.assertIn("broken.txt:7:1", done.stderr)
        self.succeed("import", "sacct", broken, "--skip-broken", "-o", self.path("some.csv"))

    def test_it_copies_events_and_writes_to_stdout(self):
        events = self.path("a.events.gz")
        with gzip.open(events, "wt") as stream:
            stream.write("-dt 1.5 -e submit_batch_job | -sim-walltime 60 --uid=ann -J jobid_7 -n 8 -t 10 x\n")
        done = self.succeed("import", "events", events, "-o", "-")
        row = next(csv.DictReader(io.StringIO(done.stdout)))
        self.assertEqual((row["job_id"], row["submit_s"], row["ntasks"], row["timelimit_s"]), ("7", "1", "8", "600"))


class ReplayUnderSlurm(SiteCase):
    def setUp(self):
        super().setUp()
        self.site_file = self.site()[0]

    def test_it_plays_past_jobs_under_the_rules_of_their_site(self):
        jobs = self.path("jobs.csv")
        self.succeed("import", "sacct", self.write("dump.txt", SACCT), "-o", jobs)
        out = self.path("out.csv")
        answer = json.loads(self.succeed("replay", jobs, "--site", self.site_file, "--outcomes", out, "--format",
                                         "json").stdout)
        self.assertEqual(answer["policy"], "slurm")
        self.assertEqual(answer["state_COMPLETED"], 2)
        self.assertEqual(answer["recorded_mean_wait_s"], 299)
        with open(out, encoding="utf-8", newline="") as stream:
            rows = list(csv.DictReader(stream))
        self.assertEqual([row["state"] for row in rows], ["COMPLETED", "COMPLETED"])
        self.assertEqual(rows[0]["nodelist"], "n[1-4]")
        self.assertGreaterEqual(int(rows[1]["start_s"]), int(rows[0]["end_s"]))

    def test_it_says_what_slurm_refuses_and_what_waits_for_ever(self):
        jobs = self.write("jobs.csv", "job_id,submit_s,runtime_s,user,nodes,cpus,timelimit_s,dependency,exit_code\n"
                                      "1,0,60,ann,1,1,600,,1\n"
                                      "2,5,60,nobody,1,1,600,,\n"
                                      "3,6,60,ann,1,1,600,afterok:1,\n"
                                      "4,7,60,ann,1,1,600,afterany:1,\n")
        done = self.succeed("replay", jobs, "--site", self.site_file, "--format", "json")
        answer = json.loads(done.stdout)
        self.assertEqual(answer["state_FAILED"], 1)
        self.assertEqual(answer["state_COMPLETED"], 1)
        self.assertEqual(answer["state_PENDING"], 1)
        self.assertEqual(answer["state_REJECTED"], 1)
        self.assertIn("waiting for ever: DependencyNeverSatisfied (jobs: 1, first: 3)", done.stderr)
        self.assertIn("refused: ", done.stderr)

    def test_it_takes_a_trace_on_plain_nodes_and_reference_cycles_change_nothing(self):
        trace = self.write("a.swf", "".join(f"{i} {i * 10} -1 {100 + i} {i % 7 + 1} -1 -1 {i % 7 + 1} 400 -1 1 1 1 -1 -1 "
                                            "-1 -1 -1\n" for i in range(1, 60)))
        fast = self.succeed("replay", trace, "--nodes", "4", "--cores", "2", "--starts", self.path("fast.csv"))
        self.succeed("replay", trace, "--nodes", "4", "--cores", "2", "--reference-cycles", "--starts",
                     self.path("full.csv"))
        self.assertIn("COMPLETED", fast.stdout)
        with open(self.path("fast.csv"), encoding="utf-8") as a, open(self.path("full.csv"), encoding="utf-8") as b:
            self.assertEqual(a.read(), b.read())

    def test_it_reads_what_it_has_written(self):
        conf = self.path("odd.conf")
        with open(conf, "wb") as stream:
            stream.write(b'ClusterName=""\nNodeName=n1 CPUs=4 Reason="d\xe9faut"\nNodeName=n2 CPUs=4\n'
                         b"PartitionName=p\xe9 Nodes=ALL Default=YES\nPartitionName=p\xe8 Nodes=n1\n")
        done = self.succeed("import", "slurm", "--conf", conf, "-o", self.path("odd.yaml"))
        self.assertIn(r"p\xe9*, p\xe8", done.stdout)
        jobs = self.write("jobs.csv", "submit_s,runtime_s,partition\n0,1,p\u00e9\n0,1,p\u00e8\n")
        done = self.succeed("replay", jobs, "--site", self.path("odd.yaml"), "--format", "json")
        self.assertEqual(json.loads(done.stdout)["state_COMPLETED"], 2)

    def test_many_lines_of_one_node_take_no_longer_than_one_line_of_many(self):
        lines = "".join(f"NodeName=n{i} CPUs=4\nDownNodes=n{i} State=DOWN\n" for i in range(1, 30001))
        conf = self.write("many.conf", lines + "PartitionName=p Nodes=ALL\n")
        self.succeed("import", "slurm", "--conf", conf, "-o", self.path("many.yaml"), timeout=40)

    def test_it_wants_exactly_one_machine(self):
        jobs = self.write("jobs.csv", "submit_s,runtime_s\n0,1\n")
        self.assertEqual(run("replay", jobs).returncode, 2)
        self.assertEqual(run("replay", jobs, "--procs", "4", "--site", self.site_file).returncode, 2)
        self.assertEqual(run("replay", jobs, "--procs", "4", "--cores", "2").returncode, 2)

    def test_it_reports_a_wrong_site_with_all_places(self):
        bad = self.write("bad.yaml", "schema: clustersim/site/1\nnodes: [{names: n1, cpuz: 4}]\npartitions: {p: {nodes: n2}}\n")
        done = self.fail_with(3, "replay", self.write("jobs.csv", "submit_s,runtime_s\n0,1\n"), "--site", bad)
        self.assertIn("bad.yaml:2:", done.stderr)
        self.assertIn("bad.yaml:3:", done.stderr)


if __name__ == "__main__":
    unittest.main()
