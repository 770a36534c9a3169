# SPDX-License-Identifier: Apache-2.0
"""Comparisons of machines and plans, and what they say first."""
import json
import unittest

from program import CommandCase

QUICK = """schema: clustersim/scenario/1
title: equal work
system: karolina
partition: qgpu
jobs:
  train: {application: gpt-857m, steps: 20000, nodes: 4, training: {accumulation: 16}}
replicates: 1
"""
PROJECT = """schema: clustersim/project/1
title: a choice between two machines
systems: [leonardo, lumi]
budget: {node-hours: 2000}
start: 2027-01-11
stages:
  train: {nodes: [4, 8], repeat: 2, job: {application: llama-7b, tokens: 2e9}}
"""


class PartsOfNodes(CommandCase):
    def test_a_training_on_part_of_a_node_whose_links_differ(self):
        scenario = self.write("part.yaml", """schema: clustersim/scenario/1
title: part of a node
system: lumi
partition: small-g
background: {mix: none}
jobs:
  train: {application: gpt-857m, steps: 200, nodes: 1, gpus: 8, training: {global-batch: 64, micro-batch: 1}}
replicates: 1
""")
        work = []
        for gpus in (1, 2, 4, 8):
            done = self.succeed("run", scenario, "--set", f"jobs.train.gpus={gpus}", "--format", "json")
            work.append(gpus * json.loads(done.stdout)["runs"][0]["jobs"][0]["runtime_range_s"][0])
        # Each device more costs a little communication, and the same step for all of them.
        self.assertEqual(work, sorted(work))
        self.assertLess(work[-1], 1.5 * work[0])


class EqualWork(CommandCase):
    def compared(self, *arguments):
        answer = self.succeed("-q", "compare", self.write("s.yaml", QUICK), "--systems", "karolina,marenostrum5", *arguments,
                              "--format", "json").stdout
        return {run["system"]: run["jobs"][0]["metrics"] for run in json.loads(answer)["runs"]}

    def test_machines_train_as_many_samples_on_as_many_gpus(self):
        own, other = self.compared().values()
        self.assertEqual((own["nodes"], other["nodes"]), (4, 8))
        self.assertEqual((own["gpus"], own["global_batch"]), (other["gpus"], other["global_batch"]))

    def test_equal_nodes_still_do_equal_work(self):
        own, other = self.compared("--nodes", "4").values()
        self.assertEqual((own["nodes"], other["nodes"], other["gpus"]), (4, 4, 16))
        self.assertEqual(own["global_batch"], other["global_batch"])
        # The same work on half of the GPUs of the same machine takes about twice as long.
        _, equal_gpus = self.compared().values()
        self.assertEqual(other["global_batch"], equal_gpus["global_batch"])
        self.assertGreater(other["runtime_s"], 1.5 * equal_gpus["runtime_s"])

    def test_the_answer_says_what_is_equal_and_which_machine_is_best(self):
        text = self.succeed("-q", "compare", self.write("s.yaml", QUICK), "--gpus", "8,32", "--systems",
                            "karolina,marenostrum5,vega").stdout
        self.assertIn("train gpus=32: 32 GPUs, 512 samples a step", text)
        self.assertEqual(text.count("\nbest: "), 2)
        self.assertLess(len(text.splitlines()), 30)
        self.assertLessEqual(max(map(len, text.splitlines())), 160)

    def test_nodes_and_gpus_exclude_each_other(self):
        self.fail_with(2, "compare", self.write("s.yaml", QUICK), "--gpus", "8", "--nodes", "1")

    def test_closed_machines_are_left_out_unless_they_are_named(self):
        everywhere = self.succeed("compare", self.write("s.yaml", QUICK), "--format", "json")
        systems = {run["system"] for run in json.loads(everywhere.stdout)["runs"]}
        self.assertIn("karolina", systems)
        self.assertFalse(systems & {"puhti", "mahti"})
        self.assertIn("left out: mahti (closed on 2026-08-31", everywhere.stderr)
        named = self.succeed("compare", self.write("s.yaml", QUICK), "--systems", "karolina,mahti", "--gpus", "8", "--format",
                             "json")
        self.assertEqual({run["system"] for run in json.loads(named.stdout)["runs"]}, {"karolina", "mahti"})
        self.assertEqual(named.stderr.count("mahti closed on 2026-08-31"), 1)
        self.assertNotIn("left out", named.stderr)

    def test_the_hint_of_exercise_10_works(self):
        self.succeed("-q", "compare", "scenarios/courses/10-time-and-cost.yaml", "--systems", "vega,alex", "--replicates", "1",
                     "--set", "background.mix=none")


