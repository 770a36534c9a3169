# SPDX-License-Identifier: Apache-2.0
"""A short run of the fuzzer of `clustersim mcp`."""
import unittest

import fuzz_mcp


class Fuzz(unittest.TestCase):
    def test_changed_messages(self):
        self.assertGreaterEqual(fuzz_mcp.fuzz(seed=1, lines=2000), 2000)


if __name__ == "__main__":
    unittest.main()
