# SPDX-License-Identifier: Apache-2.0
"""Writes the names that a value can have into the JSON schemas, so that editors complete them, or checks them.

Names of files come from their folders: to add a machine, an application, a mix … add a file and run this. Names that the
program knows come from the program.

usage: schema_names.py PROGRAM [--check]
"""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
import textwrap

from source_files import root

SCENARIO, SYSTEM, LINK = "scenarios/schema/scenario-1.json", "systems/schema/system-1.json", "systems/schema/link-1.json"
# A scenario in which the names are wrong: the messages list those that are known.
WRONG = """schema: clustersim/scenario/1
title: wrong names
system: lumi
scheduler: no-such-name
jobs: {train: {application: gpt-857m, training: {precision: no-such-name}}}
"""


def stems(folder):
    return sorted(os.path.basename(path)[:-len(".yaml")] for path in glob.glob(os.path.join(root(), folder, "*.yaml")))


def known(program):
    """The names that messages about the wrong ones list, by what they name."""
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        file.write(WRONG)
        file.flush()
        done = subprocess.run([program, "--message-format", "json", "check", file.name], capture_output=True, text=True)
    found = {}
    for one in json.loads(done.stderr or done.stdout)["diagnostics"]:
        what = "scheduler" if "scheduler" in one["message"] else "precision"
        found[what] = one["help"].partition("known: ")[2].split(", ")
    return found


def metrics(program):
    done = subprocess.run([program, "help", "metrics", "--format", "json"], check=True, capture_output=True, text=True)
    return [metric["name"] for metric in json.loads(done.stdout)]


def lists(program):
    """(schema, definition, names)"""
    words = known(program)
    machines, mixes = stems("systems"), stems("workloads/mixes")
    return [
        (SCENARIO, "machine-names", machines),
        (SCENARIO, "scheduler-names", words["scheduler"]),
        (SCENARIO, "mix-names", mixes),
        (SCENARIO, "application-names", stems("workloads/applications")),
        (SCENARIO, "precision-names", words["precision"]),
        (SCENARIO, "metric-names", metrics(program)),
        (SYSTEM, "machine_names", machines),
        (SYSTEM, "mix_names", mixes),
        (SYSTEM, "accelerator_names", stems("systems/accelerators")),
        (SYSTEM, "link_names", stems("systems/links")),
        (SYSTEM, "carrier_names", stems("systems/communication")),
    ]


def with_names(text, schema, definition, names):
    found = re.search(rf'(?P<indent> *)"{definition}": \{{\s*"enum": \[[^\]]*\]\s*\}}', text)
    if found is None:
        sys.exit(f"{schema}: no list `{definition}`")
    indent = found["indent"]
    lines = textwrap.wrap(", ".join(f'"{name}"' for name in names), 100, break_on_hyphens=False)
    inner = "".join(f"\n{indent}  {line}" for line in lines)
    return text[:found.start()] + f'{indent}"{definition}": {{"enum": [{inner}\n{indent}]}}' + text[found.end():]


def renewed(program):
    """The text of each schema with the present names."""
    texts = {}
    for schema, definition, names in lists(program):
        if schema not in texts:
            with open(os.path.join(root(), schema), encoding="utf-8") as stream:
                texts[schema] = stream.read()
        texts[schema] = with_names(texts[schema], schema, definition, names)
    return texts


def main():
    stale = False
    for schema, text in renewed(os.path.abspath(sys.argv[1])).items():
        path = os.path.join(root(), schema)
        with open(path, encoding="utf-8") as stream:
            if stream.read() == text:
                continue
        stale = True
        if "--check" in sys.argv:
            print(f"{schema}: the names differ from the files of this tree and from those that the program knows")
        else:
            with open(path, "w", encoding="utf-8") as stream:
                stream.write(text)
    if stale and "--check" in sys.argv:
        sys.exit("renew them: tests/support/renew.py PROGRAM")


if __name__ == "__main__":
    main()
