# SPDX-License-Identifier: Apache-2.0
"""What the program says: all at once, where it belongs, and never with an input's control characters."""
import csv
import io
import json
import os
import pty
import re
import subprocess
import unittest
import xml.dom.minidom

from program import PROGRAM, ROOT, CommandCase, run

GOOD = """schema: clustersim/scenario/1
title: one job on an empty machine
system: leonardo
partition: boost_usr_prod
jobs:
  a: {nodes: 2, runtime: 2 h, walltime: 3 h}
"""
ESCAPE = "\x1b[31m"
QUOTED = '"\\x1b[31mred\\x07"'  # as YAML writes it


class AllAtOnce(CommandCase):
    def told(self, text, code=3):
        return self.fail_with(code, "check", self.write("s.yaml", text)).stderr

    def test_a_bad_value_hides_no_wrong_name(self):
        text = GOOD.replace("runtime: 2 h", "application: gpt-857n, steps: 5") + (
            "replicates: many\nscheduler: slurn\nbackground: {mix: itp-trade, load: 0.5, warm-up: 1 d, window: 1 d}\n")
        stderr = self.told(text)
        for part in ('"replicates" is "many"', 'no scheduler "slurn"', "itp-trade", "gpt-857n"):
            self.assertIn(part, stderr)
        self.assertIn('no partition "boost_usr"', self.told(text.replace("boost_usr_prod", "boost_usr")))

    def test_an_unknown_machine_hides_no_wrong_application(self):
        stderr = self.told(GOOD.replace("leonardo", "leonardi").replace("runtime: 2 h", "application: gpt-857n, steps: 5"))
        self.assertIn("leonardi", stderr)
        self.assertIn("gpt-857n", stderr)

    def test_formats_and_buckets_that_mean_nothing_are_told_together(self):
        training = "application: llama-7b, steps: 5, training: {lora: 8, frozen: nf5, saved: fp4, bucket: many}"
        stderr = self.told(GOOD.replace("runtime: 2 h", training))
        for part in ("nf5", '"nf4"', "fp4", "many", "40e6"):
            self.assertIn(part, stderr)

    def test_a_plan_says_which_formats_it_cannot_have(self):
        stderr = self.fail_with(3, "step", "llama-7b", "--system", "leonardo", "--nodes", "1", "--plan",
                                "tp=1,pp=1,frozen=nf4,attention=fp8,recompute-layers=3").stderr
        for part in ("all weights are trained", "has no units for it", "3 layers to recompute"):
            self.assertIn(part, stderr)

    def test_what_the_software_does_not_offer_is_one_message_everywhere(self):
        says = "the software of llama-7b (Megatron-Core of 2025, tuned) does not offer recompute=operators"
        training = "application: llama-7b, steps: 5, training: {recompute: operators}"
        machine = ("llama-7b", "--system", "leonardo")
        for stderr in (self.told(GOOD.replace("runtime: 2 h", training)),
                       self.fail_with(3, "step", *machine, "--nodes", "1", "--plan", "recompute=operators").stderr,
                       self.fail_with(3, "plan", *machine, "--gpus", "8", "--hold", "recompute=operators").stderr):
            self.assertIn(says, stderr)
            self.assertNotIn("no plan", stderr)

    def test_a_plan_tells_what_has_no_effect_or_no_use(self):
        held = "bucket=1e11,dispatch=fused,router=separate"
        out = run("plan", "llama-7b", "--system", "leonardo", "--gpus", "8", "--hold", held).stdout
        for part in ("larger than all", "dispatch=fused has no effect: the model has no experts", "router=separate"):
            self.assertIn(part, out)

    def test_a_rank_of_adapters_is_refused_with_the_reason(self):
        for rank, part in (("0", "the rank of adapters"), ("-2", "the rank of adapters"), ("5000", "at most 4096")):
            done = self.fail_with(3, "step", "llama-7b", "--system", "leonardo", "--nodes", "1", "--plan", "lora=" + rank)
            self.assertIn(part, done.stderr)

    def test_short_names_of_widths_get_the_long_ones(self):
        training = "application: llama-7b, steps: 5, training: {tp: 2, pp: 1, dp: 4, mb: 1}"
        stderr = self.told(GOOD.replace("runtime: 2 h", training))
        for key in ("tensor", "pipeline", "data", "micro-batch"):
            self.assertIn(f'did you mean "{key}"?', stderr)

    def test_a_step_says_what_unpacks_weights_and_joins_buckets(self):
        out = run("step", "llama-7b", "--system", "leonardo", "--nodes", "2", "--plan",
                  "tp=1,pp=1,lora=8,frozen=nvfp4,bucket=9e9").stdout
        for part in ("do not read weights in nvfp4", "larger than all"):
            self.assertIn(part, out)
        rows = run("step", "llama-7b", "--system", "leonardo", "--nodes", "1", "--plan", "tp=1,pp=1,lora=8", "--sweep", "frozen=int4,nf4,fp8").stdout
        for kind in ("int4", "nf4", "fp8"):
            self.assertIn(f"do not read weights in {kind}", rows)

    def test_a_walltime_over_the_limit_points_at_the_walltime(self):
        stderr = self.told(GOOD.replace("walltime: 3 h", "walltime: 30 d") + "scheduler: slurm\n", 4)
        column = GOOD.splitlines()[5].index("3 h") + 1
        self.assertIn(f"s.yaml:6:{column}: ", stderr)

    def test_a_missing_schema_says_what_to_write(self):
        self.assertIn("write `schema: clustersim/scenario/1`", self.told(GOOD.partition("\n")[2]))
        self.assertIn("write `schema: clustersim/scenario/1`", self.told(GOOD.replace("scenario/1", "scenari/1")))

    def test_a_number_with_a_short_unit_gets_one_without(self):
        job = GOOD.replace("runtime: 2 h", "application: gpt-857m, tokens: 200B")
        self.assertIn("write 2e11", self.told(job))
        self.assertIn("write 1.5e6", self.told(job.replace("200B", "1.5M")))

    def test_the_known_keys_are_all_listed(self):
        stderr = self.told(GOOD.replace("nodes: 2", "nodes: 2, zero: 3") + "zero: 3\n")
        for key in ("runtime", "gpu-power", "application", "tokens", "sweep", "scheduler"):
            self.assertRegex(stderr, rf"known: .*\b{key}\b")
        self.assertIn('the key "steps" is for a job with an `application` only',
                      self.told(GOOD.replace("nodes: 2", "nodes: 2, steps: 3")))


