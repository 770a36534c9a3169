# SPDX-License-Identifier: Apache-2.0
"""What a terminal shows: widths, bars, manual pages, templates, topics."""
import json
import os
import shutil
import subprocess
import unittest

from program import PROGRAM, ROOT, CommandCase, run

QUICKSTART = ["-q", "run", "scenarios/first-steps/quickstart.yaml", "--no-results", "--replicates", "1"]


def widest(text):
    """The widest line of a table: a line with two blanks between its cells."""
    return max(len(line) for line in text.splitlines() if "  " in line.strip())


class Width(CommandCase):
    def test_a_table_in_a_pipe_fits_80_characters(self):
        self.assertLessEqual(widest(self.succeed(*QUICKSTART).stdout), 80)
        for machine in ("jupiter", "leonardo"):
            self.assertLessEqual(widest(self.succeed("-q", "systems", "show", machine).stdout.split("\nSources of")[0]), 80)

    def test_columns_and_width_are_respected_and_the_option_wins(self):
        narrow = self.succeed("systems", "list", environment={"COLUMNS": "60"}).stdout
        self.assertLessEqual(widest(narrow), 60)
        wide = self.succeed("systems", "list", "--width", "200", environment={"COLUMNS": "60"}).stdout
        self.assertGreater(widest(wide), 80)

    def test_columns_that_are_no_number_are_ignored(self):
        usual = self.succeed("systems", "list").stdout
        for value in ("", "many", "-3", "0", "80x"):
            self.assertEqual(self.succeed("systems", "list", environment={"COLUMNS": value}).stdout, usual)

    def test_the_width_of_a_terminal_is_used(self):
        import fcntl
        import pty
        import struct
        import termios
        leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 200, 0, 0))
        environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
        with subprocess.Popen([PROGRAM, "systems", "list"], stdout=follower, cwd=ROOT, env=environment) as process:
            os.close(follower)
            shown = b""
            try:
                while part := os.read(leader, 65536):
                    shown += part
            except OSError:  # how a terminal says that it is closed
                pass
            self.assertEqual(process.wait(60), 0)
        os.close(leader)
        self.assertEqual(shown.decode().replace("\r", ""), self.succeed("systems", "list", "--width", "200").stdout)

    def test_formats_for_programs_have_no_width(self):
        for form in ("csv", "json"):
            both = [self.succeed("systems", "list", "--format", form, "--width", width).stdout for width in ("40", "200")]
            self.assertEqual(*both)


class Sections(CommandCase):
    def test_one_section_of_a_machine_by_its_nickname(self):
        for name in ("mn5", "marenostrum5", "jup", "jupiter"):
            access = self.succeed("systems", "show", name, "--section", "access").stdout
            self.assertIn("development of codes", access)
            self.assertNotIn("Sources of", access)
        facts = self.succeed("systems", "show", "mn5", "--section", "access", "--format", "csv").stdout.splitlines()
        self.assertTrue(all(line.startswith(("key,", "access.")) for line in facts), facts[:3])
        wrong = self.fail_with(2, "systems", "show", "mn5", "--section", "acess").stderr
        self.assertIn('did you mean "access"?', wrong)
        self.assertIn("partitions, qos, usual-jobs, access", wrong)
        self.fail_with(2, "systems", "show", "mn5", "--section", "access", "--format", "json")


