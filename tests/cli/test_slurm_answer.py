# SPDX-License-Identifier: Apache-2.0
"""On an imported site, what `advise` refuses and why is what Slurm says of the job on the empty machine."""
import json
import unittest

from program import CommandCase

CONF = """ClusterName=c
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
AccountingStorageEnforce=associations,limits,qos
GresTypes=gpu
NodeName=a[1-4] Sockets=2 CoresPerSocket=16 RealMemory=128000 Gres=gpu:a100:4 Feature=fat
NodeName=b[1-4] Sockets=1 CoresPerSocket=16 RealMemory=500000 Feature=ib
PartitionName=main Nodes=b[1-4] Default=YES MaxTime=60
PartitionName=whole Nodes=a[1-4] OverSubscribe=EXCLUSIVE MaxTime=60
PartitionName=little Nodes=a[1-4],b[1-4] MaxMemPerNode=100000 MaxTime=60
PartitionName=closed Nodes=b[1-4] DenyQos=normal MaxTime=60
PartitionName=own Nodes=b[1-4] QOS=normal MaxTime=60
PartitionName=narrow Nodes=b[1-4] MaxCPUsPerNode=4 MaxTime=60
PartitionName=wide Nodes=b[1-4] MinNodes=3 MaxTime=60
PartitionName=dear Nodes=b[1-4] MaxMemPerCPU=2000 MaxTime=60
PartitionName=endless Nodes=b[1-4] MaxTime=UNLIMITED
"""
QOS = "Name|Priority\nnormal|1\nbig|2\n"
ACCOUNTS = "Account - 'acc'\nParent - 'acc'\nUser - 'u1':QOS='normal,big':DefaultQOS='normal'\n"
FAST = ("--replicates", 1, "--set", "background.mix=none")