class ControlCharacters(CommandCase):
    def assert_plain(self, *texts):
        for text in texts:
            self.assertNotRegex(text, r"[\x00-\x08\x0b-\x1f\x7f]")

    def test_an_input_s_are_never_printed_raw(self):
        titled = GOOD.replace("one job on an empty machine", QUOTED)
        done = self.succeed("run", self.write("s.yaml", titled), "--no-results")
        self.assert_plain(done.stdout, done.stderr)
        self.assertIn("\\x1b[31mred\\x07", done.stdout)
        wrong = self.write("w.yaml", GOOD + QUOTED + ": 1\n")
        for form in "human", "short", "json":
            self.assert_plain(self.fail_with(3, "check", wrong, "--message-format", form).stderr)
        self.assert_plain(self.fail_with(2, ESCAPE).stderr, self.fail_with(2, "run", "x", "--" + ESCAPE).stderr,
                          self.fail_with(5, "run", self.path(ESCAPE)).stderr)

    def test_a_name_cannot_break_a_table_of_markdown(self):
        titled = self.write("s.yaml", GOOD.replace("  a:", "  'a|<b>`c`':") + "  b: {nodes: 1, runtime: 1 h}\n")
        rows = self.succeed("run", titled, "--no-results", "--format", "markdown").stdout.splitlines()
        row = next(line for line in rows if line.startswith("|") and "a\\|&lt;b>\\`c\\`" in line)
        self.assertEqual(len(re.findall(r"(?<!\\)\|", row)), len(re.findall(r"\|", rows[2])))

    def test_no_cell_of_a_csv_is_a_formula_and_each_is_quoted(self):
        titled = self.write("s.yaml", GOOD.replace("  a:", "  '=1+2, \"x\"':"))
        text = self.succeed("run", titled, "--out", self.path("r"), "--format", "csv").stdout
        with open(self.path("r/jobs.csv"), encoding="utf-8", newline="") as stream:
            texts = [text, stream.read()]
        for one in texts:
            rows = list(csv.DictReader(io.StringIO(one)))
            self.assertEqual({row["job"] for row in rows}, {"'=1+2, \"x\""})

    def test_names_of_a_network_are_escaped_in_xml(self):
        edges = self.write("e.csv", "from,to,bandwidth,latency,level\n\"a<\x1b&\"\"b\",s'1>,1 GB/s,1 us,injection\n"
                                    "c,s'1>,1 GB/s,1 us,injection\n")
        for form in "graphml", "simgrid-xml":
            text = self.succeed("fabric", "show", "--edges", edges, "--format", form).stdout
            xml.dom.minidom.parseString(text)


