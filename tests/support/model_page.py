# SPDX-License-Identifier: Apache-2.0
"""Writes docs/reference/models.md from the heads of the model files: equation, source, domain of validity; or checks it.

usage: model_page.py [--check]
"""
import os
import re
import sys

from source_files import files, read, root

PAGE = "docs/reference/models.md"
# The parts, in the order in which a run asks them, with the page that explains each.
PARTS = [
    ("models/application", "Applications", "applications.md"), ("models/collective", "Collectives", "collectives.md"),
    ("models/flow", "Flows on the fabric", "network.md"), ("models/storage", "Storage", "storage.md"),
    ("models/failure", "Failures and checkpoints", "failures.md"), ("models/energy", "Energy", "energy.md"),
    ("models/billing", "Billing", "questions.md"), ("sim", "Waits, fits and ranges", "waits.md"),
]
INTRO = """# Models: equations, sources, domains of validity

<!-- Written by tests/support/renew.py from the heads of the files; change the files. -->

Each model is one file, and begins with its equation, its source and its domain of validity. This page repeats these heads as they
are. [Validation](../validation.md) says how far the predictions are from published measurements.
"""


def head(text):
    """The comment before the first include, without its marks; None if it has no equation."""
    lines = []
    for line in text.split("\n"):
        if line.startswith("// SPDX") or line == "#pragma once" or (not line and not lines):
            continue
        if not line.startswith("//"):
            if lines or line.startswith("#include"):
                break
            continue
        lines.append(re.sub(r"^///? ?", "", line))
    whole = "\n".join(lines).strip("\n")
    return whole if re.search(r"^Equation[.:]", whole, re.MULTILINE) else None


def page():
    sections = {}
    for path in files((".cpp", ".hpp")):
        part = next((part for part in PARTS if path.startswith(part[0] + "/")), None)
        found = head(read(path)) if part else None
        if found:
            title, _, rest = found.partition("\n")
            if title.startswith("Equation"):
                title, rest = os.path.basename(path).rsplit(".", 1)[0].replace("_", " ").capitalize(), found
            elif rest and not rest.startswith("\n"):
                rest = found
                title = os.path.basename(path).rsplit(".", 1)[0].replace("_", " ").capitalize()
            sections.setdefault(part, []).append((title.rstrip("."), path, rest.strip("\n")))
    out = [INTRO]
    for part in PARTS:
        if part in sections:
            out.append(f"## {part[1]}\n\nExplained in [{part[2]}](../{part[2]}).\n")
            out += [f"### {title}\n\n`{path}`\n\n```text\n{text}\n```\n" for title, path, text in sections[part]]
    return "\n".join(out)


def main():
    path = os.path.join(root(), PAGE)
    before = open(path, encoding="utf-8").read() if os.path.exists(path) else ""
    text = page()
    if before == text:
        return
    if "--check" in sys.argv:
        sys.exit(f"{PAGE}: differs from the heads of the model files; renew it: tests/support/renew.py PROGRAM")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text)


if __name__ == "__main__":
    main()
