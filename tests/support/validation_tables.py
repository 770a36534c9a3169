# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of `clustersim validate` into docs/validation.md and README.md, or checks them.

Both files have them between the lines <!-- validate --> and <!-- /validate -->: the whole table in
the first; in the second the sets of most rows, and the quantities that are worst.

usage: validation_tables.py PROGRAM [--check | --bounds]
"""
import csv
import json
import os
import subprocess
import sys

from source_files import root

BEGIN, END = "<!-- validate -->\n", "<!-- /validate -->\n"


def replaced(text, table, path):
    head, found, rest = text.partition(BEGIN)
    _, closed, tail = rest.partition(END)
    if not found or not closed:
        sys.exit(f"{path}: no {BEGIN.strip()} … {END.strip()}")
    return head + BEGIN + table + END + tail


def cells(line):
    return [cell.strip() for cell in line.rstrip().split("|")[1:-1]]


LARGEST, WORST = 2, 3


def scoreboard(table):
    """Returns the heading, the sets of most rows and the quantities that are worst, without repeating a set."""
    lines = table.splitlines(keepends=True)
    scored = [(cells(line), line) for line in lines[2:]]
    scored = [(row, line) for row, line in scored if row[3].endswith("%") and row[4].endswith("%")]
    by_rows = sorted(scored, key=lambda one: -int(one[0][2].split()[0].replace(",", "")))
    by_error = sorted(scored, key=lambda one: -float(one[0][3].removesuffix(" %")))
    chosen = {}
    for order, count in (by_rows, LARGEST), (by_error, WORST):
        wanted = len(chosen) + count
        for row, line in order:
            if len(chosen) < wanted:
                chosen.setdefault(row[0], line)
    return "".join(lines[:2] + list(chosen.values()))


def bounds(program):
    """Reports mean errors above the bounds of workloads/measurements/bounds.csv."""
    scored = json.loads(subprocess.run([program, "validate", "--format", "json"], check=True,
                                       capture_output=True, text=True).stdout)
    errors = {(one["name"], s["quantity"]): s for one in scored["sets"] for s in one["summaries"]}
    bad = []
    with open(os.path.join(root(), "workloads/measurements/bounds.csv"), encoding="utf-8") as stream:
        for row in csv.DictReader(stream):
            summary = errors.pop((row["set"], row["quantity"]), None)
            what = f'{row["set"]}, {row["quantity"]}'
            if summary is None or summary["predicted"] < int(row["rows"]):
                bad.append(f"{what}: fewer than {row['rows']} rows are predicted")
            elif summary["mean_error"] > float(row["at_most"]):
                bad.append(f"{what}: {summary['mean_error']:.4f}, at most {row['at_most']} is allowed")
    bad += [f"{name}, {quantity}: no bound" for (name, quantity), s in errors.items() if s["predicted"]]
    return bad


def main():
    program = os.path.abspath(sys.argv[1])
    if "--bounds" in sys.argv:
        problems = bounds(program)
        print("\n".join(problems) or "all within their bounds")
        sys.exit(1 if problems else 0)
    table = subprocess.run([program, "validate", "--format", "markdown"], check=True,
                           capture_output=True, text=True).stdout
    stale = False
    for name, part in [("docs/validation.md", table), ("README.md", scoreboard(table))]:
        path = os.path.join(root(), name)
        with open(path, encoding="utf-8") as stream:
            before = stream.read()
        after = replaced(before, part, name)
        if after == before:
            continue
        if "--check" in sys.argv:
            print(f"{name}: the tables differ from those of this program; "
                  "run tests/support/renew.py PROGRAM")
            stale = True
        else:
            with open(path, "w", encoding="utf-8") as stream:
                stream.write(after)
    sys.exit(1 if stale else 0)


if __name__ == "__main__":
    main()
