# SPDX-License-Identifier: Apache-2.0
"""Files of sites and traces as people in the field write them (tests/field): imported as Slurm reads them."""
import csv
import glob
import os
import re
import shutil
import unittest

from program import ROOT, CommandCase, run

FIELD = os.path.join(ROOT, "tests", "field")


class FieldCase(CommandCase):
    def file(self, *names):
        return os.path.join(FIELD, *names)

    def imported(self, *names, options=()):
        """The text of the site and what the import said."""
        out = self.path("site.yaml")
        done = self.succeed("import", "slurm", "--conf", self.file(*names), "-o", out, *options)
        with open(out, encoding="utf-8") as stream:
            return stream.read(), done

    def outcomes(self, jobs, site):
        self.succeed("replay", jobs, "--site", site, "--outcomes", self.path("out.csv"))
        with open(self.path("out.csv"), encoding="utf-8") as stream:
            return {row["job_id"]: row for row in csv.DictReader(stream)}


class CountedResources(FieldCase):
    def test_more_than_64_resources_of_a_node_stay_in_the_site_with_their_numbers(self):
        for name, numbers in [("shard", ["name: shard, count: 64", "count: 2"]), ("mps", ["name: mps, count: 400"]),
                              ("nvme", ["name: nvme, count: 3600", "type: v100, count: 4"]),
                              ("manual", ["count: 1932735283200", "type: lustre, count: 4294967296", "type: kepler"])]:
            text, done = self.imported("gres-more-than-64", name + ".conf")
            for number in numbers:
                self.assertIn(number, text, name)
            if name != "manual":  # a node with two types of GPU
                self.succeed("check", self.write("s.yaml", SCENARIO.format(self.path("site.yaml"))))
        self.assertIn("no_consume of Gres=bandwidth:lustre:no_consume:4G", done.stdout)

    def test_jobs_share_what_is_only_counted(self):
        self.imported("gres-more-than-64", "nvme.conf")
        rows = self.outcomes(self.file("gres-more-than-64", "jobs.csv"), self.path("site.yaml"))
        starts = {job: row["start_s"] for job, row in rows.items()}
        self.assertLess(float(starts["1"]), 60)
        self.assertLess(float(starts["2"]), 60)
        self.assertGreaterEqual(float(starts["3"]), 600)
        self.assertEqual(starts["4"], "")
        self.assertLess(float(starts["5"]), 60)


SCENARIO = """schema: clustersim/scenario/1
title: A job on a copied site
system: {}
replicates: 1
jobs: {{a: {{nodes: 1, runtime: 1 h, walltime: 2 h}}}}
"""


