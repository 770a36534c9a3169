# SPDX-License-Identifier: Apache-2.0
"""Checks docs/paper: its length and sections are those that JOSS asks for, and citations and references agree.

JOSS (joss.readthedocs.io, "JOSS Paper Format"): 750 to 1,750 words, and the sections below.
"""
import re

from source_files import finish, read

PAPER, REFERENCES, REPRODUCE = "docs/paper/paper.md", "docs/paper/paper.bib", "docs/reproduce.md"
SECTIONS = ("Summary", "Statement of need", "State of the field", "Software design", "Research impact statement",
            "AI usage disclosure", "Acknowledgements", "References")
WORDS = (750, 1750)


def main():
    paper, references = read(PAPER), read(REFERENCES)
    header, _, body = paper.removeprefix("---\n").partition("\n---\n")
    problems = [f"{PAPER}: no key {key} in its header" for key in ("title", "tags", "authors", "date", "bibliography")
                if not re.search(rf"^{key}:", header, re.M)]
    sections = re.findall(r"^# (.+)$", body, re.M)
    problems += [f"{PAPER}: no section {name}" for name in SECTIONS if name not in sections]
    prose = "\n".join(line for line in re.sub(r"<!--.*?-->", "", body, flags=re.DOTALL).splitlines() if not line.startswith("|"))
    words = len(prose.split())
    if not WORDS[0] <= words <= WORDS[1]:
        problems.append(f"{PAPER}: {words} words; JOSS asks for {WORDS[0]} to {WORDS[1]}")
    cited = set(re.findall(r"@([a-z]+\d{4})", body))
    entries = dict(re.findall(r"^@\w+\{(\w+),\n(.*?)^\}", references, re.M | re.DOTALL))
    problems += [f"{PAPER}: {key} is cited, but {REFERENCES} has no such entry" for key in sorted(cited - entries.keys())]
    problems += [f"{REFERENCES}: {key} is not cited" for key in sorted(entries.keys() - cited)]
    for key, entry in entries.items():
        problems += [f"{REFERENCES}: {key} has no {field}" for field in ("author", "title", "year", "doi")
                     if not re.search(rf"^  {field} = ", entry, re.M)]
    tables = re.findall(r"<!-- table: (\w+) -->", body)
    reproduced = set(re.findall(r"--print (\w+)", read(REPRODUCE)))
    problems += [f"{REPRODUCE}: no command prints the table {name} of the paper" for name in tables if name not in reproduced]
    print(f"{words} words, {len(entries)} references, {len(tables)} tables")
    finish("paper", 3, problems)


main()
