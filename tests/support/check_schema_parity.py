# SPDX-License-Identifier: Apache-2.0
"""Checks that the JSON schemas, which editors use, and the program's readers agree on every file.

For each kind of file, below tests/fixtures/<kind>/:
  good/     both accept, as they do every shipped file
  bad/      both refuse
  meaning/  each key is valid but the whole is not: the schema accepts, the reader refuses

usage: check_schema_parity.py PROGRAM
"""
import glob
import json
import os
import pathlib
import subprocess
import sys

import jsonschema
import ruamel.yaml

from source_files import root

KINDS = {
    "system": ("systems/schema/system-1.json", ["systems/*.yaml", "systems/reference/*.yaml"], ["systems", "check"]),
    "accelerator": ("systems/schema/accelerator-1.json", ["systems/accelerators/*.yaml"], ["systems", "check"]),
    "link": ("systems/schema/link-1.json", ["systems/links/*.yaml"], ["systems", "check"]),
    "communication": ("systems/schema/communication-1.json", ["systems/communication/*.yaml"], ["systems", "check"]),
    "grid": ("systems/schema/grid-1.json", ["systems/grid/*.yaml"], ["systems", "check"]),
    "site": ("systems/schema/site-1.json", ["tests/fixtures/site/written/*.yaml"], ["systems", "check"]),
    "application": ("workloads/schema/application-1.json", ["workloads/applications/*.yaml"],
                    ["applications", "check"]),
    "scenario": ("scenarios/schema/scenario-1.json",
                 ["scenarios/*/*.yaml", "scenarios/*/*/*.yaml"], ["check"]),
    "project": ("scenarios/schema/project-1.json", ["scenarios/*/*.yaml"], ["check"]),
}
VERDICTS = {"shipped": (True, True), "good": (True, True), "bad": (False, False), "meaning": (True, False)}
# Exit code 4: a valid file that requests something impossible.
ACCEPTED = {0: True, 4: True, 3: False}


def loader():
    """YAML 1.2: 12:00:00 and `no` stay text; the reader treats a date as text, so it is text
    here."""
    yaml = ruamel.yaml.YAML(typ="safe", pure=True)
    yaml.constructor.add_constructor("tag:yaml.org,2002:timestamp", lambda c, node: c.construct_scalar(node))
    return yaml


def merged(base, over):
    if not (isinstance(base, dict) and isinstance(over, dict)):
        return over
    return {**base, **{key: merged(base.get(key), value) for key, value in over.items()}}


def load(path):
    with open(path, encoding="utf-8") as stream:
        data = loader().load(stream)
    if isinstance(data, dict) and isinstance(data.get("extends"), str):
        parent = data.pop("extends")
        places = [os.path.join(os.path.dirname(path), parent), os.path.join(root(), "systems", parent + ".yaml"),
                  os.path.join(root(), "workloads/applications", parent + ".yaml")]
        found = next((place for place in places if os.path.isfile(place)), None)
        if found is None:
            raise FileNotFoundError(parent)
        data = merged(load(found), data)
    return data


def names_kind(path, kind):
    """False if the `schema:` of the file names another kind."""
    with open(path, encoding="utf-8") as stream:
        named = [line for line in stream if line.startswith("schema: clustersim/")]
    return not named or named[0].startswith(f"schema: clustersim/{kind}/")


def schema_accepts(validator, path):
    try:
        data = load(path)
    except (ruamel.yaml.error.YAMLError, FileNotFoundError, UnicodeDecodeError) as error:
        return False, str(error).splitlines()[0]
    errors = [f"{'.'.join(map(str, e.absolute_path))}: {e.message[:160]}" for e in validator.iter_errors(data)]
    return not errors, "; ".join(errors[:3])


def reader_accepts(program, verb, path):
    done = subprocess.run([program, *verb, path], capture_output=True, text=True, timeout=60, cwd=root())
    if done.returncode not in ACCEPTED:
        return None, f"exit {done.returncode}: {done.stderr[:400]}"
    return ACCEPTED[done.returncode], done.stderr[:600]


def check_kind(kind, program):
    schema_path, shipped, verb = KINDS[kind]
    if not os.path.exists(os.path.join(root(), schema_path)):
        print(f"{kind}: skipped, there is no {schema_path}")
        return []
    fixtures = {name: sorted(glob.glob(os.path.join(root(), "tests/fixtures", kind, name, "*.yaml")))
                for name in ("good", "bad", "meaning")}
    fixtures["shipped"] = sorted(p for pattern in shipped for p in glob.glob(os.path.join(root(), pattern))
                                 if names_kind(p, kind))
    with open(os.path.join(root(), schema_path), encoding="utf-8") as stream:
        schema = json.load(stream)
    jsonschema.Draft7Validator.check_schema(schema)
    # A schema may refer to another one in the same folder.
    resolver = jsonschema.RefResolver(pathlib.Path(root(), schema_path).resolve().as_uri(), schema)
    validator = jsonschema.Draft7Validator(schema, resolver=resolver)
    problems = []
    for name, paths in fixtures.items():
        for path in paths:
            by_schema, schema_says = schema_accepts(validator, path)
            by_reader, reader_says = reader_accepts(program, verb, path)
            if (by_schema, by_reader) != VERDICTS[name]:
                problems.append(
                    f"{os.path.relpath(path, root())} ({name}): schema {'accepts' if by_schema else 'refuses'}, "
                    f"reader {'accepts' if by_reader else 'refuses'}\n  schema: {schema_says}\n  reader: {reader_says}")
    counts = ", ".join(f"{len(paths)} {name}" for name, paths in fixtures.items())
    print(f"{kind}: {counts}; {len(problems)} disagreements")
    for name in ("shipped", "good", "bad"):
        if not fixtures[name]:
            problems.append(f"{kind}: no {name} file to check")
    return problems


def main():
    problems = [problem for kind in KINDS for problem in check_kind(kind, os.path.abspath(sys.argv[1]))]
    print("\n".join(problems))
    sys.exit(1 if problems else 0)


main()
