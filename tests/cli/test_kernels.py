# SPDX-License-Identifier: Apache-2.0
"""clustersim fit accelerator: from measured kernels to a machine that uses them; step --kernels: to what is measured."""
import csv
import io
import json
import os
import subprocess
import sys
import unittest

from program import ROOT, CommandCase

H100 = f"{ROOT}/workloads/measurements/kernels/xla_h100.csv"
BENCH = f"{ROOT}/tests/bench/gpu"


class Kernels(CommandCase):
    def calibrated(self, out):
        done = self.succeed("fit", "accelerator", H100, "--accelerator", "h100-sxm5-80", "--format", "json", "-o", out)
        self.assertTrue(done.stderr.endswith("\n"), done.stderr)
        return json.loads(done.stdout)

    def machine(self):
        """MareNostrum 5 with the measured accelerator, named relative to the machine's file."""
        os.makedirs(self.path("mine"), exist_ok=True)
        self.calibrated(self.path("mine/measured.yaml"))
        return self.write("mine/machine.yaml", "schema: clustersim/system/1\nextends: marenostrum5\nname: mine\n"
                          "node_types: {acc: {gpus: {accelerator: ./measured.yaml}}}\n")

    def test_a_machine_predicts_with_the_measured_rates(self):
        fit = self.calibrated(self.path("measured.yaml"))
        matrix = next(one for one in fit["figures"] if one["name"] == "matrix")
        system = self.machine()
        times = {}
        for name in (system, "marenostrum5"):
            done = self.succeed("step", "gpt-857m", "--system", name, "--nodes", 1, "--format", "json")
            times[name] = json.loads(done.stdout)["steps"][0]["step_s"]
        self.assertNotAlmostEqual(times[system] / times["marenostrum5"], 1.0, delta=0.005)
        shown = self.succeed("systems", "show", system).stdout
        self.assertIn("%.4g" % matrix["value"], shown)
        self.assertIn("kernels measured", shown)

    def test_a_stored_result_keeps_the_measured_accelerator(self):
        scenario = self.write("s.yaml", "schema: clustersim/scenario/1\ntitle: T\nsystem: %s\nreplicates: 1\n"
                              "background: {mix: none}\n"
                              "jobs: {train: {nodes: 1, application: gpt-857m, steps: 100}}\n" % self.machine())
        self.succeed("run", scenario, "--out", self.path("result"))
        os.remove(self.path("mine/measured.yaml"))
        self.succeed("show", self.path("result"))

    def test_an_absent_file_is_reported_at_its_place(self):
        system = self.machine()
        os.remove(self.path("mine/measured.yaml"))
        done = self.fail_with(5, "systems", "check", system)
        self.assertIn("measured.yaml", done.stderr)

    def test_times_ten_times_too_long_or_short_are_refused(self):
        with open(H100) as table:
            lines = table.read().splitlines()
        for factor, part in ((10.0, "kernels take 9.8 times"), (0.1, "kernels take 0.098 times")):
            rows = [line if line.startswith(("#", "kernel")) else
                    ",".join(line.split(",")[:-1] + [repr(factor * float(line.split(",")[-1]))]) for line in lines]
            wrong = self.write("wrong.csv", "\n".join(rows) + "\n")
            done = self.fail_with(3, "fit", "accelerator", wrong, "--accelerator", "h100-sxm5-80")
            self.assertIn(part, done.stderr)

    def test_the_kernels_of_a_step_are_a_table_that_can_be_measured_and_read(self):
        listed = self.succeed("step", "gpt-857m", "--system", "leonardo", "--nodes", 1, "--kernels").stdout
        table = self.write("shapes.csv", listed)
        rows = list(csv.DictReader(io.StringIO("".join(
            line for line in listed.splitlines(True) if not line.startswith("#")))))
        code = "import shapes, sys; rows = shapes.read(sys.argv[1]); print(len(rows)); [shapes.text(r) for r in rows]"
        read = subprocess.run([sys.executable, "-c", code, table], cwd=BENCH, capture_output=True, text=True)
        self.assertEqual(read.stdout.strip(), str(len(rows)), read.stderr)
        fit = json.loads(self.succeed("fit", "accelerator", table, "--accelerator", "a100-sxm4-64", "--format",
                                      "json").stdout)
        for ceiling in fit["ceilings"]:  # the times are those of the model
            self.assertLess(ceiling["before"]["max_error"], 1e-4)

    def test_the_usual_kernels_of_the_bench_can_be_read(self):
        code = ("import csv, shapes, sys\nout = csv.DictWriter(sys.stdout, shapes.COLUMNS)\nout.writeheader()\n"
                "out.writerows(dict(row, seconds='1000') for row in shapes.usual())")
        usual = subprocess.run([sys.executable, "-c", code], cwd=BENCH, capture_output=True, text=True)
        self.assertEqual(usual.returncode, 0, usual.stderr)
        table = self.write("usual.csv", usual.stdout)
        # All rows can be read; only their times are too long for the device.
        done = self.fail_with(3, "fit", "accelerator", table, "--accelerator", "h200-sxm-141")
        self.assertIn("kernels take", done.stderr)

    def test_the_bench_measures_on_a_processor(self):
        try:
            import torch  # noqa: F401
        except ImportError:
            self.skipTest("no PyTorch")
        table = self.write("shapes.csv", "kernel,precision,m,n,k,copies,bytes\nmatmul,fp32,64,64,64,2,\n"
                           "stream,fp32,,,,,30000\nto_host,fp32,,,,,30000\nmatmul,fp8,64,64,64,2,\n")
        out = self.path("measured.csv")
        done = subprocess.run([sys.executable, f"{BENCH}/kernels.py", "--device", "cpu", "--shapes", table, "--repeats", "3",
                               "--warm-up", "0", "--out", out], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("left out: matmul fp8", done.stderr)
        with open(out) as stream:
            lines = stream.read().splitlines()
        self.assertEqual(lines[0], "# device: CPU")
        self.assertEqual(len([line for line in lines if not line.startswith("#")]), 4)

    def test_problems_of_a_table_are_listed_with_their_lines(self):
        table = self.write("t.csv", "kernel,precision,m,n,k,seconds\nmatmul,bf17,8,8,8,1e-5\nmatmul,bf16,8,8,8,1 ms\n")
        done = self.fail_with(3, "fit", "accelerator", table, "--accelerator", "h100-sxm5-80")
        self.assertIn("t.csv:2", done.stderr)
        self.assertIn("t.csv:3", done.stderr)
        self.assertIn("bf16", done.stderr)


if __name__ == "__main__":
    unittest.main()
