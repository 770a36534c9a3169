# SPDX-License-Identifier: Apache-2.0
"""clustersim advise: job scripts against machines."""
import csv
import io
import json
import os
import unittest

from program import ROOT, CommandCase

GOOD = os.path.join(ROOT, "tests/fixtures/advise/good")
BAD = os.path.join(ROOT, "tests/fixtures/advise/bad")
FAST = ("--replicates", 1)
EMPTY = (*FAST, "--set", "background.mix=none")
MACHINES = {"puhti": "puhti", "mahti": "mahti", "alex-one-gpu": "alex", "alex-array": "alex",
            "berzelius-four-gpus": "berzelius", "train": "berzelius", "shards": "berzelius", "ray": "berzelius"}


class Advise(CommandCase):
    def advice(self, script, system, *options):
        done = self.succeed("--quiet", "advise", script, "--system", system, *FAST, "--format", "json", *options)
        return json.loads(done.stdout)

    def test_every_script_of_the_guides_is_read_checked_and_priced(self):
        for name, system in MACHINES.items():
            with self.subTest(script=name):
                advice = self.advice(f"{GOOD}/{name}.sbatch", system)
                self.assertEqual(advice["schema"], "clustersim/advice/1")
                self.assertGreater(advice["billed"], 0.0)
                self.assertGreaterEqual(advice["start_s"]["median"], 0.0)
                self.assertGreater(advice["end_s"]["median"], advice["start_s"]["median"])
                self.assertGreater(len(advice["changes"]), 0)

    def test_the_bill_of_an_array_is_that_of_all_tasks(self):
        one = self.advice(f"{GOOD}/alex-one-gpu.sbatch", "alex")
        five = self.advice(f"{GOOD}/alex-array.sbatch", "alex")
        self.assertEqual(five["tasks"], 5)
        self.assertAlmostEqual(five["billed"], 5 * one["billed"], places=6)

    def test_options_and_run_time_of_the_command_line(self):
        script = f"{GOOD}/puhti.sbatch"
        advice = self.advice(script, "puhti", "--sbatch", "-t 2:00:00", "--runtime", "30 min")
        self.assertEqual(advice["limit_s"], 7200)
        self.assertEqual(advice["runtime_s"], 1800)
        self.assertAlmostEqual(advice["end_s"]["median"] - advice["start_s"]["median"], 1800, delta=1)
        self.assertIn("--time=0:40:00", [change["change"] for change in advice["changes"]])

    def test_the_answer_does_not_depend_on_the_workers(self):
        texts = {self.succeed("--quiet", "advise", f"{GOOD}/mahti.sbatch", "--system", "mahti", "--replicates", 3,
                              "--workers", workers).stdout for workers in (1, 2)}
        self.assertEqual(len(texts), 1)

    def test_tables_in_other_formats(self):
        arguments = ("--quiet", "advise", f"{GOOD}/mahti.sbatch", "--system", "mahti", *FAST)
        rows = list(csv.DictReader(io.StringIO(self.succeed(*arguments, "--format", "csv").stdout)))
        self.assertEqual(rows[0]["change"], "as it is")
        self.assertIn("| change", self.succeed(*arguments, "--format", "markdown").stdout)

    def test_a_script_from_standard_input(self):
        with open(f"{GOOD}/mahti.sbatch", encoding="utf-8") as stream:
            done = self.succeed("--quiet", "advise", "-", "--system", "mahti", *FAST, stdin=stream.read())
        self.assertIn("<stdin>:10:1", done.stderr)

    def test_bad_scripts_say_all_problems_at_their_lines(self):
        done = self.fail_with(3, "advise", f"{BAD}/many.sbatch", "--system", "lumi")
        for place in (":2:9:", ":3:9:", ":4:9:", ":6:9:", ":7:9:"):
            self.assertIn(f"many.sbatch{place}", done.stderr)
        for name, code in {"binary": 3, "no-script": 3, "hetjob": 3}.items():
            with self.subTest(script=name):
                self.fail_with(code, "advise", f"{BAD}/{name}.sbatch", "--system", "lumi")
        self.fail_with(4, "advise", f"{BAD}/over-limit.sbatch", "--system", "lumi")
        self.fail_with(4, "advise", f"{BAD}/wrong-gpu.sbatch", "--system", "puhti")
        self.fail_with(5, "advise", self.path("nowhere.sbatch"), "--system", "puhti")
        self.fail_with(2, "advise", f"{GOOD}/mahti.sbatch")
        self.fail_with(2, "advise", f"{GOOD}/mahti.sbatch", "--system", "mahti", "--runtime", "soon")

    def test_features_that_no_machine_file_names_are_left_out_with_a_note(self):
        script = self.write("job.sbatch", "#!/bin/bash\n#SBATCH -A p -N 2 -t 60\nsrun ./x\n")
        for constraint in ("rack036", "dfpg07", "dfpg07|dfpg08", "rack036&booster"):
            with self.subTest(constraint=constraint):
                done = self.succeed("advise", script, "--system", "jupiter", *EMPTY, "--sbatch", f"-C '{constraint}'")
                self.assertIn("--constraint is not simulated: the machine file names no features", done.stderr)
        self.succeed("advise", script, "--system", "jupiter", *EMPTY, "--sbatch", "-C booster")
        self.fail_with(4, "advise", script, "--system", "berzelius", *FAST, "--sbatch", "-N 1 -C rack036 --gpus=1")


if __name__ == "__main__":
    unittest.main()
