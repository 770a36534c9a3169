# SPDX-License-Identifier: Apache-2.0
"""What a terminal shows: widths, bars, completion, manual pages, templates, topics."""
import os
import shutil
import subprocess
import unittest

from program import PROGRAM, ROOT, CommandCase, run

QUICKSTART = ["-q", "run", "scenarios/first-steps/quickstart.yaml", "--no-results", "--replicates", "1"]


def widest(text):
    """The widest line of a table: a line with two blanks between its cells."""
    return max(len(line) for line in text.splitlines() if "  " in line)


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


class Bars(CommandCase):
    def test_bars_are_blocks_in_utf8_and_ascii_elsewhere(self):
        blocks = self.succeed(*QUICKSTART).stdout
        self.assertIn("█", blocks)
        for locale in ({"LC_ALL": "C"}, {"LC_ALL": "", "LC_CTYPE": "POSIX"}, {"LC_ALL": "", "LANG": "de_DE.ISO-8859-1"}):
            ascii_bars = self.succeed(*QUICKSTART, environment=locale).stdout
            self.assertIn("####", ascii_bars)
            self.assertFalse(set("▁▂▃▄▅▆▇█") & set(ascii_bars))


class Completion(CommandCase):
    def candidates(self, *words):
        return [line.split("\t")[0] for line in self.succeed("__complete", *words).stdout.splitlines()]

    def test_commands_options_and_values(self):
        self.assertEqual(self.candidates("compl"), ["completion"])
        self.assertIn("--replicates", self.candidates("run", "x.yaml", "--rep"))
        self.assertIn("--data", self.candidates("run", "--d"))
        self.assertEqual(self.candidates("run", "--format", ""), ["table", "json", "csv", "markdown"])
        self.assertEqual(self.candidates("run", "--format=c"), ["--format=csv"])
        self.assertEqual(self.candidates("systems", ""), ["list", "show", "check"])

    def test_names_of_machines_applications_scenarios_and_topics(self):
        self.assertIn("karolina", self.candidates("systems", "show", "k"))
        self.assertEqual(self.candidates("compare", "x.yaml", "--systems", "lumi,kar"), ["lumi,karolina"])
        self.assertIn("llama-7b", self.candidates("plan", "llama"))
        self.assertIn("scenarios/first-steps/quickstart.yaml", self.candidates("run", "scen"))
        self.assertEqual(self.candidates("init", "--template", "quick"), ["quickstart"])
        self.assertIn("units", self.candidates("help", ""))

    def test_an_option_that_is_there_is_not_offered_again(self):
        self.assertNotIn("--seed", self.candidates("run", "x.yaml", "--seed", "3", "--se"))

    def test_no_words_can_make_it_fail(self):
        for words in ([], [""], ["--"], ["no-such-command", ""], ["run", "--nothing", ""], ["run", "="], ["\x1b[31m"]):
            self.assertEqual(run("__complete", *words).returncode, 0)

    def bash(self, *words):
        """What bash offers for the last word, with the installed function itself."""
        script = self.path("completion.bash")
        self.succeed("completion", "bash", "-o", script)
        line = " ".join(f"'{word}'" for word in words)
        code = f'source "{script}"; COMP_WORDS=("{PROGRAM}" {line}); COMP_CWORD={len(words)}; _clustersim; ' \
               'printf "%s\\n" "${COMPREPLY[@]}"; complete -p clustersim'
        done = subprocess.run(["bash", "--norc", "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=60)
        self.assertEqual(done.stderr, "")
        *offered, registered = done.stdout.splitlines()
        self.assertEqual(registered, "complete -F _clustersim clustersim")
        return offered

    @unittest.skipUnless(shutil.which("bash"), "no bash")
    def test_bash(self):
        self.assertEqual(self.bash("forec"), ["forecast"])
        self.assertEqual(self.bash("systems", "show", "karol"), ["karolina"])
        self.assertEqual(self.bash("run", "--format", "=", "js"), ["json"])
        self.assertEqual(self.bash("run", "--format", "="), ["table", "json", "csv", "markdown"])
        self.assertIn("README.md", self.bash("run", "READ"))
        self.assertIn("scenarios", self.bash("report", "scen"))

    @unittest.skipUnless(shutil.which("zsh"), "no zsh")
    def test_zsh_parses_the_script(self):
        self.succeed("completion", "zsh", "-o", self.path("_clustersim"))
        subprocess.run(["zsh", "-n", self.path("_clustersim")], check=True, timeout=60)

    @unittest.skipUnless(shutil.which("fish"), "no fish")
    def test_fish_parses_the_script(self):
        self.succeed("completion", "fish", "-o", self.path("clustersim.fish"))
        subprocess.run(["fish", "-n", self.path("clustersim.fish")], check=True, timeout=60)


class Manual(CommandCase):
    def test_every_command_and_topic_has_a_page(self):
        self.succeed("man", "--all", self.path("man"))
        pages = os.listdir(self.path("man/man1"))
        for name in ("clustersim.1", "clustersim-run.1", "clustersim-systems.1"):
            self.assertIn(name, pages)
        self.assertIn("clustersim-exit-codes.7", os.listdir(self.path("man/man7")))

    @unittest.skipUnless(shutil.which("groff"), "no groff")
    def test_groff_has_no_complaint(self):
        self.succeed("man", "--all", self.path("man"))
        for folder, _, names in os.walk(self.path("man")):
            for name in names:
                done = subprocess.run(["groff", "-ww", "-man", "-Tutf8", os.path.join(folder, name)],
                                      capture_output=True, timeout=60)
                self.assertEqual(done.stderr, b"", name)
                self.assertTrue(done.stdout)

    def test_an_unknown_page_is_wrong_use(self):
        self.assertIn('did you mean "replay"?', self.fail_with(2, "man", "repaly").stderr)


class Help(CommandCase):
    def test_topics(self):
        for topic, said in (("units", "GPU"), ("exit-codes", "130"), ("formats", "SWF")):
            self.assertIn(said, self.succeed("help", topic).stdout)

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

    def test_a_file_is_not_replaced_without_force(self):
        mine = self.write("mine.yaml", "mine\n")
        self.fail_with(5, "init", "--template", "one-job", "-o", mine)
        with open(mine, encoding="utf-8") as stream:
            self.assertEqual(stream.read(), "mine\n")
        self.succeed("init", "--template", "one-job", "-o", mine, "--force")

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