class ValuesOfSlurmConf(FieldCase):
    def test_the_number_before_a_tail_is_read_as_slurm_reads_it(self):
        text, done = self.imported("number-with-a-tail", "slurm.conf")
        self.assertIn("max_switch_wait: 24 s", text)
        self.assertIn('max_switch_wait = "24:00:00": Slurm reads 24', done.stderr)

    def test_numbers_of_lists_never_stop_the_import(self):
        for words in ["bf_interval=30s", "bf_window=1day", "bf_max_job_test=lots", "default_queue_depth=-7",
                      "bf_resolution=0", "bf_max_job_user=99999999999999999999", "defer=maybe", "sched_interval=+60",
                      "bf_max_job_part=1K", "bf_max_job_user=", "max_switch_wait=24:00:00,defer", "bf_interval=9 "]:
            conf = self.write("slurm.conf", f"SchedulerParameters={words}\nNodeName=n1\nPartitionName=p Nodes=n1\n")
            done = self.succeed("import", "slurm", "--conf", conf, "-o", self.path("s.yaml"))
            self.assertNotIn("error", done.stderr)

    def test_an_included_file_of_another_machine_is_found_beside_the_copy(self):
        text, done = self.imported("include-absolute", "slurm.conf")
        self.assertIn("q-dy-a-[1-4]", text)
        self.assertIn('"/opt/slurm/etc/pcluster/parts.conf" is not here', done.stderr)

    def test_a_missing_included_file_is_the_only_problem(self):
        conf = self.write("slurm.conf", "ClusterName=c\nInclude /opt/nodes.conf\n")
        done = self.fail_with(5, "import", "slurm", "--conf", conf, "-o", self.path("s.yaml"))
        self.assertIn('the included file "/opt/nodes.conf"', done.stderr)
        self.assertNotIn("describes no", done.stderr)

    def test_the_spelling_that_slurm_prefers_counts(self):
        text, _ = self.imported("cpus-and-procs", "slurm.conf")
        self.assertIn("cpus: 96", text)
        self.assertIn("features: [a]", text)

    def test_the_same_holds_for_defaults_and_partitions(self):
        text, done = self.imported("synonyms", "slurm.conf")
        nodes = text[text.index("nodes:"):text.index("partitions:")]
        self.assertEqual(re.findall(r"cpus: (\d+)", nodes), ["96"] * 4)
        self.assertEqual(re.findall(r"features: \[(\w)\]", nodes), ["a", "b", "c", "a"])
        self.assertEqual(re.findall(r"sockets: (\d+)", nodes), ["2", "2", "2", "4"])
        first, second, third = re.split(r"\n  [pqr]:", text[text.index("partitions:"):])[1:]
        for part in ["priority_tier: 7", "priority_job_factor: 7", "oversubscribe: 'yes'", "max_share: 2", "2000 MiB"]:
            self.assertIn(part, first)
        for part in ["state: drain", "over_time: 5 min", "max_share: 3", "allow_qos: [normal]"]:
            self.assertIn(part, second)
        self.assertNotIn("deny_qos", second)
        self.assertNotIn("oversubscribe", third)
        self.assertIn("PartitionName=q: DenyQos beside AllowQos", done.stdout)
        self.assertIn("DefMemPerCPU beside DefMemPerNode", done.stdout)

    def test_legal_values_do_not_stop_the_import(self):
        self.assertIn("TopologyPlugin=topology/block, taken as topology/none",
                      self.imported("legal-values-refused", "block.conf")[1].stdout)
        text, done = self.imported("legal-values-refused", "aries.conf")
        self.assertIn("SelectType=select/cray_aries, taken as select/linear", done.stdout)
        self.assertNotIn("linear: true", text)
        for name in ["enforce", "enforce-yes"]:
            self.assertIn("enforce_part_limits: any", self.imported("legal-values-refused", name + ".conf")[0])

    def test_every_legal_value_of_every_choice_is_taken(self):
        legal = {
            "SchedulerType": ["sched/backfill", "sched/builtin", "sched/hold", "sched/wiki", "sched/wiki2"],
            "PriorityType": ["priority/basic", "priority/multifactor", "priority/multifactor2"],
            "SelectType": ["select/linear", "select/cons_res", "select/cons_tres", "select/cray_aries", "select/cray",
                           "select/alps", "select/serial"],
            "TopologyPlugin": ["topology/none", "topology/tree", "topology/flat", "topology/default", "topology/block",
                               "topology/3d_torus", "topology/node_rank", "topology/hypercube", "topology/ring", "tree"],
            "PreemptType": ["preempt/none", "preempt/partition_prio", "preempt/qos", "preempt/job_prio"],
            "PreemptMode": ["OFF", "CANCEL", "CHECKPOINT", "GANG", "REQUEUE", "SUSPEND,GANG", "GANG,SUSPEND",
                            "REQUEUE,WITHIN", "PRIORITY", "cancel"],
            "EnforcePartLimits": ["ALL", "ANY", "NO", "YES", "1", "0", "up", "down", "True", "false"],
            "PriorityUsageResetPeriod": ["NONE", "NOW", "DAILY", "WEEKLY", "MONTHLY", "QUARTERLY", "YEARLY"],
            "PriorityFlags": ["ACCRUE_ALWAYS", "CALCULATE_RUNNING", "DEPTH_OBLIVIOUS", "NO_FAIR_TREE", "INCR_ONLY",
                              "MAX_TRES", "MAX_TRES_GRES", "NO_NORMAL_ALL", "NO_NORMAL_ASSOC", "NO_NORMAL_PART",
                              "NO_NORMAL_QOS", "NO_NORMAL_TRES", "SMALL_RELATIVE_TO_TIME"],
            "AccountingStorageType": ["accounting_storage/none", "accounting_storage/slurmdbd", "slurmdbd", "none",
                                      "accounting_storage/mysql", "accounting_storage/filetxt"],
            "AccountingStorageEnforce": ["all", "associations", "limits", "nojobs", "nosteps", "qos", "safe", "wckeys",
                                         "none", "0", "1", "2"],
            "SelectTypeParameters": ["CR_CPU", "CR_CPU_Memory", "CR_Core", "CR_Core_Memory", "CR_Socket", "CR_Memory",
                                     "CR_Socket_Memory", "CR_ONE_TASK_PER_CORE", "CR_CORE_DEFAULT_DIST_BLOCK", "CR_LLN",
                                     "CR_Pack_Nodes", "LL_SHARED_GRES", "NHC_NO", "NONE"],
            "JobRequeue": ["0", "1"], "ReturnToService": ["0", "1", "2"], "PriorityFavorSmall": ["YES", "NO"],
            "MaxMemPerNode": ["UNLIMITED", "0", "64G"], "KillWait": ["UNLIMITED", "30"], "ResvOverRun": ["UNLIMITED"],
            "TopologyParam": ["Dragonfly", "RoutePart", "TopoOptional", "SwitchAsNodeRank", "RouteTree"],
            "PreemptExemptTime": ["-1", "00:00:00", "1-0"], "MinJobAge": ["300"], "SchedulerTimeSlice": ["30"],
        }
        for key, values in legal.items():
            for value in values:
                conf = self.write("slurm.conf", f"{key}={value}\nNodeName=n1\nPartitionName=p Nodes=n1\n")
                done = run("import", "slurm", "--conf", conf, "-o", self.path("s.yaml"))
                self.assertEqual(done.returncode, 0, f"{key}={value}: {done.stderr}")
                self.assertNotIn("unknown parameter", done.stderr)

    def test_every_legal_value_of_nodes_and_partitions_is_taken(self):
        nodes = {"State": ["UNKNOWN", "IDLE", "CLOUD", "FUTURE", "DOWN", "DRAIN", "FAIL", "FAILING", "DYNAMIC", "EXTERNAL"],
                 "Weight": ["UNLIMITED", "5"], "Sockets": ["0"], "CoreSpecCount": ["7"], "MemSpecLimit": ["900G"],
                 "RealMemory": ["64G", "190000"], "CPUs": ["UNLIMITED"][:0] + ["0", "3"], "Gres": ["gpu", "gpu:", "a:b:1"],
                 "TmpDisk": ["1T"], "Port": ["7000-7010"], "CpuSpecList": ["0,1"], "Boards": ["2"]}
        parts = {"State": ["UP", "DOWN", "DRAIN", "INACTIVE", "up", "Inactive"], "OverSubscribe": ["NO", "EXCLUSIVE", "YES",
                 "YES:4", "FORCE", "FORCE:1", "FORCE:0", "YES:x"], "MaxTime": ["INFINITE", "UNLIMITED", "-1", "1-0", "30"],
                 "MaxNodes": ["UNLIMITED", "INFINITE", "3"], "MinNodes": ["0", "1"], "PreemptMode": ["OFF", "CANCEL", "REQUEUE",
                 "CHECKPOINT", "PRIORITY"], "OverTimeLimit": ["UNLIMITED", "10", "-3", "5x"], "Hidden": ["YES", "TRUE", "1"],
                 "LLN": ["no"], "DefMemPerCPU": ["UNLIMITED", "0"], "MaxCPUsPerNode": ["UNLIMITED", "4"],
                 "GraceTime": ["UNLIMITED", "20"], "AllowGroups": ["ALL", "hpc"], "AllowAccounts": ["ALL"],
                 "TRESBillingWeights": ["CPU=1.0,Mem=0.25G", "CPU=1x"], "SelectTypeParameters": ["CR_Core", "NONE"],
                 "ExclusiveUser": ["YES"], "ExclusiveTopo": ["YES"], "JobDefaults": ["DefCpuPerGPU=2,DefMemPerGPU=1000"]}
        for keys, line in [(nodes, "NodeName=n1 {}\nPartitionName=p Nodes=n1\n"),
                           (parts, "NodeName=n1\nPartitionName=p Nodes=n1 {}\n")]:
            for key, values in keys.items():
                for value in values:
                    conf = self.write("slurm.conf", line.format(f"{key}={value}"))
                    done = run("import", "slurm", "--conf", conf, "-o", self.path("s.yaml"))
                    self.assertEqual(done.returncode, 0, f"{key}={value}: {done.stderr}")

    def test_cores_that_a_node_does_not_have_only_lose_their_socket(self):
        self.write("gres.conf", "Name=gpu File=/dev/nvidia[0-1] Cores=0-63\n")
        conf = self.write("slurm.conf", "NodeName=n1 Sockets=2 CoresPerSocket=8 Gres=gpu:2\nPartitionName=p Nodes=n1\n")
        done = self.succeed("import", "slurm", "--conf", conf, "-o", self.path("s.yaml"))
        self.assertIn("there is no core 16", done.stderr)

    def test_a_topology_file_that_is_not_read_is_named(self):
        shutil.copy(self.file("legal-values-refused", "block.conf"), self.path("slurm.conf"))
        self.write("topology.conf", "BlockName=b1 Nodes=n[1-2]\nBlockSizes=2\n")
        done = self.succeed("import", "slurm", "--conf", self.path("slurm.conf"), "-o", self.path("s.yaml"))
        self.assertIn("topology.conf", done.stdout)

    def test_a_template_is_recognised(self):
        done = self.fail_with(3, "import", "slurm", "--conf", self.file("template", "slurm.conf.j2"), "-o", self.path("s"))
        self.assertEqual(done.stderr.count("error["), 1)
        self.assertIn("template", done.stderr)
        self.assertIn(":2:13:", done.stderr)


