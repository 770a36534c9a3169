# SPDX-License-Identifier: Apache-2.0
"""The widgets of the Python package, without a browser: values are set, the button is pressed, the output is read."""
import os
import subprocess
import sys
import unittest

from mcp_client import PROGRAM, ROOT

os.environ["CLUSTERSIM"] = PROGRAM
sys.path.insert(0, os.path.join(ROOT, "notebooks"))

try:
    import ipywidgets
except ImportError:
    ipywidgets = None


class Import(unittest.TestCase):
    def test_package_needs_no_widgets(self):
        code = "import sys; import clustersim, clustersim.widget; assert 'ipywidgets' not in sys.modules"
        done = subprocess.run([sys.executable, "-c", code], cwd=os.path.join(ROOT, "notebooks"), capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)


@unittest.skipUnless(ipywidgets, "no ipywidgets")
class Widgets(unittest.TestCase):
    def press(self, box):
        # What the browser sends; Debian's ipywidgets have no click().
        box.button._handle_button_msg(None, {"event": "click"}, [])
        self.assertFalse(box.button.disabled)
        return box.shown.value

    def test_run(self):
        from clustersim.widget import run_widget
        box = run_widget(replicates=2)
        self.assertIsNone(box.answer)
        box.controls["system"].value = "vega"
        self.assertEqual(box.controls["nodes"].max, 512)
        box.controls["application"].value = "gpt-857m"
        box.controls["nodes"].value = 4
        box.controls["steps"].value = 2000
        shown = self.press(box)
        for title in ("starts in", "runs", "step", "costs"):
            self.assertIn(f"<small>{title}</small>", shown)
        self.assertEqual(box.answer["runs"][0]["jobs"][0]["metrics"]["nodes"], 4)
        self.assertEqual(box.answer["runs"][0]["system"], "vega")

    def test_forecast(self):
        from clustersim.widget import forecast_widget
        box = forecast_widget(os.path.join(ROOT, "tests", "conformance", "snapshots", "W05-4000.tar.gz"), samples=5, user="p1",
                              account="phys", no_alternatives=True)
        box.controls["hours"].value = 1.5
        self.assertIn("<small>starts in</small>", self.press(box))
        self.assertIn("1:30:00", str(box.answer["start"]["request"]))

    def test_problem(self):
        from clustersim.widget import forecast_widget
        box = forecast_widget(os.path.join(ROOT, "README.md"))
        self.assertIn("<pre>", self.press(box))
        self.assertIsNone(box.answer)

    def test_hostile_text(self):
        from clustersim.widget import cards
        self.assertNotIn("<script>", cards([("<script>", "<script>", "<script>")]))


class Times(unittest.TestCase):
    def test_units(self):
        from clustersim.widget import duration
        self.assertEqual([duration(s) for s in (0, 89, 90, 5400, 129_600)], ["0 s", "89 s", "2 min", "1.5 h", "1.5 d"])


if __name__ == "__main__":
    unittest.main()
