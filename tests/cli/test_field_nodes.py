# SPDX-License-Identifier: Apache-2.0
"""Files of the field that select nodes inside the site's own partition, and sites with many lines of equal nodes."""
import json
import os
import re
import shutil
import unittest

from program import ROOT, CommandCase

FIELD = os.path.join(ROOT, "tests/field")
FAST = ("--replicates", 1, "--set", "background.mix=none")


class NodeGroups(CommandCase):
    def advice(self, script, system, *options):
        done = self.succeed("--quiet", "advise", script, "--system", system, *FAST, "--format", "json", *options)
        return json.loads(done.stdout)

    def answer_of(self, lines, system):
        script = self.write("job.sbatch", "#!/bin/bash\n" + "".join(f"#SBATCH {line}\n" for line in lines) + "./x\n")
        return self.advice(script, system)

    def test_nodes_chosen_by_constraint_memory_and_gres_inside_the_sites_partition(self):
        cases = {"berzelius-fat": ("berzelius", "fat"), "alex-80": ("alex", "a100-80"),
                 "lumi-512": ("lumi", "small-512"), "mn5-highmem": ("marenostrum5", "gpp-highmem"),
                 "puhti-hugemem": ("puhti", "hugemem-bm"), "puhti-nvme": ("puhti", "small-m-io"),
                 "mahti-slice": ("mahti", "gpusmall-slice")}
        for name, (system, group) in cases.items():
            with self.subTest(script=name):
                advice = self.advice(f"{FIELD}/constraint-selects-subpartition/{name}.sbatch", system)
                self.assertEqual(advice["partition"], group)

    def test_every_documented_selection_on_every_machine(self):
        cases = [("alex", "-p a100 --gres=gpu:a100:1 -C a100_40", "a100-40"),
                 ("alex", "-p a100 --gres=gpu:a100:8 -C a100_80", "a100-80"),
                 ("alex", "--gres=gpu:a40:1", "a40"),
                 ("berzelius", "-C thin --gpus=1", "thin"), ("berzelius", "-p berzelius -C fat -N 2 --gpus-per-node=8", "fat"),
                 ("berzelius", "-C 'thin|fat' --gpus=1", "thin"),
                 ("berzelius", "--gpus=1 --reservation=3g.20gb", "mig"),
                 ("deucalion", "-p all-a100 -N 1 --gpus-per-node=4 --mem=400G", "all-a100-40"),
                 ("discoverer", "-p cn -N 1", "cn"), ("discoverer", "-p cn -N 1 --mem=900G", "cn-fat"),
                 ("jupiter", "-p booster -N 2 --gres=gpu:4", "booster"),
                 ("karolina", "-p qfat -n 4 --mem=2000G", "qfat"),
                 ("leonardo", "-p boost_usr_prod -N 1 --gres=gpu:4 --mem=400G", "boost_usr_prod"),
                 ("lumi", "-p small -n 1 --mem=100G", "small"), ("lumi", "-p small -n 1 --mem=300G", "small-512"),
                 ("lumi", "-p small -n 1 --mem=900G", "small-1024"), ("lumi", "-p small -n 1 --mem-per-cpu=300G", "small-512"),
                 ("mahti", "-p gpusmall --gres=gpu:a100:1", "gpusmall"),
                 ("mahti", "-p gpusmall --gres=gpu:a100_1g.5gb:1", "gpusmall-slice"),
                 ("marenostrum5", "-p gpp -q gp_ehpc -N 1 -n 112", "gpp"),
                 ("marenostrum5", "-p gpp -q gp_ehpc -N 1 -n 112 --mem=900G", "gpp-highmem"),
                 ("meluxina", "-p largemem -q default -N 1 --mem=3000G", "largemem"),
                 ("puhti", "-p small -c 4 --mem=300G", "small-l"), ("puhti", "-p small -c 4 --mem=300G --gres=nvme:500", "small-l-io"),
                 ("puhti", "-p large -N 2 -n 80 --mem=300G", "large-l"), ("puhti", "-p hugemem -c 4 --mem=700G", "hugemem"),
                 ("puhti", "-p hugemem -c 4 --mem=1400G", "hugemem-bm"),
                 ("roihu", "-p small -c 4 --mem=300G", "small"), ("roihu", "-p small -c 4 --mem=1200G", "small-l"),
                 ("roihu", "-p longrun -c 4 --mem=1200G", "longrun-l"), ("roihu", "-p gpumedium -N 4 --gpus=4 --gpus-per-node=1", "gpumedium"),
                 ("roihu", "-p gpularge -N 10 --gpus-per-node=gh200:4", "gpularge"), ("roihu", "-p hugemem -c 64", "hugemem"),
                 ("arrhenius", "-n 1 -c 4", "cpu"), ("arrhenius", "-p gpu -n 1 -c 72 --gpus=1", "gpu"),
                 ("vega", "-p largemem -c 4 --mem=900G", "largemem")]
        for system, line, group in cases:
            with self.subTest(system=system, line=line):
                self.assertEqual(self.answer_of(["-A x -t 60", line], system)["partition"], group)

    def test_a_refusal_does_not_contradict_its_hint(self):
        script = self.write("job.sbatch", "#!/bin/bash\n#SBATCH -A x -p small -c 16 --mem=3000G -t 60\n./x\n")
        done = self.fail_with(4, "advise", script, "--system", "lumi", *FAST)
        self.assertIn("small-1024", done.stderr)
        hint = re.search(r"partitions that admit it: ([^\n]*)", done.stderr)
        self.assertNotIn("small", hint.group(1).split(", ") if hint else [])

    def test_a_scenario_takes_the_nodes_that_suit_each_job(self):
        done = self.succeed("run", f"{FIELD}/constraint-selects-subpartition/berzelius-either.yaml", *FAST)
        self.assertIn("the only nodes of partition berzelius with what the job asks for", done.stdout)

    def test_nodes_of_the_same_price_are_told_and_all_of_them_count(self):
        done = self.succeed("run", f"{FIELD}/constraint-selects-subpartition/lumi-any.yaml", *FAST)
        self.assertIn("Slurm may start the job on any of small, small-512, small-1024", done.stdout)
        self.assertIn("305 nodes", done.stdout)

    def test_another_price_is_told(self):
        done = self.succeed("advise", self.write("job.sbatch", "#!/bin/bash\n#SBATCH --gpus=1 -t 60\n./x\n"),
                            "--system", "berzelius", *FAST)
        self.assertIn("Slurm may also take fat, with another price", done.stdout)


