# SPDX-License-Identifier: Apache-2.0
"""clustersim advise with job scripts of the kinds that people in the field write (tests/field/README.md)."""
import csv
import io
import json
import os
import unittest

from program import ROOT, CommandCase, run

FIELD = os.path.join(ROOT, "tests/field")
ONE = ("--replicates", 1)


class FieldAdvise(CommandCase):
    def told(self, script, system, *options, code=0):
        """Output and messages of advise."""
        done = run("advise", f"{FIELD}/{script}", "--system", system, *ONE, *options, timeout=300)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout, done.stderr

    def advice(self, script, system, *options):
        return json.loads(self.told(script, system, "--format", "json", *options)[0])

    # Answers that never came.

    def test_a_chain_of_jobs_that_run_to_their_limit_comes_to_its_end(self):
        chain = [one for one in self.advice("advise-hangs-forever/advise.sbatch", "deucalion")["changes"]
                 if one["change"].startswith("two jobs")]
        self.assertEqual(len(chain), 1)
        self.assertIsNotNone(chain[0]["end_s"]["median"])

    def test_a_dependency_that_can_never_be_met_ends_the_wait_among_users_who_react(self):
        done = self.succeed("run", f"{FIELD}/advise-hangs-forever/never.yaml", "--no-results", timeout=300)
        self.assertIn("pending: DependencyNeverSatisfied", done.stdout + done.stderr)

    def test_a_job_that_waits_for_a_job_that_never_starts_does_not_start_either(self):
        done = self.succeed("run", f"{FIELD}/advise-hangs-forever/follower.yaml", "--no-results", timeout=300)
        self.assertIn("pending: DependencyNeverSatisfied", done.stdout + done.stderr)

    def test_equal_jobs_that_run_exactly_to_their_limit_all_complete(self):
        outcomes = self.path("outcomes.csv")
        self.succeed("replay", f"{FIELD}/advise-hangs-forever/timeout-tie.csv", "--nodes", 8, "--outcomes", outcomes)
        with open(outcomes, encoding="utf-8") as stream:
            self.assertEqual({row["state"] for row in csv.DictReader(stream)}, {"COMPLETED"})

    # The site's defaults.

    def test_a_limit_that_only_another_qos_allows_is_refused_with_that_qos(self):
        _, messages = self.told("advise-picks-a-qos-silently/q.sbatch", "leonardo", code=4)
        self.assertIn("under QOS normal: a walltime of 1 d 6 h, at most 1 d allowed", messages)
        self.assertIn("help: add --qos=boost_qos_lprod\n", messages)
        self.assertNotIn("partitions that admit it", messages)
        with_it = self.advice("advise-picks-a-qos-silently/q.sbatch", "leonardo", "--sbatch", "--qos=boost_qos_lprod")
        self.assertEqual(with_it["limit_s"], 108000)

    def test_a_qos_that_does_not_admit_the_job_is_refused_with_one_that_does(self):
        _, messages = self.told("advise-picks-a-qos-silently/long-of-qos.sbatch", "leonardo", code=4)
        self.assertIn("help: use --qos=normal or --qos=boost_qos_lprod\n", messages)

    def test_the_default_qos_of_discoverer_admits_a_minute(self):
        _, messages = self.told("advise-picks-a-qos-silently/discoverer.sbatch", "discoverer", code=4)
        self.assertIn("help: add --qos=project", messages)

    def test_no_time_limit_is_refused_where_the_site_has_one(self):
        _, messages = self.told("advise-picks-a-qos-silently/infinite.sbatch", "leonardo", code=4)
        self.assertIn("expected: at most --time=1-0:00:00", messages)
        self.told("advise-picks-a-qos-silently/infinite.sbatch", "leonardo", "--sbatch", "--time=0", code=4)

    def test_the_answer_says_what_it_took_of_the_site(self):
        text, _ = self.told("advise-picks-a-qos-silently/none.sbatch", "leonardo")
        self.assertIn("takes   partition boost_usr_prod, QOS normal, your default account, a time limit of 30 min, 8 cores "
                      "for each GPU", text)
        self.assertNotIn("--qos=normal", text)

    # Every option of sbatch.

    def test_other_names_of_options_are_read(self):
        self.assertEqual(self.advice("tasks-per-node/v.sbatch", "vega")["cores_per_node"], 64)
        shortened = self.advice("tasks-per-node/shortened.sbatch", "vega")
        self.assertEqual((shortened["nodes"], shortened["cores_per_node"], shortened["limit_s"]), (2, 64, 3600))
        both = self.advice("tasks-per-node/tres-per-task.sbatch", "vega")
        self.assertEqual((both["gpus_per_node"], both["cores_per_node"]), (2, 16))

    def test_a_shortened_option_that_is_not_clear_is_refused(self):
        _, messages = self.told("tasks-per-node/ambiguous.sbatch", "vega", code=3)
        self.assertIn("option '--ntasks-per' is ambiguous; possibilities: '--ntasks-per-core'", messages)

    # What the machine accepts and the user may not want.

    def test_a_part_of_a_whole_node_is_a_warning(self):
        for script, system, text in (
                ("core", "karolina", "the job asks for 1 of the 128 cores of a node, and holds all of them"),
                ("arm", "deucalion", "the job asks for 1 of the 48 cores of a node, and holds all of them"),
                ("nogpu", "lumi", "the job asks for no GPU, and holds all 8 of each of its nodes")):
            with self.subTest(script=script):
                _, messages = self.told(f"whole-node-without-a-warning/{script}.sbatch", system)
                self.assertIn(f"warning[CS0110]: {text}", messages)

    def test_what_cannot_be_simulated_is_a_note(self):
        for script, system, text in (
                ("reservation", "leonardo", "note[CS0110]: --reservation is not simulated"),
                ("switches", "leonardo", "note[CS0110]: --switches is not simulated"),
                ("two-partitions", "lumi", "note[CS0110]: --partition is not simulated: the job is simulated in each")):
            with self.subTest(script=script):
                text_out, messages = self.told(f"valid-options-refused/{script}.sbatch", system)
                self.assertIn(text, messages)
                if script == "two-partitions":
                    self.assertIn("--partition=small-g", text_out)

    def test_what_only_another_machine_has_is_impossible_here(self):
        _, messages = self.told("valid-options-refused/unknown-here.sbatch", "leonardo", code=4)
        self.assertIn("has no QOS \"acc_ehpc\"", messages)
        self.told("valid-options-refused/reservation.sbatch", "lumi", code=4)
        # Features are known of machines whose file names some.
        self.told("valid-options-refused/switches.sbatch", "leonardo", "--sbatch", "-C nowhere")
        self.told("valid-options-refused/unknown-feature.sbatch", "berzelius", code=4)

    def test_help_names_no_keys_of_scenarios(self):
        for script, system, options in (("reservation", "lumi", ()), ("two-partitions", "puhti", ()),
                                        ("switches", "leonardo", ("--sbatch", "-N 4000"))):
            _, messages = self.told(f"valid-options-refused/{script}.sbatch", system, *options, code=4)
            self.assertNotIn("`", messages)

    def test_srun_with_the_number_of_cores_has_no_note_about_it(self):
        for script in ("s", "arithmetic", "variable"):
            with self.subTest(script=script):
                _, messages = self.told(f"srun-note-although-followed/{script}.sbatch", "meluxina")
                self.assertNotIn("--cpus-per-task", messages)
        _, messages = self.told("srun-note-although-followed/not-followed.sbatch", "meluxina")
        self.assertIn("does not take --cpus-per-task from sbatch", messages)

    def test_forms_that_sbatch_refuses_are_refused(self):
        for script, text in (("crlf", "crlf.sbatch:1:1: error[CS0101]: sbatch refuses a script with DOS line breaks"),
                             ("bom", "bom.sbatch:1:1: error[CS0101]: sbatch refuses a script that begins with a byte order")):
            with self.subTest(script=script):
                _, messages = self.told(f"dos-line-breaks-and-bom/{script}.sbatch", "leonardo", code=3)
                self.assertIn(text, messages)

    # Small things.

    def test_no_change_is_tried_twice(self):
        text, _ = self.told("small-things/tiny.sbatch", "deucalion", "--format", "csv")
        # An apostrophe keeps spreadsheets from computing a text (docs/report.md).
        changes = [row["change"].removeprefix("'") for row in csv.DictReader(io.StringIO(text))]
        self.assertEqual(len(changes), len(set(changes)))
        self.assertIn("--time=0:05:00", changes)

    def test_a_change_that_costs_much_more_does_not_lead(self):
        advice = self.advice("small-things/dear.sbatch", "lumi")
        dear = [one["billed"] > 1.25 * advice["billed"] for one in advice["changes"]]
        self.assertIn(True, dear)
        self.assertEqual(dear, sorted(dear))
        text, _ = self.told("small-things/dear.sbatch", "lumi")
        self.assertNotIn("Soonest: --partition=standard-g", text)

    def test_a_resource_that_is_not_simulated_is_not_in_the_price(self):
        _, messages = self.told("small-things/nvme.sbatch", "puhti")
        self.assertIn('the generic resource "nvme" is not simulated, and its price is not in the costs', messages)

    def test_a_template_is_no_job_script(self):
        _, messages = self.told("small-things/template.sbatch.j2", "lumi", code=3)
        self.assertEqual(messages.count("error["), 1)
        self.assertIn("this looks like a template", messages)


if __name__ == "__main__":
    unittest.main()
