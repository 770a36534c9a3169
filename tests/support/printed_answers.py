# SPDX-License-Identifier: Apache-2.0
"""Writes what commands print into the pages that show it, or checks that the pages still say the same.

A page has an answer between the lines <!-- prints: clustersim ... --> and <!-- /prints -->, indented
by four spaces, or as a quotation (`> `) if its first line is one. Commands run at the top of the source tree.

usage: printed_answers.py PROGRAM [--check] [PAGE ...]
"""
import difflib
import os
import re
import shlex
import subprocess
import sys

from source_files import files, root

ANSWER = re.compile(r"<!-- prints: clustersim (?P<command>[^\n]*) -->\n\n?(?P<text>.*?)<!-- /prints -->\n", re.DOTALL)


def printed(program, command):
    words = ["--quiet", *shlex.split(command)]
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    run = subprocess.run([program, *words], cwd=root(), capture_output=True, text=True,
                         env={**environment, "LC_ALL": "C.UTF-8"})
    # 4: the answer is that the request cannot be met.
    if run.returncode not in (0, 4) or not run.stdout:
        sys.exit(f"clustersim {command} ended with {run.returncode}:\n{run.stderr}")
    return run.stdout


def indented(answer, as_quotation):
    prefix = "> " if as_quotation else "    "
    return "".join((prefix + line).rstrip() + "\n" for line in answer.splitlines()).rstrip("\n> ") + "\n\n"


def renewed(page, program):
    def one(match):
        command = match["command"]
        text = indented(printed(program, command), match["text"].startswith(">"))
        return f"<!-- prints: clustersim {command} -->\n\n{text}<!-- /prints -->\n"
    return ANSWER.sub(one, page)


def main():
    check = "--check" in sys.argv
    program, *pages = [os.path.abspath(word) for word in sys.argv[1:] if word != "--check"]
    stale = False
    for path in pages or [os.path.join(root(), name) for name in files((".md",))]:
        with open(path, encoding="utf-8") as stream:
            before = stream.read()
        after = renewed(before, program)
        if before == after:
            continue
        stale = True
        if check:
            sys.stdout.writelines(difflib.unified_diff(
                before.splitlines(keepends=True), after.splitlines(keepends=True), path, "now"))
        else:
            with open(path, "w", encoding="utf-8") as stream:
                stream.write(after)
    if check and stale:
        sys.exit("renew them: tests/support/renew.py PROGRAM")


if __name__ == "__main__":
    main()
