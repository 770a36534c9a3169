# SPDX-License-Identifier: Apache-2.0
"""Checks every text file: no paths of one machine, no unfinished work, no stray whitespace, no property without a verdict."""
import re

from source_files import files, finish, read

FORBIDDEN = [
    (re.compile(r"(?<![\w.])/(?:work|home|root|Users)/[\w.]"), "a path of one machine"),
    (re.compile(r"\.\./shared\b"), "a path outside the tree"),
    (re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b"), "work left open"),
    (re.compile(r"(?:<<<<<<<|>>>>>>>) \w"), "a merge left open"),
    (re.compile(r"\r$"), "a carriage return"),
]
# rc::check only returns whether the property holds: a test fails by what it does with that.
PROPERTY = re.compile(r"\brc::check\(")
TRAILING_BLANK = re.compile(r"[ \t]+$")
# Approved output and fixtures keep whatever bytes they are about.
EXEMPT = ("tests/golden/", "tests/fixtures/", "tests/fuzz/corpus/", "tests/data/", "tests/support/check_text.py")


def check(path):
    problems = []
    text = read(path)
    if text and not text.endswith("\n"):
        problems.append(f"{path}: the last line has no end")
    for number, line in enumerate(text.split("\n"), 1):
        for pattern, why in FORBIDDEN:
            if pattern.search(line):
                problems.append(f"{path}:{number}: {why}: {line.strip()[:80]}")
        if TRAILING_BLANK.search(line):
            problems.append(f"{path}:{number}: blanks at the end")
    for found in PROPERTY.finditer(text):
        if not text[:found.start()].rstrip().endswith(("CHECK(", "REQUIRE(")):
            number = text.count("\n", 0, found.start()) + 1
            problems.append(f"{path}:{number}: a property whose result nothing checks: write CHECK(rc::check(…))")
    return problems


def main():
    paths = [p for p in files() if not p.startswith(EXEMPT)]
    finish("text", len(paths), [problem for path in paths for problem in check(path)])


main()
