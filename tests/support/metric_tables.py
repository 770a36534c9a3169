# SPDX-License-Identifier: Apache-2.0
"""Writes the metrics of `clustersim help metrics` into docs/metrics.md, or checks them; their names in the schema: schema_names.py.

usage: metric_tables.py PROGRAM [--check]
"""
import os
import subprocess
import sys

from source_files import root

BEGIN, END = "<!-- metrics -->\n", "<!-- /metrics -->\n"


def listed(program, form):
    return subprocess.run([program, "help", "metrics", "--format", form], check=True, capture_output=True, text=True).stdout


def with_table(text, table):
    head, found, rest = text.partition(BEGIN)
    _, closed, tail = rest.partition(END)
    if not found or not closed:
        sys.exit(f"docs/metrics.md: no {BEGIN.strip()} … {END.strip()}")
    return head + BEGIN + table + END + tail


def main():
    program = os.path.abspath(sys.argv[1])
    path = os.path.join(root(), "docs/metrics.md")
    with open(path, encoding="utf-8") as stream:
        before = stream.read()
    after = with_table(before, listed(program, "markdown"))
    if after == before:
        return
    if "--check" in sys.argv:
        sys.exit("docs/metrics.md: the metrics differ from those of this program; run tests/support/renew.py PROGRAM")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(after)


if __name__ == "__main__":
    main()
