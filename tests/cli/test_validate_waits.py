# SPDX-License-Identifier: Apache-2.0
"""clustersim validate waits: forecasts of the waits of a log, scored."""
import json
import random
import unittest

from program import CommandCase


def swf(days):
    """A log with 24 jobs a day whose waits grow with their size."""
    values = random.Random(1)
    lines = []
    for i in range(days * 24):
        size = 2 ** values.randrange(6)
        wait = int(60 * size * values.lognormvariate(0, 0.5))
        lines.append(f"{i + 1} {i * 3600} {wait} 1800 {size} -1 -1 {size} 7200 -1 1 {values.randrange(4)} 1 1 1 1 -1 -1")
    return "\n".join(lines) + "\n"


class ValidateWaits(CommandCase):
    def test_the_trees_are_scored_beside_the_simple_methods(self):
        log = self.write("log.swf", swf(40))
        done = self.succeed("--quiet", "validate", "waits", log, "--format", "json")
        answer = json.loads(done.stdout)
        self.assertEqual(answer["schema"], "clustersim/waits/1")
        self.assertEqual((answer["blocks"], answer["learned_blocks"]), (40, 13))
        methods = {one["method"]: one for one in answer["methods"]}
        self.assertEqual(list(methods)[-1], "boosted trees")
        trees = methods["boosted trees"]
        self.assertLess(trees["squared_error"], 0.5 * methods["constant"]["squared_error"])
        self.assertTrue(0.85 < trees["range_holds"] < 0.95)
        self.assertEqual({one["jobs"] for one in answer["methods"]}, {27 * 24})

    def test_the_same_bytes_on_any_number_of_workers(self):
        log = self.write("log.swf", swf(20))
        texts = {self.succeed("--quiet", "validate", "waits", log, "--workers", workers).stdout for workers in (1, 2)}
        self.assertEqual(len(texts), 1)

    def test_simulations_are_scored_beside_the_other_methods(self):
        log = self.write("log.swf", swf(20))
        words = ("--quiet", "validate", "waits", log, "--simulate", 40, "--machine-size", 200)
        texts = {self.succeed(*words, "--format", "json", "--workers", workers).stdout for workers in (1, 2)}
        self.assertEqual(len(texts), 1)
        simulated = json.loads(texts.pop())["simulated"]
        self.assertEqual([one["method"] for one in simulated["methods"][-3:]],
                         ["boosted trees", "simulation", "simulation with friction"])
        self.assertEqual({one["jobs"] for one in simulated["methods"]}, {40})
        self.assertEqual(set(simulated["mean_wait_s"]), {"recorded", "simulation", "simulation_with_friction"})
        self.assertIn("Simulated, 40 of the scored jobs", self.succeed(*words).stdout)

    def test_snapshots_cannot_be_simulated(self):
        done = self.fail_with(3, "--quiet", "validate", "waits", "tests/data/waits/noons.csv", "--simulate", 5)
        self.assertIn("tables of snapshots cannot be simulated", done.stderr)
        done = self.fail_with(2, "validate", "waits", "none.swf", "--machine-size", 5)
        self.assertIn("--simulate", done.stderr)

    def test_bad_input_is_refused_with_its_place(self):
        few = self.write("few.swf", swf(4))
        table = self.write("noons.csv", "poll_time,start_time\n2021\n")
        for files, code, words in (([few], 3, "cannot be learned from"),
                                   ([table], 3, "the header has no column submit_time"),
                                   ([few, table], 3, "cannot be one input"),
                                   ([self.path("none.swf")], 5, "does not exist")):
            with self.subTest(files=files):
                done = self.fail_with(code, "--quiet", "validate", "waits", *files)
                self.assertIn(words, done.stderr)
                self.assertEqual(done.stdout, "")


if __name__ == "__main__":
    unittest.main()
