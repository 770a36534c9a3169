# SPDX-License-Identifier: Apache-2.0
"""Runs every code block of the documentation, each page in a scratch folder of its own.

Shell blocks run command by command, Python blocks whole, SQL on the sweep of its page; YAML is checked. Commands within
the text must name known subcommands and options. Blocks that do not run are listed with their reasons.

usage: run_docs.py PROGRAM [--long] [PAGE ...]
  without --long, each question is answered from one simulated queue
"""
import concurrent.futures
import os
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

import ruamel.yaml

from doc_pages import blocks, inline_commands, pages
from source_files import root

SLOW = 60  # seconds from which a command is reported


class Page:
    """A page in its scratch folder."""

    def __init__(self, page, program, long):
        self.page, self.program, self.long = page, program, long
        self.blocks, self.setup = blocks(page)
        self.problems, self.skipped, self.times, self.options = [], [], [], {}

    def run(self):
        with tempfile.TemporaryDirectory(prefix="docs-") as folder:
            self.folder = os.path.join(folder, "clustersim")
            self.prepare(folder)
            for command in self.setup:
                self.command(command, f"{self.page}: setup", (0,))
            for block in self.blocks:
                self.block(block)
        for line, command in inline_commands(self.page):
            self.check_words(command, f"{self.page}:{line}")
        return self

    def prepare(self, folder):
        """A tree in which commands find shipped files, and write without changing any."""
        os.makedirs(os.path.join(self.folder, "build/release"))
        for name in os.listdir(root()):
            if name not in ("build", "results", ".git", "scenarios"):
                os.symlink(os.path.join(root(), name), os.path.join(self.folder, name))
        shutil.copytree(os.path.join(root(), "scenarios"), os.path.join(self.folder, "scenarios"))
        os.symlink(self.program, os.path.join(self.folder, "build/release/clustersim"))
        home = os.path.join(folder, "home")
        for part in (".zfunc", ".config/fish/completions", ".local/share/man"):
            os.makedirs(os.path.join(home, part))
        path = os.pathsep.join([os.path.join(self.folder, "build/release"), "/usr/bin", os.environ["PATH"]])
        self.environment = {**os.environ, "PATH": path, "HOME": home, "LC_ALL": "C.UTF-8", "CLUSTERSIM": self.program,
                            "PYTHONPATH": os.path.join(root(), "notebooks")}
        if not self.long:
            self.environment["CLUSTERSIM_REPLICATES"] = "1"

    def block(self, block):
        place = f"{block.page}:{block.line}"
        for name in ("not run", "long"):
            if name in block.directives and not (self.long and name == "long"):
                self.skipped.append(f"{place}: {name}: {block.directives[name]}")
                return
        allowed = (0, *map(int, block.directives.get("exits", "").split()))
        if block.kind == "shell":
            for command in commands(block.text):
                self.command(command, place, allowed)
        elif block.kind == "prints":
            pass  # answers_long runs these commands and compares what they print
        elif block.kind == "python":
            text = block.text if self.long else re.sub(r"replicates=\d+", "replicates=1", block.text)
            self.execute([sys.executable, "-c", text], block.text, place, allowed)
        elif block.kind == "sql":
            self.query(block.text, place)
        elif block.kind == "yaml":
            self.check_yaml(block, place)
        elif block.kind != "text":
            self.problems.append(f"{place}: a block of unknown kind `{block.kind}`")

    def command(self, command, place, allowed):
        if not self.long:
            command = re.sub(r"--replicates \d+", "--replicates 1", command)
        self.execute(["bash", "-o", "pipefail", "-c", command], command, place, allowed)

    def execute(self, words, text, place, allowed):
        begun = time.monotonic()
        with subprocess.Popen(words, cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as done:
            try:
                stderr = done.communicate(timeout=3600 if self.long else 900)[1]
            except subprocess.TimeoutExpired:
                os.killpg(done.pid, signal.SIGKILL)
                stderr = "it takes too long; mark the block: <!-- long: REASON -->"
                done.communicate()
        self.times.append((time.monotonic() - begun, f"{place}: {text.splitlines()[0]}"))
        if done.returncode not in allowed:
            self.problems.append(f"{place}: ended with {done.returncode}: {text}\n{stderr[-1500:]}")

    def query(self, text, place):
        try:
            with sqlite3.connect(os.path.join(self.folder, "study.sqlite")) as file:
                file.execute(text.rstrip().rstrip(";")).fetchall()
        except sqlite3.Error as error:
            self.problems.append(f"{place}: {error}")

    def check_yaml(self, block, place):
        yaml = ruamel.yaml.YAML()
        try:
            part = yaml.load(block.text)
        except ruamel.yaml.error.YAMLError as error:
            self.problems.append(f"{place}: {error}")
            return
        name = block.directives.get("save as", f"block-{block.line}.yaml")
        if "in" in block.directives:
            base, key = block.directives["in"]
            name = os.path.join(os.path.dirname(base), name)
            with open(os.path.join(self.folder, base), encoding="utf-8") as stream:
                whole = yaml.load(stream)
            inner = whole
            for step in key.split(".") if key else []:
                if step not in inner:
                    self.problems.append(f"{place}: {base} has no `{key}`")
                    return
                inner = inner[step]
            inner.update(part)
            part = whole
        elif "schema" not in part:
            self.problems.append(f"{place}: a part of a file; say of which: <!-- in FILE at KEY -->")
            return
        # systems/ and the like are those of the source tree: a part of them is written beside the page's files.
        if os.path.islink(os.path.join(self.folder, name.split("/")[0])):
            name = os.path.basename(name)
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as stream:
            yaml.dump(part, stream)
        verb = "check" if re.match(r"clustersim/(scenario|project)/", part["schema"]) else "systems check"
        self.command(f"clustersim {verb} {name}", place, (0, 4))

    def check_words(self, command, place):
        """The subcommand and the long options of a command within the text exist."""
        try:
            words = shlex.split(command, comments=True)[1:]
        except ValueError:
            words = command.split()[1:]
        verbs = []
        for word in words:
            if not re.fullmatch(r"[a-z_][a-z-]*", word) or word not in self.completions(tuple(verbs), ""):
                break
            verbs.append(word)
        if not verbs and words and re.fullmatch(r"[a-z][a-z-]*", words[0]):
            self.problems.append(f"{place}: there is no command `{command}`")
        known = self.completions(tuple(verbs), "--")
        for word in re.findall(r"(?<![\w-])--[a-z][a-z-]*", command):
            if word not in known and word not in ("--help", "--quiet", "--version"):
                self.problems.append(f"{place}: `clustersim {' '.join(verbs)}` has no option {word}")

    def completions(self, verbs, typed):
        if (verbs, typed) not in self.options:
            done = subprocess.run([self.program, "__complete", *verbs, typed], capture_output=True, text=True)
            self.options[verbs, typed] = {line.split("\t")[0] for line in done.stdout.splitlines()}
        return self.options[verbs, typed]


def commands(text):
    """The commands of a shell block: lines, with those that they go on in, and here-documents."""
    found, pending, end = [], [], None
    for line in text.splitlines():
        pending.append(line[2:] if line.startswith("$ ") else line)
        here = re.search(r"<<'?(\w+)'?", line)
        if here and end is None:
            end = here[1]
            continue
        if end is not None:
            if line.strip() != end:
                continue
            end = None
        elif line.endswith("\\"):
            continue
        if "".join(pending).strip():
            found.append("\n".join(pending))
        pending = []
    return found


def main():
    program, *chosen = [word for word in sys.argv[1:] if word != "--long"]
    program = os.path.abspath(program)
    chosen = [os.path.relpath(os.path.abspath(path), root()) for path in chosen]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        done = list(pool.map(lambda page: Page(page, program, "--long" in sys.argv).run(), chosen or pages()))
    for page in done:
        for line in page.skipped:
            print(line)
    for seconds, text in sorted(time for page in done for time in page.times if time[0] > SLOW):
        print(f"{seconds:.0f} s: {text}")
    problems = [problem for page in done for problem in page.problems]
    print("\n".join(problems))
    counts = {}
    for block in (block for page in done for block in page.blocks):
        counts[block.kind] = counts.get(block.kind, 0) + 1
    print(f"docs: {len(done)} pages; blocks: " + ", ".join(f"{n} {kind}" for kind, n in sorted(counts.items())) +
          f"; {sum(len(page.times) for page in done)} commands run; {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