class ImportedNodes(CommandCase):
    def imported(self, case):
        site = self.path("site.yaml")
        self.site_text = self.succeed("import", "slurm", "--conf", f"{FIELD}/{case}/slurm.conf", "-o", site).stdout
        return site

    def test_equal_nodes_on_separate_lines_are_one_kind(self):
        site = self.imported("identical-nodes-become-partitions")
        self.assertIn("4 in 1 kind,", self.site_text)
        shutil.copy(f"{FIELD}/identical-nodes-become-partitions/s.yaml", self.path("s.yaml"))
        self.assertIn("partition batch: 4 nodes", self.succeed("run", self.path("s.yaml"), *FAST).stdout)
        self.succeed("advise", f"{FIELD}/identical-nodes-become-partitions/job.sbatch", "--system", site, *FAST)

    def test_98_equal_lines_are_one_kind_in_every_partition(self):
        lines = ["ClusterName=pod", "SelectType=select/cons_tres", "GresTypes=gpu"]
        lines += [f"NodeName=dgx{i} CPUs=256 Sockets=2 CoresPerSocket=64 ThreadsPerCore=2 RealMemory=2048000 "
                  f"Gres=gpu:8 Weight={i} Feature=rack{i // 4}" for i in range(1, 99)]
        lines += [f"PartitionName=part{p} Nodes=dgx[1-98] Default={'YES' if p == 0 else 'NO'}" for p in range(7)]
        site = self.path("site.yaml")
        done = self.succeed("import", "slurm", "--conf", self.write("slurm.conf", "\n".join(lines) + "\n"), "-o", site)
        self.assertIn("98 in 1 kind,", done.stdout)
        shown = json.loads(self.succeed("systems", "show", site, "--format", "json").stdout)
        self.assertEqual([(one["name"], one["nodes"]) for one in shown["partitions"]],
                         [(f"part{p}", 98) for p in range(7)])
        job = self.write("job.sbatch", "#!/bin/bash\n#SBATCH -p part3 -N 4 -C rack3 --gpus-per-node=8 -t 60\n./x\n")
        self.succeed("advise", job, "--system", site, *FAST)

    def test_a_mistaken_name_lists_only_the_nearest_partitions(self):
        lines = ["ClusterName=many", "NodeName=n[1-4] CPUs=4"]
        lines += [f"PartitionName=queue{p:03} Nodes=n[1-4]" for p in range(120)]
        site = self.path("site.yaml")
        self.succeed("import", "slurm", "--conf", self.write("slurm.conf", "\n".join(lines) + "\n"), "-o", site)
        job = self.write("job.sbatch", "#!/bin/bash\n#SBATCH -p something-else -t 60\n./x\n")
        done = self.fail_with(4, "advise", job, "--system", site, *FAST)
        self.assertIn("and 112 more", done.stderr)
        self.assertLess(len(done.stderr), 1000)

    def test_a_partition_of_different_nodes_keeps_its_name(self):
        site = self.imported("different-nodes")
        self.assertIn("16 in 2 kinds,", self.site_text)
        for script, group, nodes in (("wide", "batch-n", 14), ("big", "batch-big", 2), ("spot", "batch-n", 6)):
            with self.subTest(script=script):
                done = self.succeed("--quiet", "advise", f"{FIELD}/different-nodes/{script}.sbatch", "--system", site,
                                    *FAST, "--format", "json")
                advice = json.loads(done.stdout)
                self.assertEqual((advice["partition"], advice["nodes"]), (group, nodes))
        for key in ("batch", "batch-n", "batch-big"):
            text = ("schema: clustersim/scenario/1\ntitle: t\nsystem: ./site.yaml\nbackground: {mix: none}\n"
                    f"partition: {key}\njobs: {{a: {{nodes: 4, runtime: 1 h, walltime: 2 h}}}}\n")
            self.succeed("check", self.write("s.yaml", text))