class TypedLimits(FieldCase):
    def test_a_limit_on_a_type_does_not_stop_jobs_that_name_no_type(self):
        self.imported("typed-gres-limit", "typed.conf",
                      options=["--associations", self.file("typed-gres-limit", "typed.txt"),
                               "--associations", self.file("typed-gres-limit", "typed-qos.txt")])
        rows = self.outcomes(self.file("typed-gres-limit", "typed.csv"), self.path("site.yaml"))
        self.assertEqual(rows["1"]["state"], "COMPLETED")
        self.assertEqual(rows["2"]["state"], "PENDING")


class Accounting(FieldCase):
    def test_the_flag_of_memory_per_cpu_is_understood(self):
        out = self.path("jobs.csv")
        done = self.succeed("import", "sacct", self.file("sacct-reqmem-flag", "dump.txt"), "-o", out)
        self.assertIn("ReqMem of 1 jobs", done.stderr)
        with open(out, encoding="utf-8") as stream:
            rows = list(csv.DictReader(stream))
        self.assertEqual(rows[0]["extra"], rows[1]["extra"])
        self.imported("sacct-reqmem-flag", "slurm.conf")
        self.assertEqual([row["state"] for row in self.outcomes(out, self.path("site.yaml")).values()], ["COMPLETED"] * 2)

    def test_the_flag_of_64_bits_too(self):
        head = "JobIDRaw|User|Submit|Start|End|State|NNodes|ReqCPUS|ReqMem\n"
        row = "{}|u|2024-01-01T00:00:00|2024-01-01T00:00:05|2024-01-01T01:00:00|COMPLETED|1|2|{}\n"
        dump = self.write("d.txt", head + row.format(1, "9223372036854778808M") + row.format(2, "3000Mc") + row.format(3, "2097156Gn"))
        self.succeed("import", "sacct", dump, "-o", self.path("jobs.csv"))
        with open(self.path("jobs.csv"), encoding="utf-8") as stream:
            self.assertEqual([row["extra"] for row in csv.DictReader(stream)],
                             ["'--mem-per-cpu=3000M"] * 2 + ["'--mem-per-cpu=4096M"])

    def test_a_table_for_people_names_the_option_that_is_missing(self):
        done = self.fail_with(3, "import", "sacct", self.file("sacct-table", "sacct.txt"), "-o", self.path("j.csv"))
        self.assertIn("-P (--parsable2)", done.stderr)
        self.assertEqual(done.stderr.count("error["), 1)

    def test_dates_that_no_job_can_have_are_refused(self):
        done = self.fail_with(3, "import", "sacct", self.file("far-instants", "dates.txt"), "-o", self.path("j.csv"))
        self.assertIn('Submit is "0001-01-01T00:00:00"', done.stderr)
        self.assertIn('Submit is "99999999999999"', done.stderr)
        done = self.succeed("import", "sacct", "--skip-broken", self.file("far-instants", "dates.txt"), "-o", self.path("j.csv"))
        self.assertIn("2024-01-01", done.stdout)