class Progress(CommandCase):
    """What long commands say of themselves on a terminal."""

    def said(self, *arguments, environment=None):
        """What a command writes to the terminal of its stderr, and the seconds that it took."""
        import pty
        import time
        leader, follower = pty.openpty()
        began = time.monotonic()
        kept = {**os.environ, "LC_ALL": "C.UTF-8", **(environment or {})}
        with subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.DEVNULL, stderr=follower, cwd=ROOT, env=kept) as process:
            os.close(follower)
            shown = b""
            try:
                while part := os.read(leader, 65536):
                    shown += part
            except OSError:
                pass
            self.assertEqual(process.wait(120), 0, shown)
        os.close(leader)
        return shown.decode(), time.monotonic() - began

    def test_every_command_of_over_a_second_shows_that_it_works(self):
        result = self.path("result")
        quickstart = "scenarios/first-steps/quickstart.yaml"
        self.succeed("-q", "run", quickstart, "--replicates", "2", "--out", result)
        advised = "tests/fixtures/advise/good/lumi.sbatch"
        for command, words in ((("run", quickstart, "--no-results"), ("warming up queue 1 of 1", "of 10 replicates")),
                               (("compare", quickstart, "--systems", "karolina,vega", "--replicates", "4"), ("warming up queue", "of 8 replicates")),
                               (("advise", advised, "--system", "lumi", "--replicates", "2"), ("warming up queue 1 of 2", "of 4 replicates")),
                               (("explain", result, "--job", "train"), ("explain: working",)),
                               (("squeue", result), ("squeue: working",)),
                               (("diff", "tests/data/policy/site.yaml", "--workload", "tests/data/policy/jobs.csv",
                                 "--with", "bf_max_job_test=2"), ("diff: working",))):
            shown, took = self.said(*command)
            if took > 2.0:
                self.assertTrue(any(word in shown for word in words), f"{command} took {took:.1f} s and showed {shown!r}")
            # The line is removed before anything else is written, and at the end.
            self.assertFalse(shown.split("\r")[-1].endswith("replicates"), shown)

    def test_no_time_is_left_before_it_can_be_told(self):
        shown, _ = self.said("run", "scenarios/first-steps/quickstart.yaml", "--no-results", "--replicates", "4", "--workers", "1")
        self.assertNotIn(" left", shown)

    def test_nobody_who_wants_silence_sees_progress(self):
        for option in (["-q"], ["--message-format", "json"]):
            shown, _ = self.said(*option, "run", "scenarios/first-steps/quickstart.yaml", "--no-results", "--replicates", "2")
            self.assertNotIn("replicates\x1b", shown)
            self.assertNotIn("warming", shown)


class Bars(CommandCase):
    def test_bars_are_blocks_in_utf8_and_ascii_elsewhere(self):
        blocks = self.succeed(*QUICKSTART, "--detail").stdout
        self.assertIn("█", blocks)
        for locale in ({"LC_ALL": "C"}, {"LC_ALL": "", "LC_CTYPE": "POSIX"}, {"LC_ALL": "", "LANG": "de_DE.ISO-8859-1"}):
            ascii_bars = self.succeed(*QUICKSTART, "--detail", environment=locale).stdout
            self.assertIn("####", ascii_bars)
            self.assertFalse(set("▁▂▃▄▅▆▇█") & set(ascii_bars))


class Manual(CommandCase):
    def test_every_command_and_topic_has_a_page(self):
        self.succeed("help", "--man-pages", self.path("man"))
        pages = os.listdir(self.path("man/man1"))
        for name in ("clustersim.1", "clustersim-run.1", "clustersim-systems.1"):
            self.assertIn(name, pages)
        self.assertIn("clustersim-exit-codes.7", os.listdir(self.path("man/man7")))

    @unittest.skipUnless(shutil.which("groff"), "no groff")
    def test_groff_has_no_complaint(self):
        self.succeed("help", "--man-pages", self.path("man"))
        for folder, _, names in os.walk(self.path("man")):
            for name in names:
                done = subprocess.run(["groff", "-ww", "-man", "-Tutf8", os.path.join(folder, name)],
                                      capture_output=True, timeout=60)
                self.assertEqual(done.stderr, b"", name)
                self.assertTrue(done.stdout)

    def test_an_unknown_page_is_wrong_use(self):
        self.assertIn('did you mean "replay"?', self.fail_with(2, "help", "--man", "repaly").stderr)


