# SPDX-License-Identifier: Apache-2.0
"""Energy, embodied carbon and hours of start, as a user asks for them."""
import json
import os
import unittest

from program import ROOT, CommandCase

SCENARIO = """schema: clustersim/scenario/1
title: Hours of start
system: {system}
energy: {energy}
jobs:
  train: {{nodes: 2, runtime: 4 h}}
replicates: 1
"""
BUYS_RENEWABLE = """schema: clustersim/system/1
extends: jupiter
name: green
power: {buys_renewable: {value: true, source: E, confidence: estimate}}
"""


class Energy(CommandCase):
    def scenario(self, system, energy):
        return self.write("hours.yaml", SCENARIO.format(system=system, energy=energy))

    def metrics(self, system, energy):
        done = self.succeed("--quiet", "run", self.scenario(system, energy), "--no-results", "--format", "json")
        return json.loads(done.stdout)["runs"][0]["jobs"][0]["metrics"]

    def test_hours_change_no_other_number(self):
        annual = self.metrics("jupiter", "{grid: annual}")
        hourly = self.metrics("jupiter", "{grid: hourly, month: july}")
        self.assertIsNone(annual.get("night_saving"))
        self.assertEqual(annual["co2e_g"], hourly["co2e_g"])
        self.assertLess(hourly["night_saving"], -0.1)
        self.assertLess(hourly["night_saving_low"], hourly["night_saving"])
        self.assertGreater(hourly["night_saving_high"], hourly["night_saving"])

    def test_embodied_carbon_is_a_term_of_its_own(self):
        annual = self.metrics("jupiter", "{grid: annual}")
        # 2 nodes of four cards for 4 h: (2500 + 4 x 164) kg over 6 years at 85 %.
        self.assertAlmostEqual(annual["embodied_co2e_g"], 8 * 70.6, delta=5)
        self.assertLess(annual["embodied_co2e_low_g"], annual["embodied_co2e_g"])
        self.assertGreater(annual["embodied_co2e_high_g"], annual["embodied_co2e_g"])
        self.assertGreater(annual["co2e_g"], 5 * annual["embodied_co2e_g"])

    def test_the_text_says_what_a_night_costs(self):
        text = self.succeed("--quiet", "run", self.scenario("jupiter", "{grid: hourly, month: july}"), "--no-results").stdout
        self.assertIn("A start at night (22:00 to 6:00, local time) emits", text)
        self.assertIn("Germany, July 2023", text)

    def test_a_site_with_renewable_electricity_has_no_better_hour(self):
        self.write("green.yaml", BUYS_RENEWABLE)
        text = self.succeed("--quiet", "run", self.scenario("./green.yaml", "{grid: hourly}"), "--no-results").stdout
        self.assertIn("saves nothing: the site buys renewable electricity", text)

    def test_advice_says_it_too(self):
        script = os.path.join(ROOT, "tests/fixtures/advise/good/alex-one-gpu.sbatch")
        done = self.succeed("--quiet", "advise", script, "--system", "alex", "--replicates", 1, "--runtime", "30 min",
                            "--set", "background.mix=none", "--set", "energy.grid=hourly")
        self.assertIn("A start at night", done.stdout)

    def test_a_result_is_explained_with_its_own_copy_of_the_hours(self):
        self.succeed("--quiet", "run", self.scenario("jupiter", "{grid: hourly}"), "--out", self.path("kept"))
        text = self.succeed("explain", self.path("kept"), "--job", "train").stdout
        self.assertIn("A start at night", text)

    def test_a_country_without_hours_is_told_with_what_works(self):
        done = self.fail_with(3, "run", self.scenario("vega", "{grid: hourly}"))
        self.assertIn("the grid of SI has no data by the hour", done.stderr)
        self.assertIn("BG, CZ, DE, ES, FI, IT, PT, SE", done.stderr)
        self.assertIn("hours.yaml:4", done.stderr)

    def test_wrong_words_are_told_together(self):
        done = self.fail_with(3, "run", self.scenario("jupiter", "{grid: hurly, month: juli, hour: 3}"))
        for word in ("hourly", "july", "hour"):
            self.assertIn(word, done.stderr)

    def test_inference_and_steps_count_joules_of_a_token(self):
        done = self.succeed("--quiet", "inference", "llama-7b", "--system", "karolina", "--format", "json")
        point = json.loads(done.stdout)["points"][0]
        self.assertAlmostEqual(point["energy_per_token_J"] * point["tokens_per_kwh"], 3.6e6, delta=1)


if __name__ == "__main__":
    unittest.main()
