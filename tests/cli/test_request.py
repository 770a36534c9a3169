# SPDX-License-Identifier: Apache-2.0
"""What an answer says about the request: the options of sbatch, the access mode and its reason, an application that is
written in place."""
import json
import os

from program import CommandCase, run

MACHINE = {"system": "marenostrum5", "partition": "gpp-highmem", "qos": "gp_ehpc"}


def scenario(job, **keys):
    return json.dumps({"schema": "clustersim/scenario/1", "title": "t", **keys, "jobs": {"train": job}})


class Request(CommandCase):
    def answer(self, text, *words):
        done = run("-q", "run", "-", "--no-results", "--format", "json", *words, stdin=text)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)["runs"][0]["jobs"][0]

    def test_options_have_the_names_of_the_sites_slurm(self):
        job = self.answer(scenario({"nodes": 2, "runtime": "1 h", "walltime": "2 h"}, **MACHINE))
        for option in ("--partition=gpp", "--constraint=highmem", "--qos=gp_ehpc", "--nodes=2", "--time=2:00:00"):
            self.assertIn(option, job["sbatch"])
        # A name that tells kinds of nodes apart only here is none of the site's.
        job = self.answer(scenario({"nodes": 1, "gpus": 2, "runtime": "1 h", "array": "0-9%2"}, system="mahti", partition="gpusmall"))
        for option in ("--partition=gpusmall", "--gpus-per-node=a100:2", "--array=0-9%2"):
            self.assertIn(option, job["sbatch"])
        self.assertFalse([option for option in job["sbatch"] if option.startswith("--constraint")])

    def test_a_script_with_the_options_asks_for_the_same(self):
        """`advise` reads what `run` writes, on machines that name partitions, QOS and devices in ways of their own."""
        for keys, job in (
            (MACHINE, {"nodes": 2, "runtime": "1 h"}),
            ({"system": "lumi", "partition": "small-g"}, {"nodes": 1, "gpus": 2, "runtime": "1 h"}),
            ({"system": "leonardo"}, {"nodes": 2, "gpus": 4, "runtime": "1 h"}),
            ({"system": "karolina", "partition": "qgpu"}, {"nodes": 1, "gpus": 1, "runtime": "1 h"}),
        ):
            with self.subTest(**keys):
                here = self.answer(scenario(job, **keys))
                script = "#!/bin/bash\n" + "".join(f"#SBATCH {option}\n" for option in here["sbatch"]) + "srun ./a\n"
                done = run("-q", "advise", "-", "--system", keys["system"], "--runtime", "1 h", "--replicates", "1", "--format", "json", "--set", "background={mix: none}", stdin=script)
                self.assertIn(done.returncode, (0, 1), done.stderr)
                told = json.loads(done.stdout)
                for key in ("node_hours", "gpu_hours"):
                    self.assertAlmostEqual(told[key] or 0, here["metrics"][key] or 0)

    def test_a_policy_for_teaching_reads_no_options(self):
        self.assertEqual(self.answer(scenario({"nodes": 2, "runtime": "1 h"}, system="karolina", scheduler="easy"))["sbatch"], [])

    def test_the_access_mode_is_one_for_production_and_says_why(self):
        job = self.answer(scenario({"nodes": 8, "runtime": "20 h"}, system="lumi"))
        modes = {one["mode"]: one for one in job["access"]}
        self.assertFalse(modes["benchmark"]["production"])
        self.assertIn("scaling", modes["benchmark"]["purpose"])
        self.assertEqual(modes["ai-factory-fast-lane"]["audience"], "industry")
        chosen = job["access_choice"]
        self.assertTrue(modes[chosen["mode"]]["production"])
        self.assertFalse(chosen["carries"])
        self.assertIn("20,000 node-h", chosen["reason"])

    def test_an_application_may_be_written_in_place(self):
        own = {"extends": "llama-7b", "transformer": {"layers": 16, "hidden": 2048, "heads": 16, "ffn": 5632}}
        small = self.answer(scenario({"nodes": 1, "application": own, "steps": 10}, system="lumi"))
        whole = self.answer(scenario({"nodes": 1, "application": "llama-7b", "steps": 10}, system="lumi"))
        self.assertLess(small["metrics"]["step_time_s"], whole["metrics"]["step_time_s"] / 3)
        # As a file of its own it has the same answer.
        with open(os.path.join(self.folder, "own.yaml"), "w", encoding="utf-8") as stream:
            json.dump({"name": "own", **own}, stream)
        filed = self.answer(scenario({"nodes": 1, "application": os.path.join(self.folder, "own.yaml"), "steps": 10}, system="lumi"))
        self.assertEqual(filed["metrics"], small["metrics"])

    def test_mistakes_in_it_have_their_places(self):
        text = ("schema: clustersim/scenario/1\ntitle: t\nsystem: lumi\njobs:\n  train:\n    nodes: 1\n    steps: 10\n    application:\n"
                "      extends: llama-7b\n      transformer:\n        layrs: 16\n        heads: 7\n")
        done = run("-q", "check", "-", stdin=text)
        self.assertEqual(done.returncode, 3, done.stdout)
        self.assertIn('unknown key "layrs"', done.stderr)
        self.assertIn(":11:", done.stderr)
        self.assertIn(":12:", done.stderr)
        self.assertIn("did you mean", run("-q", "check", "-", stdin=text.replace("llama-7b", "lama-7b")).stderr)