class QosOfMareNostrum(CommandCase):
    def test_a_qos_of_one_partition_chooses_it(self):
        for script, partition in (("acc", "acc"), ("gp", "gpp"), ("gpdebug", "gpp")):
            with self.subTest(script=script):
                done = self.succeed("--quiet", "advise", f"{FIELD}/mn5-qos/{script}.sbatch", "--system", "marenostrum5",
                                    *FAST, "--format", "json")
                self.assertEqual(json.loads(done.stdout)["partition"], partition)

    def test_every_qos_of_the_table_exists(self):
        for part, partition in (("acc", "acc"), ("gp", "gpp")):
            for group in ("case", "cs", "es", "ls"):
                name = f"{part}_bsc{group}"
                text = ("schema: clustersim/scenario/1\ntitle: t\nsystem: marenostrum5\nbackground: {mix: none}\n"
                        f"qos: {name}\njobs: {{a: {{runtime: 1 h, walltime: 2 h}}}}\n")
                done = self.succeed("run", self.write("s.yaml", text), *FAST)
                self.assertIn(f"partition {partition}:", done.stdout)

    def test_a_qos_given_as_a_partition_is_told(self):
        done = self.fail_with(4, "advise", f"{FIELD}/mn5-qos/partition.sbatch", "--system", "marenostrum5", *FAST)
        self.assertIn('"gp_debug" is a QOS of partition gpp: --qos=gp_debug', done.stderr)


if __name__ == "__main__":
    unittest.main()
