# SPDX-License-Identifier: Apache-2.0
"""Runs the program under test for the cases of this folder."""
import os
import re
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.environ.get("CLUSTERSIM", os.path.join(ROOT, "build", "dev", "clustersim"))
SLOWDOWN = float(os.environ.get("CLUSTERSIM_SLOWDOWN", "1"))  # of a sanitized program


def run(*arguments, stdin="", cwd=ROOT, environment=None, timeout=120 * SLOWDOWN):
    """The finished process; stdout and stderr as text. The width of the caller's terminal does not matter."""
    kept = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    return subprocess.run([PROGRAM, *map(str, arguments)], input=stdin, capture_output=True, text=True, cwd=cwd,
                          timeout=timeout, env={**kept, "LC_ALL": "C.UTF-8", **(environment or {})})


def commands_of(text):
    """The commands that a help screen lists: that of the program in groups, those of Slurm in one line."""
    groups = {"Subcommands:"}
    if text.startswith("What-if simulator"):
        groups = set(re.findall(r"^\S.*:$", text, re.MULTILINE)) - {"Options:", "Examples:"}
    names, listed = [], False
    for line in text.splitlines():
        listed = line in groups or (listed and line.startswith("  "))
        if listed and re.fullmatch(r"  [a-z]+(, [a-z]+)+", line):
            names += line.strip().split(", ")
        elif listed and re.match(r"  [a-z]", line):
            names.append(line.split()[0])
    return names


class CommandCase(unittest.TestCase):
    """A test with its own empty folder."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as stream:
            stream.write(text)
        return self.path(name)

    def succeed(self, *arguments, **options):
        done = run(*arguments, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def fail_with(self, code, *arguments, **options):
        """Checks that a failure prints to stderr and nothing to stdout."""
        done = run(*arguments, **options)
        self.assertEqual(done.returncode, code, f"stdout: {done.stdout}\nstderr: {done.stderr}")
        self.assertEqual(done.stdout, "")
        self.assertNotEqual(done.stderr, "")
        return done