class OneDocument(CommandCase):
    def test_messages_as_json_are_one_document(self):
        wrong = self.write("w.yaml", GOOD + "zero: 1\n")
        document = json.loads(run("check", wrong, wrong, "--message-format", "json").stderr)
        self.assertEqual([item["code"] for item in document["diagnostics"]], ["CS0103", "CS0103"])

    def test_wrong_use_is_one_too(self):
        for words in (["rnu"], ["run", "x", "--sed", "4"], ["run", "x", "--seed", "-4"]):
            for form in (["--message-format", "json"], ["--message-format=json"]):
                document = json.loads(self.fail_with(2, *form, *words).stderr)
                self.assertEqual(document["diagnostics"][0]["code"], "CS0003")

    def test_remarks_are_part_of_it(self):
        done = self.succeed("run", self.write("s.yaml", GOOD), "--out", self.path("r"), "--message-format", "json")
        self.assertTrue(json.loads(done.stderr)["remarks"])


class WrongUse(CommandCase):
    def told(self, *words):
        return self.fail_with(2, *words).stderr

    def test_the_nearest_command_or_option_is_named(self):
        self.assertIn('clustersim has no command "rnu"\n  help: did you mean "run"?', self.told("rnu"))
        self.assertIn('clustersim systems has no command "lst"\n  help: did you mean "list"?',
                      self.told("systems", "lst"))
        self.assertIn('clustersim fit has no command "lnks"\n  help: did you mean "links"?', self.told("fit", "lnks"))
        self.assertIn("clustersim run has no option --sed\n  help: did you mean --seed?",
                      self.told("run", "x", "--sed", "4"))
        self.assertIn("did you mean --nodes?", self.told("replay", "x", "--nodse", "4"))
        self.assertIn("did you mean \"run\"?", self.told("--data", ROOT, "rnu"))

    def test_a_wrong_value_gets_its_range_and_no_other_option(self):
        for value in "four", "0", "-1":
            stderr = self.told("replay", "x", "--nodes", value)
            self.assertIn("1 to 1000000", stderr)
            self.assertNotIn("did you mean", stderr)
        seed = self.told("run", "x", "--seed", "-4")
        self.assertIn('"-4" is not a whole number of at least 0', seed)
        self.assertLess(len(seed), 200)

    def test_whole_numbers_are_decimal(self):
        words = ("step", "gpt-857m", "--system", "lumi", "--format", "csv", "--nodes")
        self.assertEqual(self.succeed(*words, "010").stdout, self.succeed(*words, "10").stdout)
        for value in "0x10", "1e1", "1.0", "":
            self.assertIn("is not a whole number from 1 to", self.told(*words, value))


class Progress(CommandCase):
    def test_its_line_is_gone_before_anything_is_printed(self):
        busy = self.write("s.yaml", GOOD + "scheduler: easy\n"
                          "background: {mix: itp-trace, load: 0.5, warm-up: 2 d, window: 1 d}\n")
        master, slave = pty.openpty()
        with subprocess.Popen([PROGRAM, "run", busy, "--no-results", "--replicates", "400", "--workers", "1"],
                              stdout=slave, stderr=slave, cwd=ROOT) as process:
            os.close(slave)
            written = b""
            while True:
                try:
                    part = os.read(master, 65536)
                except OSError:  # the other end is closed
                    break
                if not part:
                    break
                written += part
            self.assertEqual(process.wait(), 0)
        os.close(master)
        self.assertRegex(written, rb"\r\x1b\[K\d+ of 400 replicates")
        # All that is printed comes after the line was removed for the last time.
        shown, _, rest = written.rpartition(b"\r\x1b[K")
        self.assertTrue(rest.startswith(b"one job on an empty machine"), rest[:200])
        self.assertNotIn(b"\n", shown)


class Plans(CommandCase):
    def test_their_rate_is_of_a_clock_that_moves(self):
        remark = self.succeed("plan", "gpt-857m", "--system", "lumi", "--gpus", "8").stderr
        self.assertRegex(remark, r"\A[\d,]+ plans in [\d.]+ (ns|µs|ms|s), [\d,.e]+ plans/s\n\Z")
        self.assertNotIn(" 0 ", remark)


if __name__ == "__main__":
    unittest.main()