class Traces(FieldCase):
    def test_instants_in_another_century_are_refused_at_once(self):
        for name, act in [("begin", "begins"), ("cancel", "is cancelled")]:
            done = self.fail_with(3, "replay", self.file("far-instants", name + ".csv"), "--nodes", "2", "--cores", "4", timeout=20)
            self.assertIn(f"job 1 {act} 317 years after", done.stderr)

    def test_limits_that_were_assumed_are_told_and_end_no_job(self):
        trace = self.file("swf-without-limits", "trace.swf")
        done = self.succeed("replay", trace, "--nodes", "2", "--cores", "4", "--outcomes", self.path("out.csv"))
        self.assertIn("3 of 3 jobs have no requested time", done.stderr)
        with open(self.path("out.csv"), encoding="utf-8") as stream:
            self.assertEqual({row["state"] for row in csv.DictReader(stream)}, {"COMPLETED"})

    def test_fit_reads_the_jobs_of_batsim(self):
        done = self.succeed("fit", "mix", self.file("batsim-jobs", "jobs.csv"), "--machine-size", "64", "-o", self.path("mix.yaml"))
        self.assertTrue(os.path.exists(self.path("mix.yaml")), done.stderr)


class Names(FieldCase):
    def test_machines_for_reference_are_known_by_both_names(self):
        for name in ["dgx-h100", "reference/dgx-h100"]:
            self.succeed("step", "gpt-857m", "--system", name, "--nodes", "1")
        done = self.fail_with(3, "step", "gpt-857m", "--system", "dgx-h10", "--nodes", "1")
        self.assertIn('did you mean "dgx-h100"?', done.stderr)


