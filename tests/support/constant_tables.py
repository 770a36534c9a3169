# SPDX-License-Identifier: Apache-2.0
"""Writes the calibrated constants of workloads/frameworks/ and systems/accelerators/ and the rows that each stands on into docs/validation.md, or checks them.

The page has the table between the lines <!-- constants --> and <!-- /constants -->. The source of a calibrated constant says
"fitted to every second of N rows of SET", "fitted to M of N rows of SET" or "fitted to one row of SET", where SET is one of workloads/measurements/bounds.csv.
Spreads are ranges, not constants of a prediction, and are left out.

usage: constant_tables.py [--check]
"""
import csv
import glob
import os
import re
import sys

from source_files import root

BEGIN, END = "<!-- constants -->\n", "<!-- /constants -->\n"
CONSTANT = re.compile(r"^  (\w+): \{value: ([^,}]+), source: (\w+), confidence: calibrated\b", re.M)
SOURCE = re.compile(r"^  (\w+): '(.*)'$", re.M)
FIT = re.compile(r"fitted to (?:(every second|\d+) of (\d+) rows|one row) of ([\w-]+)")


def constants(path, sets):
    """Yields name, value, rows used, rows there are and the set that has them."""
    with open(path, encoding="utf-8") as stream:
        text = stream.read()
    sources = dict(SOURCE.findall(text.partition("\nframework:")[0].replace("''", "’")))
    for name, value, source in CONSTANT.findall(text):
        if name.endswith("_spread"):
            continue
        fit = FIT.search(sources.get(source, ""))
        where = f"{os.path.relpath(path, root())}: {name} is calibrated"
        if not fit:
            sys.exit(f'{where}, but its source {source} does not say "fitted to every second of N rows of SET"')
        if fit[3] not in sets:
            sys.exit(f"{where} on {fit[3]}, which is no set of workloads/measurements/bounds.csv")
        rows = int(fit[2] or 1)
        used = int(fit[1]) if fit[1] and fit[1].isdigit() else (rows + 1) // 2
        yield name, value, used, rows, fit[3]


def files():
    """The files of software and devices, which a step's constants are in."""
    return [path for folder in ("workloads/frameworks", "systems/accelerators")
            for path in sorted(glob.glob(os.path.join(root(), folder, "*.yaml")))]


def table():
    with open(os.path.join(root(), "workloads/measurements/bounds.csv"), encoding="utf-8") as stream:
        sets = {row["set"] for row in csv.DictReader(stream)}
    rows = [("software or device", "constant", "value", "fitted to", "of", "rows of")]
    count = 0
    for path in files():
        software = os.path.splitext(os.path.basename(path))[0]
        own = list(constants(path, sets))
        count += len(own)
        if not own and "frameworks" in path:
            rows.append((software, "none", "", "", "", ""))
        for name, value, used, there, where in own:
            rows.append((software, f"`{name}`", value, str(used), str(there), where))
    widths = [max(len(row[i]) for row in rows) for i in range(6)]
    right = (2, 3, 4)
    lines = ["| " + " | ".join(cell.rjust(w) if i in right else cell.ljust(w) for i, (cell, w) in enumerate(zip(row, widths))) + " |"
             for row in rows]
    rule = "|" + "|".join("-" * (w + 1) + (":" if i in right else "-") for i, w in enumerate(widths)) + "|"
    if count == 0:
        sys.exit("no calibrated constant was found: the form of the files must have changed")
    return "\n".join([lines[0], rule, *lines[1:]]) + "\n"


def main():
    path = os.path.join(root(), "docs/validation.md")
    with open(path, encoding="utf-8") as stream:
        before = stream.read()
    head, found, rest = before.partition(BEGIN)
    _, closed, tail = rest.partition(END)
    if not found or not closed:
        sys.exit(f"docs/validation.md: no {BEGIN.strip()} … {END.strip()}")
    after = head + BEGIN + table() + END + tail
    if after == before:
        return
    if "--check" in sys.argv:
        sys.exit("docs/validation.md: the table of constants differs from workloads/frameworks; run tests/support/renew.py PROGRAM")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(after)


if __name__ == "__main__":
    main()
