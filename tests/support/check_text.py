# SPDX-License-Identifier: Apache-2.0
"""Checks every text file: no absolute paths, unfinished work, stray whitespace or ignored property results."""
import re

from source_files import files, finish, read

FORBIDDEN = [
    (re.compile(r"(?<![\w.])/(?:work|home|root|Users)/[\w.]"), "an absolute path of one machine"),
    (re.compile(r"\.\./shared\b"), "a path outside the tree"),
    (re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b"), "unfinished work"),
    (re.compile(r"(?:<<<<<<<|>>>>>>>) \w"), "an unfinished merge"),
    (re.compile(r"\r$"), "a carriage return"),
]
# rc::check only returns whether the property holds: the test must check the result.
PROPERTY = re.compile(r"\brc::check\(")
TRAILING_BLANK = re.compile(r"[ \t]+$")
# Approved output and fixtures may contain any bytes.
EXEMPT = ("tests/golden/", "tests/fixtures/", "tests/fuzz/corpus/", "tests/data/", "tests/support/check_text.py")


def check(path):
    problems = []
    text = read(path)
    if text and not text.endswith("\n"):
        problems.append(f"{path}: the last line has no newline")
    for number, line in enumerate(text.split("\n"), 1):
        for pattern, why in FORBIDDEN:
            if pattern.search(line):
                problems.append(f"{path}:{number}: {why}: {line.strip()[:80]}")
        if TRAILING_BLANK.search(line):
            problems.append(f"{path}:{number}: trailing blanks")
    for found in PROPERTY.finditer(text):
        if not text[:found.start()].rstrip().endswith(("CHECK(", "REQUIRE(")):
            number = text.count("\n", 0, found.start()) + 1
            problems.append(f"{path}:{number}: the result of this property is not checked: write CHECK(rc::check(…))")
    return problems


def main():
    paths = [p for p in files() if not p.startswith(EXEMPT)]
    finish("text", len(paths), [problem for path in paths for problem in check(path)])


main()