class TinyNumbers(FieldCase):
    def test_numbers_whose_inverse_is_infinite_are_refused_with_their_place(self):
        head = "schema: clustersim/scenario/1\ntitle: T\nsystem: karolina\npartition: qgpu\nreplicates: 1\n"
        for text in [head + "jobs: {a: {nodes: 2, application: gpt-857m, tokens: 1e-320}}\n",
                     head + "background: {mix: gpu-centre, load: 1e-320}\njobs: {a: {nodes: 2, runtime: 1 h, walltime: 2 h}}\n",
                     head + "jobs: {a: {nodes: 2, runtime: 1e-310 h, walltime: 2 h}}\n"]:
            done = self.fail_with(3, "run", self.write("s.yaml", text), "--no-results")
            self.assertIn("at least 1e-100", done.stderr)
            self.assertRegex(done.stderr, r"s\.yaml:\d+:\d+")

    def test_a_machine_with_such_a_number_is_refused(self):
        systems = self.path("sy")
        for folder in ["accelerators", "links", "communication"]:
            shutil.copytree(os.path.join(ROOT, "systems", folder), os.path.join(systems, folder))
        with open(os.path.join(ROOT, "systems", "vega.yaml"), encoding="utf-8") as stream:
            text = re.sub(r"achievable: \{value: [0-9.]+", "achievable: {value: 1e-320", stream.read())
        machine = os.path.join(systems, "vega.yaml")
        with open(machine, "w", encoding="utf-8") as stream:
            stream.write(text)
        done = run("systems", "check", machine)
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertIn("at least 1e-100", done.stderr)


if __name__ == "__main__":
    unittest.main()