class FirstReason(CommandCase):
    def test_a_sweep_answers_what_is_possible_and_names_the_rest(self):
        scenario = self.write("s.yaml", QUICK.replace("steps: 20000", "steps: 200000").replace("accumulation: 16", "global-batch: 512")
                              + "sweep: {jobs.train.nodes: [1, 16]}\n")
        text = self.succeed("-q", "run", scenario, "--no-results").stdout
        self.assertIn("Not possible:\n  nodes=1: ", text)
        self.assertIn("use more nodes, or `checkpoint: {every: 1 h}`", text)
        answer = json.loads(self.succeed("-q", "run", scenario, "--no-results", "--format", "json").stdout)
        self.assertEqual([run["variant"] for run in answer["runs"]], ["nodes=16"])
        self.assertEqual(answer["impossible"][0]["variant"], "nodes=1")
        self.fail_with(4, "-q", "check", scenario)

    def test_a_file_of_another_kind_is_named_with_its_command(self):
        scenario, project = self.write("s.yaml", QUICK), self.write("p.yaml", PROJECT)
        for command, file, said in (("allocate", scenario, "this is a scenario, not a project"),
                                    ("run", project, "this is a project, not a scenario"),
                                    ("compare", project, "this is a project, not a scenario")):
            error = self.fail_with(3, command, file).stderr
            self.assertIn(said, error)
            self.assertIn(f"use it so: clustersim {'run' if file == scenario else 'allocate'} {file}", error)
            self.assertEqual(error.count("error["), 1, error)
        self.assertIn("not a machine", self.fail_with(3, "systems", "show", scenario).stderr)
        self.assertIn("not an application", self.fail_with(3, "step", scenario, "--system", "lumi", "--nodes", "1").stderr)
        self.assertIn("not a mix", self.fail_with(3, "run", scenario, "--set", f"background.mix={scenario}").stderr)


class Choices(CommandCase):
    def test_the_choice_of_a_machine_does_not_depend_on_seed_or_replicates(self):
        project = self.write("p.yaml", PROJECT)
        chosen = set()
        for seed, replicates in ((1, 1), (2, 2), (3, 3)):
            answer = json.loads(self.succeed("-q", "allocate", project, "--seed", seed, "--replicates", replicates, "--set", "background.warm-up=6 h", "--set", "background.window=1 h",
                                             "--format", "json").stdout)
            best = answer["machines"][0]
            chosen.add((best["system"], best["request"]["value"], best["stages"][0]["nodes"]))
        self.assertEqual(len(chosen), 1, chosen)
        self.assertIn("2 machines compared. Chosen: ", answer["choice"])
        self.assertIn("Waits decide nothing", answer["choice"])

    def test_a_sweep_of_plans_is_one_table(self):
        text = self.succeed("step", "gpt-857m", "--system", "karolina", "--nodes", "1", "--sweep", "mb=1,2,4").stdout
        self.assertEqual(text.count("step (range)"), 1)
        # A row shows what another one would be told.
        self.assertNotIn("Faster plan: ", text)
        few = self.succeed("step", "gpt-857m", "--system", "karolina", "--nodes", "1", "--sweep", "zero=0,1").stdout
        self.assertIn("Faster plan: ", few)
        self.assertLess(len(text.splitlines()), 12)
        self.assertGreater(len(self.succeed("step", "gpt-857m", "--system", "karolina", "--nodes", "1", "--sweep", "mb=1,2,4",
                                            "--detail").stdout.splitlines()), 25)


class Exercises(CommandCase):
    def test_grading_speaks_to_students_and_the_run_shows_what_is_asked(self):
        exercise = "scenarios/courses/08-memory-and-plan.yaml"
        self.assertIn("memory per GPU: 50.5 GB of 40 GB", self.fail_with(1, "check", "--run", exercise).stderr)
        self.assertIn("memory per GPU", self.succeed("run", exercise, "--no-results").stdout)


if __name__ == "__main__":
    unittest.main()
