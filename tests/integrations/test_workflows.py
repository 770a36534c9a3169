# SPDX-License-Identifier: Apache-2.0
"""`systems show --for`: the files are read as the managers of workflows read them."""
import json
import re
import subprocess
import unittest

from ruamel.yaml import YAML

from mcp_client import PROGRAM, ROOT

# The keys of PartitionLimits in snakemake-executor-plugin-slurm, with what each holds.
KEYS = {"max_runtime": (int, str), "max_mem_mb": int, "max_mem_mb_per_cpu": int, "max_cpus_per_task": int, "max_threads": int,
        "max_nodes": int, "max_tasks": int, "max_tasks_per_node": int, "max_gpu": int, "available_gpu_models": list,
        "max_cpus_per_gpu": int, "supports_mpi": bool, "max_mpi_tasks": int, "available_constraints": list}


def ask(*words):
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout


def machines():
    return [one["name"] for one in json.loads(ask("systems", "list", "--format", "json"))["systems"]]


class Snakemake(unittest.TestCase):
    def test_all_machines(self):
        for name in machines():
            with self.subTest(machine=name):
                known = {p["slurm_name"]: p for p in json.loads(ask("systems", "show", name, "--format", "json"))["partitions"]}
                partitions = YAML(typ="safe").load(ask("systems", "show", name, "--for", "snakemake"))["partitions"]
                self.assertTrue(partitions)
                for partition, limits in partitions.items():
                    self.assertIn(partition, known)
                    self.assertTrue(limits)
                    for key, value in limits.items():
                        self.assertIsInstance(value, KEYS[key], key)
                        self.assertTrue(value or key == "max_gpu", key)
                    if "max_runtime" in limits:
                        of_qos = [qos["max_time_s"] for qos in known[partition]["qos"] if "max_time_s" in qos]
                        self.assertLessEqual(limits["max_runtime"] * 60, known[partition].get("max_time_s") or max(of_qos))

    def test_values(self):
        partitions = YAML(typ="safe").load(ask("systems", "show", "leonardo", "--for", "snakemake"))["partitions"]
        booster = partitions["boost_usr_prod"]
        self.assertEqual((booster["max_runtime"], booster["max_nodes"], booster["max_gpu"]), (1440, 64, 256))
        self.assertEqual(partitions["dcgp_usr_prod"]["max_cpus_per_task"], 112)


class Nextflow(unittest.TestCase):
    def test_all_machines(self):
        for name in machines():
            with self.subTest(machine=name):
                text = ask("systems", "show", name, "--for", "nextflow")
                code = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("//"))
                for begin, end in ("{}", "()", "[]"):
                    self.assertEqual(code.count(begin), code.count(end))
                self.assertRegex(code, r"process \{\n +executor = 'slurm'\n")
                chosen = re.findall(r"^ +if \((.+)\) return '([^']+)'$", code, re.MULTILINE)
                self.assertTrue(chosen)
                for condition, _ in chosen:
                    for part in condition.split(" && "):
                        self.assertRegex(part, r"^(gpus (>|==) 0|gpus <= \d+|time <= \d+\.m|task\.cpus <= \d+|memory <= \d+\.MB|true)$")
                names = [partition for _, partition in chosen]
                self.assertEqual(len(names), len(set(names)))

    def test_one_form(self):
        for words in (("--for", "snakemake", "--section", "access"), ("--for", "nextflow", "--format", "json"), ("--for", "make")):
            done = subprocess.run([PROGRAM, "systems", "show", "lumi", *words], capture_output=True, text=True, cwd=ROOT)
            self.assertEqual(done.returncode, 2)


if __name__ == "__main__":
    unittest.main()