class SlurmAnswer(CommandCase):
    def setUp(self):
        super().setUp()
        self.site = self.path("site.yaml")
        self.succeed("import", "slurm", "--conf", self.write("slurm.conf", CONF), "--associations", self.write("qos.txt", QOS),
                     "--associations", self.write("dump.cfg", ACCOUNTS), "-o", self.site)

    def script(self, line):
        return self.write("job.sbatch", f"#!/bin/bash\n#SBATCH -t 10 {line}\nsrun ./x\n")

    def refused(self, line, system=None):
        return self.fail_with(4, "advise", self.script(line), "--system", system or self.site, *FAST).stderr

    def accepted(self, line):
        self.succeed("advise", self.script(line), "--system", self.site, *FAST)

    def test_a_refusal_has_the_reason_of_slurm(self):
        for line, reason in (("-p whole -N 1 --mem=900G", "Requested node configuration is not available"),
                             ("-p main -N 1 --gres=gpu:h100:1", "Requested node configuration is not available"),
                             ("-p main -N 9", "PartitionNodeLimit"), ("-t 90", "PartitionTimeLimit"),
                             ("-p nowhere", "Invalid partition name specified"),
                             ("-p little -N 1 -C 'fat&ib'", "Requested node configuration is not available"), ("-q nothing", "Invalid qos specification"),
                             ("-C nosuch", "Invalid feature specification"),
                             ("-p little -N 1 --mem=120000", "Memory required by task is not available")):
            with self.subTest(line=line):
                message = self.refused(line)
                self.assertIn(reason, message)
                self.assertNotIn("neither for cores nor for GPUs", message)

    def test_memory_that_no_whole_node_has_is_refused_as_such(self):
        for system, line in (("lumi", "-A p -p standard -N 1 --mem=900G"), ("lumi", "-A p -p small -N 1 --exclusive --mem=3000G"),
                             ("leonardo", "-A p -p boost_usr_prod -N 1 --gres=gpu:4 --exclusive --mem=900G")):
            with self.subTest(line=line):
                message = self.refused(line, system)
                self.assertIn("of memory of each node", message)
                self.assertNotIn("neither for cores nor for GPUs", message)

    def test_a_job_without_qos_has_the_default_of_the_users(self):
        message = self.refused("-p closed")
        self.assertIn("QOSNotAllowed", message)
        self.accepted("-p closed --qos=big")

    def test_jobs_may_name_the_qos_of_a_partition_if_users_have_it(self):
        self.accepted("-p own --qos=normal")

    def test_what_a_site_does_not_state_is_no_reason_to_refuse(self):
        for line in ("-p little -N 1 --exclusive", "-p little -N 1 --mem=0 --exclusive", "-p little -N 1 --gpus-per-node=2",
                     "-p narrow -c 4", "-p narrow -n 8 -N 2"):
            with self.subTest(line=line):
                self.accepted(line)


    def answer(self, line, *options):
        done = self.succeed("advise", self.script(line), "--system", self.site, *FAST, "--format", "json", *options)
        return json.loads(done.stdout)

    def test_the_answer_has_the_amounts_that_slurm_gives(self):
        for line, nodes, cores, node_hours in (
                ("-p wide -n 1 --mem-per-cpu=100", 3, 1, 3 * 1 / 16 / 6),  # MinNodes of the partition
                ("-p narrow -n 6 --mem-per-cpu=100", 2, 4, 6 / 16 / 6),  # MaxCPUsPerNode
                ("-p dear -n 1 --mem-per-cpu=8000", 1, 4, 4 / 16 / 6),  # MaxMemPerCPU raises the CPUs
                ("-p main -N 2 -n 5 -c 4 --mem-per-cpu=100", 2, 16, 20 / 16 / 6),  # uneven tasks
                ("-p whole -N 1 -n 1 --gpus=3", 1, None, 1 / 6)):
            with self.subTest(line=line):
                advice = self.answer(line)
                self.assertEqual(advice["nodes"], nodes)
                self.assertEqual(advice["cores_per_node"], cores)
                self.assertAlmostEqual(advice["node_hours"], node_hours, places=6)

    def test_gpus_that_nodes_cannot_share_evenly(self):
        advice = self.answer("-p little -N 2 --gpus=5")
        self.assertEqual(advice["nodes"], 2)
        self.assertAlmostEqual(advice["gpu_hours"], 5 / 6, places=6)

    def test_several_partitions_and_ranges_of_nodes_are_as_slurm_takes_them(self):
        advice = self.answer("-p wide,main -N 1-2 -n 4")
        self.assertEqual(advice["partition"], "main")
        self.assertEqual(advice["changes"][0]["partition"], "main")

    def test_a_job_without_a_limit_is_taken_to_run_for_a_year(self):
        script = self.write("job.sbatch", "#!/bin/bash\n#SBATCH -p endless -n 1\nsrun ./x\n")
        done = self.succeed("advise", script, "--system", self.site, *FAST)
        self.assertIn("the job has no time limit", done.stderr)
        self.assertIn("--runtime", done.stderr)
        known = self.succeed("advise", script, "--system", self.site, *FAST, "--runtime", "1 h", "--format", "json")
        self.assertNotIn("no time limit", known.stderr)
        self.assertEqual(json.loads(known.stdout)["end_s"]["median"] - json.loads(known.stdout)["start_s"]["median"], 3600)

    def test_a_key_of_a_scenario_is_no_option_of_the_script(self):
        done = self.fail_with(3, "advise", self.script("-n 1"), "--system", self.site, *FAST, "--set", "jobs.job.nodes=2")
        self.assertIn("use --sbatch", done.stderr)

    def test_a_limit_beyond_a_study_is_refused_at_its_line(self):
        script = self.write("job.sbatch", "#!/bin/bash\n#SBATCH -p endless -t 99999999\nsrun ./x\n")
        done = self.fail_with(3, "advise", script, "--system", self.site, *FAST)
        self.assertIn('job.sbatch:2:9: error[CS0107]: "walltime" is 5999999940 s', done.stderr)
        self.assertIn('"runtime" is 5999999940 s', done.stderr)

    def test_a_policy_for_teaching_does_not_read_the_options_of_the_script(self):
        done = self.fail_with(3, "advise", self.script("-n 1"), "--system", self.site, *FAST, "--set", "scheduler=fifo")
        self.assertIn("only `scheduler: slurm` supports the options of sbatch", done.stderr)


if __name__ == "__main__":
    unittest.main()
