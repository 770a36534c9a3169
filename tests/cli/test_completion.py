# SPDX-License-Identifier: Apache-2.0
"""Completion: what the program offers, and what bash, zsh and fish make of it when a user presses the key."""
import os
import pty
import select
import shutil
import subprocess
import time
import unittest

from program import PROGRAM, ROOT, CommandCase, run

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

    def test_a_list_of_choices_in_a_description_makes_no_lines(self):
        self.assertEqual([word for word in self.candidates("replay", "x.swf", "--") if not word.startswith("--")], [])

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
        self.assertIn("scenarios", self.bash("show", "scen"))


class Shell:
    """An interactive shell in a terminal of its own."""

    def __init__(self, arguments, folder, environment):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(arguments[0], arguments, {**os.environ, "TERM": "dumb", "LC_ALL": "C.UTF-8", **environment})

    def type(self, text):
        os.write(self.terminal, text.encode())

    def read_until(self, mark):
        """What the terminal shows up to the mark, which must come within a minute."""
        shown, end = "", time.monotonic() + 60
        while mark not in shown:
            ready, _, _ = select.select([self.terminal], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise AssertionError(f"no {mark!r} in {shown!r}")
            shown += os.read(self.terminal, 65536).decode(errors="replace")
        return shown

    def close(self):
        os.close(self.terminal)
        os.waitpid(self.process, 0)


class RealShell(CommandCase):
    """Types in a real shell, presses the key of completion, and reads the line that the shell makes of it."""
    SHELL = None

    def setUp(self):
        super().setUp()
        if self.SHELL is None or shutil.which(self.SHELL) is None:
            self.skipTest(f"{self.SHELL} is not installed: apt-get install {self.SHELL}")
        os.mkdir(self.path("bin"))
        os.symlink(PROGRAM, self.path("bin/clustersim"))
        os.mkdir(self.path("my results"))
        self.write("study.yaml", "")
        self.environment = {"PATH": self.path("bin") + ":" + os.environ["PATH"], "HOME": self.folder,
                            "ZDOTDIR": self.folder, "CLUSTERSIM_DATA": ROOT}

    def test_a_command_an_option_and_a_machine(self):
        self.assertEqual(self.completed("clustersim forec"), "clustersim forecast")
        self.assertEqual(self.completed("clustersim run --replic"), "clustersim run --replicates")
        self.assertEqual(self.completed("clustersim systems show karol"), "clustersim systems show karolina")
        self.assertEqual(self.completed("clustersim compare s.yaml --systems lumi,karol"),
                         "clustersim compare s.yaml --systems lumi,karolina")

    def test_a_value_after_a_blank_and_after_an_equals_sign(self):
        self.assertEqual(self.completed("clustersim run --format mark"), "clustersim run --format markdown")
        self.assertEqual(self.completed("clustersim run --format=mark"), "clustersim run --format=markdown")

    def test_files_and_folders_with_blanks_in_their_names(self):
        self.assertEqual(self.completed("clustersim run stu"), "clustersim run study.yaml")
        self.assertEqual(self.completed("clustersim run --out=my"), "clustersim run --out=my\\ results/")
        self.assertEqual(self.completed("clustersim show my"), "clustersim show my\\ results/")


class Bash(RealShell):
    SHELL = "bash"

    def completed(self, line):
        self.succeed("completion", "bash", "-o", self.path("c.bash"))
        self.write("rc", f"PS1=; . '{self.path('c.bash')}'; show() {{ printf '<%s>\\n' \"$READLINE_LINE\"; READLINE_LINE=; }}; "
                         "bind -x '\"\\C-o\": show'; printf 'rea%s\\n' dy\n")
        shell = Shell(["bash", "--rcfile", self.path("rc"), "-i"], self.folder, self.environment)
        self.addCleanup(shell.close)
        shell.read_until("ready")
        shell.type(line + "\t\x0f")
        return shell.read_until(">").rpartition("<")[2].partition(">")[0].rstrip()


class Zsh(RealShell):
    SHELL = "zsh"

    def completed(self, line):
        os.makedirs(self.path("functions"), exist_ok=True)
        self.succeed("completion", "zsh", "-o", self.path("functions/_clustersim"))
        self.write(".zshrc", "PS1=; unset zle_bracketed_paste; fpath=(~/functions $fpath); autoload -Uz compinit; compinit -u -D\n"
                             "show() { print -r -- \"<$BUFFER>\"; BUFFER= }; zle -N show; bindkey '^I' complete-word '^O' show\n"
                             "zle-line-init() { print rea''dy }; zle -N zle-line-init\n")
        shell = Shell(["zsh", "-d", "-i"], self.folder, self.environment)
        self.addCleanup(shell.close)
        shell.read_until("ready")
        shell.type(line + "\t\x0f")
        return shell.read_until(">").rpartition("<")[2].partition(">")[0].rstrip()


class Fish(RealShell):
    SHELL = "fish"

    def completed(self, line):
        """The only candidate of fish for the last word, with the words before it."""
        folder = self.path(".config/fish/completions")
        os.makedirs(folder, exist_ok=True)
        self.succeed("completion", "fish", "-o", os.path.join(folder, "clustersim.fish"))
        done = subprocess.run(["fish", "-c", "complete -C --escape $argv[1]", line], capture_output=True, text=True, cwd=self.folder,
                              env={**os.environ, **self.environment}, timeout=60)
        self.assertEqual(done.stderr, "")
        candidates = [shown.partition("\t")[0] for shown in done.stdout.splitlines()]
        self.assertEqual(len(candidates), 1, candidates)
        return line.rpartition(" ")[0] + " " + candidates[0]


del RealShell  # only its children are cases

if __name__ == "__main__":
    unittest.main()
