# SPDX-License-Identifier: Apache-2.0
"""The command line itself: help, version, wrong usage."""
import re
import unittest

from program import CommandCase, commands_of, run

COMMANDS = ["run", "check", "compare", "replay", "systems", "applications", "explain", "inference"]


class CommandLine(CommandCase):
    def help_screens(self, *words):
        """The words of each command, the commands of commands such as `import slurm` too, and the text of its help."""
        text = self.succeed(*words, "--help").stdout
        yield words, text
        for name in commands_of(text):
            yield from self.help_screens(*words, name)

    def test_help_goes_to_stdout_and_names_every_command(self):
        done = self.succeed("--help")
        self.assertEqual(done.stderr, "")
        for command in COMMANDS:
            self.assertIn(command, done.stdout)

    def test_every_command_has_help_with_an_example(self):
        for command in COMMANDS:
            with self.subTest(command=command):
                self.assertIn("clustersim " + command, self.succeed(command, "--help").stdout)

    def test_no_list_of_a_help_screen_has_text_in_its_first_column(self):
        seen = 0
        for words, text in self.help_screens():
            seen += 1
            listed = False
            for line in text.splitlines():
                if line in ("Options:", "Positionals:", "Subcommands:"):
                    listed = True
                elif not line or line.startswith("[Option Group: "):
                    listed = False
                elif listed:
                    self.assertEqual(line[:2], "  ", f"{words}: {line}")
        self.assertGreater(seen, 40)

    def test_help_of_a_command_fits_a_screen_and_help_all_has_every_option(self):
        hidden = 0
        for words, short in self.help_screens():
            with self.subTest(words=words):
                self.assertLessEqual(len(short.splitlines()), 48)
                if "--help-all" not in short:
                    continue
                hidden += 1
                rare, more = re.search(r"explain ((?:--[a-z-]+,\s+)*--[a-z-]+)(?:\s+and\s+(\d+)\s+more)?,\s+too", short).groups()
                whole = self.succeed(*words, "--help-all").stdout
                listed = [len(re.findall(r"(?m)^  (?:-\w,)?--", text)) for text in (short, whole)]
                if words:  # the program's own list goes on with those of its commands
                    self.assertEqual(listed[1] - listed[0], len(re.split(r",\s+", rare)) + int(more or 0))
                for name in re.split(r",\s+", rare):
                    self.assertNotRegex(short, rf"(?m)^  {name}\b")
                    self.assertRegex(whole, rf"(?m)^  (-\w,)?{name}\b")
        self.assertGreater(hidden, 5)

    def test_every_command_of_the_first_screen_has_one_line(self):
        text = self.succeed("--help").stdout
        self.assertGreater(len(commands_of(text)), 30)
        self.assertLessEqual(max(map(len, text.splitlines())), 80)
        self.assertNotRegex(text, r"(?m)^  [a-z][\w-]* .*\n {8}")

    def test_an_old_name_is_wrong_use_and_names_the_new_one(self):
        for old, now in (("calibrate collectives x.csv", "fit links"), ("-q calibrate application gpt-857m x.csv", "fit pilot"),
                         ("calibrate --help", "fit links"), ("fit x.swf -o mine.yaml", "fit mix"), ("report r", "show RESULT --report"),
                         ("--data . export r --to swf", "show RESULT --to"), ("collect", "forecast --collector"),
                         ("import queue x.tar.gz -o now", "forecast ARCHIVE"), ("metrics", "help metrics"), ("man run", "help --man"),
                         ("help collect", "forecast --collector")):
            with self.subTest(old=old):
                self.assertIn(f"is now `clustersim {now}", self.fail_with(2, *old.split()).stderr)
        self.assertIn('did you mean "waits"?', self.fail_with(2, "fit", "wiats", "x").stderr)
        asked = self.fail_with(2, "ask", "-", stdin='{"command": "import queue", "archive": "x.tar.gz"}')
        self.assertIn("is now `clustersim forecast ARCHIVE`", asked.stderr)
        self.assertNotIn("calibrate", self.succeed("--help").stdout)

    def test_a_word_near_an_old_name_is_told_the_new_one(self):
        for given in ("colect", "help colect"):
            with self.subTest(given=given):
                error = self.fail_with(2, *given.split()).stderr
                self.assertIn('did you mean "collect"? It is now `clustersim forecast --collector`', error)
        self.assertIn("forecast --collector", self.fail_with(2, "ask", "-", stdin='{"command": "colect"}').stderr)
        self.assertIn("fit mix, fit waits", self.fail_with(2, "ask", "-", stdin='{"command": "fit"}').stderr)

    def test_a_topic_has_no_schema(self):
        self.assertIn("clustersim help metrics", self.fail_with(2, "help", "--schema", "metrics").stderr)

    def test_a_variable_of_the_environment_is_read_by_the_commands_that_have_its_option(self):
        wrong = {"CLUSTERSIM_SEED": "x", "CLUSTERSIM_WORKERS": "many"}
        self.succeed("systems", "list", environment=wrong)
        scenario = "scenarios/first-steps/one-job.yaml"
        self.assertIn("CLUSTERSIM_", self.fail_with(2, "run", scenario, environment=wrong).stderr)
        self.succeed("run", scenario, "--seed", "1", "--workers", "1", environment=wrong)
        given = run("run", scenario, "--format", "json", "--seed", "7").stdout
        self.assertEqual(run("run", scenario, "--format", "json", environment={"CLUSTERSIM_SEED": "7"}).stdout, given)

    def test_version_is_one_line(self):
        self.assertRegex(self.succeed("--version").stdout, r"\Aclustersim \d+\.\d+\.\d+\n\Z")

    def test_no_command_is_wrong_use(self):
        self.fail_with(2)

    def test_an_unknown_command_is_wrong_use_and_the_nearest_is_named(self):
        self.assertIn('did you mean "replay"?', self.fail_with(2, "repaly").stderr)

    def test_an_unknown_option_is_wrong_use_and_the_nearest_is_named(self):
        self.assertIn("--replicates", self.fail_with(2, "run", "x.yaml", "--replicate", "3").stderr)

    def test_values_outside_their_range_are_wrong_use(self):
        for options in (["--replicates", "0"], ["--replicates", "many"], ["--seed", "-1"], ["--format", "xml"],
                        ["--workers", "0"]):
            with self.subTest(options=options):
                self.fail_with(2, "run", "scenarios/first-steps/one-job.yaml", *options)

    def test_wrong_questions_about_serving(self):
        model = ["inference", "llama-7b", "--system", "karolina"]
        self.assertIn('did you mean "fp16"?', self.fail_with(2, *model, "--precision", "fp15").stderr)
        self.assertIn("--batch", self.fail_with(2, *model, "--batch", "1,0").stderr)
        self.assertIn("--system", self.fail_with(2, "inference", "llama-7b").stderr)
        self.assertIn("does not divide 6 GPUs", self.fail_with(3, *model, "--gpus", "6", "--tensor", "4").stderr)
        self.assertIn("largest batch", self.fail_with(4, *model, "--batch", "1000").stderr)
        self.assertIn("is not trained", self.fail_with(3, "inference", "fft-2048", "--system", "lumi").stderr)

    def test_wrong_questions_about_serving_under_load(self):
        model = ["inference", "llama-7b", "--system", "karolina"]
        for options in (["--rate", "0"], ["--rate", "-1"], ["--rate", "nan"], ["--rate", "inf"], ["--rate", "1,x"],
                        ["--rate", "1", "--batch", "2"], ["--rate", "1", "--concurrency", "2"], ["--concurrency", "0"],
                        ["--concurrency", "2", "--batch", "2"], ["--rate", "1", "--spread", "nan"],
                        ["--rate", "1", "--seed", "-1"], ["--rate", "1", "--prefill", "chunkd"], ["--prefill", "first"],
                        ["--rate", "1", "--max-batch", "0"], ["--rate", "1", "--max-batch", "9000"]):
            with self.subTest(options=options):
                self.fail_with(2, *model, *options)
        self.assertIn("keys and values", self.fail_with(4, *model, "--rate", "1", "--prompt", "200000").stderr)
        self.assertIn("weights", self.fail_with(4, "inference", "llama-70b", *model[2:], "--rate", "1").stderr)
        self.assertIn("generates no tokens", self.fail_with(3, "inference", "bert-large", *model[2:], "--rate", "1").stderr)

    def test_the_same_question_about_serving_has_the_same_answer(self):
        model = ["inference", "llama-7b", "--system", "karolina", "--spread", "1", "--format", "json", "--rate", "2"]
        first = self.succeed(*model).stdout
        self.assertEqual(first, self.succeed(*model).stdout)
        self.assertNotEqual(first, self.succeed(*model, "--seed", "2").stdout)

    def test_what_is_not_a_finite_number_is_wrong_use(self):
        step = ["step", "gpt-857m", "--system", "lumi", "--nodes", "4", "--device-spread"]
        tests = ["nccl-tests", "--system", "lumi", "--nodes", "4"]
        for options in ([*step, "nan"], [*tests, "-f", "nan"], [*tests, "-b", "nan"], [*tests, "-e", "inf"],
                        [*tests, "-e", "nan"], [*tests, "-b", "1e-300"], [*tests, "--background", "nan"]):
            with self.subTest(options=options):
                self.fail_with(2, *options)

    def test_output_to_a_pipe_has_no_escape_codes(self):
        done = run("systems", "list")
        self.assertNotIn("\x1b", done.stdout + done.stderr)

    def test_explain_prints_the_page_of_a_code(self):
        self.assertIn("CS0103", self.succeed("explain", "CS0103").stdout)
        self.fail_with(2, "explain", "CS9999")


if __name__ == "__main__":
    unittest.main()
