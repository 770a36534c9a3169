# SPDX-License-Identifier: Apache-2.0
"""Writes the metrics of `clustersim metrics` into docs/metrics.md and the JSON schema of scenarios, or checks them.

usage: metric_tables.py PROGRAM [--check]
"""
import json
import os
import re
import subprocess
import sys
import textwrap

from source_files import root

BEGIN, END = "<!-- metrics -->\n", "<!-- /metrics -->\n"
ENUM = re.compile(r'(?P<head>"expectation": \{.*?"metric": \{\s*"enum": \[)(?P<names>[^\]]*)\]', re.DOTALL)


def listed(program, form):
    return subprocess.run([program, "metrics", "--format", form], check=True, capture_output=True, text=True).stdout


def with_table(text, table):
    head, found, rest = text.partition(BEGIN)
    _, closed, tail = rest.partition(END)
    if not found or not closed:
        sys.exit(f"docs/metrics.md: no {BEGIN.strip()} … {END.strip()}")
    return head + BEGIN + table + END + tail


def with_names(text, names):
    found = ENUM.search(text)
    if found is None:
        sys.exit("scenarios/schema/scenario-1.json: no list of the metrics of an expectation")
    lines = textwrap.wrap(", ".join(f'"{name}"' for name in names), 100)
    return text[:found.end("head")] + ("\n" + " " * 19).join(lines) + text[found.end("names"):]


def main():
    program = os.path.abspath(sys.argv[1])
    names = [metric["name"] for metric in json.loads(listed(program, "json"))]
    stale = False
    for name, renew in [("docs/metrics.md", lambda text: with_table(text, listed(program, "markdown"))),
                        ("scenarios/schema/scenario-1.json", lambda text: with_names(text, names))]:
        path = os.path.join(root(), name)
        with open(path, encoding="utf-8") as stream:
            before = stream.read()
        after = renew(before)
        if after == before:
            continue
        if "--check" in sys.argv:
            print(f"{name}: the metrics differ from those of this program; run tests/support/metric_tables.py PROGRAM")
            stale = True
        else:
            with open(path, "w", encoding="utf-8") as stream:
                stream.write(after)
    sys.exit(1 if stale else 0)


if __name__ == "__main__":
    main()
