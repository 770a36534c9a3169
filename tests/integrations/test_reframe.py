# SPDX-License-Identifier: Apache-2.0
"""The checks for ReFrame, run by a stand-in of it, because Debian has none."""
import os
import sys
import unittest

from mcp_client import PROGRAM, ROOT

FOLDER = os.path.join(ROOT, "docs", "integrations", "reframe")
for path in (FOLDER, os.path.join(ROOT, "tests", "integrations", "stand_in")):
    sys.path.insert(0, path)
os.environ["CLUSTERSIM"] = PROGRAM

import checks  # noqa: E402
import clustersim_reference  # noqa: E402
import reframe  # noqa: E402

# As nccl-tests prints it.
NCCL = """#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
   134217728      33554432     float     sum      -1   4329.1   31.00   {busbw}      0   4330.2   31.00   54.24      0
# Out of bounds values : 0 OK
"""


class References(unittest.TestCase):
    def test_step(self):
        references = clustersim_reference.step_reference("gpt-857m", "leonardo", 2)
        step = clustersim_reference.answer("step", "gpt-857m", "--system=leonardo", "--nodes=2")["steps"][0]
        value, low, high, unit = references["step_time"]
        self.assertEqual((value, unit), (step["step_s"], "s"))
        self.assertAlmostEqual(value * (1 + low), step["interval_s"][0])
        self.assertAlmostEqual(value * (1 + high), step["interval_s"][1])
        value, low, high, unit = references["tokens_per_second"]
        self.assertEqual((value, unit), (step["tokens_per_s"], "tokens/s"))
        self.assertAlmostEqual(value * (1 + low), value * step["step_s"] / step["interval_s"][1])
        self.assertTrue(-1 < low < 0 < high)

    def test_refusal(self):
        with self.assertRaisesRegex(ValueError, "leonardo"):
            clustersim_reference.step_reference("gpt-857m", "leonado", 2)

    def test_checks(self):
        self.assertEqual(len(reframe.tests), 2)
        predicted = clustersim_reference.step_reference("gpt-857m", "leonardo", 2)["tokens_per_second"][0]
        for share, passes in ((1.0, True), (0.5, False), (3.0, False)):
            result = checks.TrainingStep().judge(f"tokens/s: 1\ntokens/s: {predicted * share}\n", nodes=2)
            self.assertEqual(result["tokens_per_second"][2], passes)
        self.assertIsNone(checks.TrainingStep().judge("Segmentation fault", nodes=2))
        busbw = next(iter(clustersim_reference.nccl_reference("leonardo", 2, minbytes="128M", maxbytes="128M").values()))[0]
        for share, passes in ((1.0, True), (0.7, False)):
            measured, _, passed = checks.AllReduce().judge(NCCL.format(busbw=round(busbw * share, 2)), nodes=2)["busbw"]
            self.assertEqual((measured, passed), (round(busbw * share, 2), passes))


if __name__ == "__main__":
    unittest.main()