class Help(CommandCase):
    def test_topics(self):
        for topic, said in (("units", "GPU"), ("exit-codes", "130"), ("formats", "SWF"), ("metrics", "node_hours")):
            self.assertIn(said, self.succeed("help", topic).stdout)

    def test_only_the_metrics_have_other_formats(self):
        self.assertEqual(json.loads(self.succeed("help", "metrics", "--format", "json").stdout)[0].keys(),
                         {"name", "title", "unit", "formula", "applies"})
        self.assertIn("only the metrics", self.fail_with(2, "help", "units", "--format", "json").stderr)

    def test_help_of_a_command_is_its_help(self):
        self.assertEqual(self.succeed("help", "run").stdout, self.succeed("run", "--help").stdout)
        self.assertEqual(self.succeed("help", "systems", "show").stdout, self.succeed("systems", "show", "--help").stdout)
        self.assertIn("SUBCOMMAND", self.succeed("help").stdout)

    def test_an_unknown_topic_is_wrong_use(self):
        self.assertIn('did you mean "units"?', self.fail_with(2, "help", "unit").stderr)


class Templates(CommandCase):
    def test_every_template_is_valid_elsewhere(self):
        listed = self.succeed("init", "--list", "--format", "csv").stdout.splitlines()[1:]
        self.assertGreater(len(listed), 20)
        for name in ("quickstart", "archer2", "llama-7b-on-lumi"):
            self.succeed("init", "--template", name, cwd=self.folder)
            self.succeed("check", name + ".yaml", cwd=self.folder)

    def test_without_a_template_it_writes_the_quickstart(self):
        self.succeed("init", "-o", "mine.yaml", cwd=self.folder)
        self.succeed("init", "--template", "quickstart", cwd=self.folder)
        with open(os.path.join(self.folder, "mine.yaml")) as mine, open(os.path.join(self.folder, "quickstart.yaml")) as named:
            self.assertEqual(mine.read(), named.read())

    def test_the_list_begins_with_where_to_start_and_has_no_solutions(self):
        text = self.succeed("init", "--list").stdout
        self.assertTrue(text.startswith("Start here\n"), text[:80])
        rows = [row.split(",")[:2] for row in self.succeed("init", "--list", "--format", "csv").stdout.splitlines()[1:]]
        self.assertEqual(rows[0][0], "quickstart")
        self.assertEqual(len({name for name, folder in rows}), len(rows))
        self.assertNotIn("solutions", text + str(rows))

    def test_a_site_is_not_called_a_scenario(self):
        said = self.succeed("init", "--template", "cluster", cwd=self.folder).stderr
        self.assertIn("`system: ./cluster.yaml`", said)
        self.assertNotIn("clustersim run", said)

    def test_a_file_is_not_replaced_without_force(self):
        mine = self.write("mine.yaml", "mine\n")
        self.fail_with(5, "init", "--template", "one-job", "-o", mine)
        with open(mine, encoding="utf-8") as stream:
            self.assertEqual(stream.read(), "mine\n")
        self.succeed("init", "--template", "one-job", "-o", mine, "--force")

    def test_a_folder_without_templates_is_an_error(self):
        self.assertIn("CLUSTERSIM_DATA", self.fail_with(5, "--data", self.folder, "init", "--list").stderr)

    def test_an_unknown_template_names_the_nearest(self):
        self.assertIn('did you mean "quickstart"?', self.fail_with(3, "init", "--template", "quikstart").stderr)


class Applications(CommandCase):
    def test_every_number_of_an_application_is_shown_with_its_source(self):
        for form in ("table", "csv", "json", "markdown"):
            shown = self.succeed("applications", "show", "llama-7b", "--format", form).stdout
            self.assertIn("11008", shown)
            self.assertIn("docs", shown)
        self.fail_with(3, "applications", "show", "lama-7b")


if __name__ == "__main__":
    unittest.main()
