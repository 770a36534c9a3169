# SPDX-License-Identifier: Apache-2.0
"""Checks that every cited rule of docs/slurm exists.

Comments, tests and documents cite a rule as `spec 4.6.10` and a test vector as `TV-33`, several as `spec 4.3, 4.6.10`
or `spec 6.7 to 6.9`. A rule is a heading of docs/slurm or a list item that begins with its number; in docs/slurm
the words rule, section and chapter also cite. No two rules have the same number, and recordings named there (W01) exist.
"""
import os
import re

from source_files import files, finish, read, root

FOLDER = "docs/slurm/"
RECORDINGS = "tests/conformance/slurm"
DEFINITION = re.compile(r"^(?:#{1,4} |- \*\*)(\d+(?:\.\d+)*[a-z]?|TV-\d+)(?=\*\*| )", re.M)
# A citation may continue on the next line, of a comment or of a text in quotes.
BLANK = r"""(?:[ \t]|"?\n[ \t]*(?://[/!]?<?|\#|"|>)?)+"""
FURTHER = rf"(?:,|{BLANK}(?:and|or|to)){BLANK}"
NUMBERS = rf"\d+(?:\.\d+)*[a-z]?\b(?:{FURTHER}\d+(?:\.\d+)+[a-z]?\b)*"
CITED = re.compile(rf"\b[Ss]pec{BLANK}({NUMBERS})")
CITED_WITHIN = re.compile(rf"\b(?:[Ss]pec|[Rr]ules?|[Ss]ections?|[Cc]hapters?){BLANK}({NUMBERS})")
NUMBER = re.compile(r"\d+(?:\.\d+)*[a-z]?")
VECTOR = re.compile(r"\bTV-\d+\b")
RECORDING = re.compile(r"\bW\d\d\b")


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def rules(pages):
    """Every number with its position, and problems with numbers used twice."""
    found, problems = {}, []
    for path in pages:
        text = read(path)
        for match in DEFINITION.finditer(text):
            place = f"{path}:{line_of(text, match.start())}"
            if match.group(1) in found:
                problems.append(f"{place}: {match.group(1)} is already used at {found[match.group(1)]}")
            found.setdefault(match.group(1), place)
    return found, problems


def citations(path, text):
    """Pairs of a cited number and its position."""
    for match in (CITED_WITHIN if path.startswith(FOLDER) else CITED).finditer(text):
        for number in NUMBER.finditer(text, match.start(1), match.end(1)):
            yield number.group(), number.start()
    for match in VECTOR.finditer(text):
        yield match.group(), match.start()


def check_recordings(path, text):
    known = {name.split("-")[0] for name in os.listdir(os.path.join(root(), RECORDINGS))}
    return [f"{path}:{line_of(text, match.start())}: no recording {match.group()} in {RECORDINGS}"
            for match in RECORDING.finditer(text) if match.group() not in known]


def main():
    paths = files()
    pages = [path for path in paths if path.startswith(FOLDER)]
    known, problems = rules(pages)
    citing = 0
    for path in paths:
        text = read(path)
        cited = list(citations(path, text))
        citing += bool(cited)
        problems += [f"{path}:{line_of(text, position)}: {number} is cited, but {FOLDER} has no such rule"
                     for number, position in cited if number not in known]
        if path in pages:
            problems += check_recordings(path, text)
    finish("citations", citing, problems)


main()
