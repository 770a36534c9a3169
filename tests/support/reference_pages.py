# SPDX-License-Identifier: Apache-2.0
"""Writes the reference pages of keys (docs/reference/) from the JSON schemas, or checks them.

Each key has its type, default, allowed values, meaning, and an example from a file of this tree.

usage: reference_pages.py [--check]
"""
import glob
import io
import json
import os
import sys

import ruamel.yaml

from schema_keys import keys
from source_files import root

# kind, title, schema, files with examples in order of preference, text
PAGES = [
    ("scenario", "Keys of a scenario", "scenarios/schema/scenario-1.json",
     ["scenarios/first-steps/*", "scenarios/[!cs]*/*", "scenarios/*/*", "scenarios/*/*/*", "tests/fixtures/scenario/good/*"],
     "A scenario is one question; `clustersim run FILE` answers it. [scenarios/README.md](../../scenarios/README.md) explains "
     "the rules behind these keys."),
    ("project", "Keys of a project", "scenarios/schema/project-1.json",
     ["scenarios/projects/*", "tests/fixtures/project/good/*"],
     "A project is the work for which you apply for time; `clustersim allocate FILE` plans it. `stages.NAME.job`, `background` "
     "and `user` have the keys of a [scenario](scenario.md)."),
    ("system", "Keys of a machine", "systems/schema/system-1.json",
     ["systems/*", "systems/reference/*", "tests/fixtures/system/good/*"],
     "A machine is one file in `systems/`; `clustersim systems check FILE` checks it. [systems/README.md](../../systems/README.md) "
     "explains how the parts fit together; the keys of `slurm` are in [Slurm's parameters](../slurm/parameters.md), those of `accelerators` and `collectives` on the pages "
     "of [accelerators](accelerator.md) and [links](link.md)."),
    ("accelerator", "Keys of an accelerator", "systems/schema/accelerator-1.json",
     ["systems/accelerators/*", "tests/fixtures/accelerator/good/*"], "A kind of accelerator is one file in `systems/accelerators/`."),
    ("link", "Keys of a class of links", "systems/schema/link-1.json",
     ["systems/links/*", "tests/fixtures/link/good/*"],
     "A class of links between the devices of a node is one file in `systems/links/` ([Collectives](../collectives.md))."),
    ("communication", "Keys of communication software", "systems/schema/communication-1.json",
     ["systems/communication/*", "tests/fixtures/communication/good/*"],
     "The software between collective libraries and ports, and how benchmarks take times, are files in `systems/communication/`."),
    ("grid", "Keys of a country's grid", "systems/schema/grid-1.json", ["systems/grid/*", "tests/fixtures/grid/good/*"],
     "The carbon intensity of a country's electricity by hour of the day is one file in `systems/grid/` ([Energy](../energy.md))."),
    ("application", "Keys of an application", "workloads/schema/application-1.json",
     ["workloads/applications/*", "tests/fixtures/application/good/*"],
     "An application is one file in `workloads/applications/`; `clustersim applications check FILE` checks it."),
]
# Sections that another page has.
ELSEWHERE = {"system": (("accelerators", "NAME"), ("node_types", "NAME", "collectives")), "project": (("stages", "NAME", "job"),)}
KINDS = {"time": "time", "duration": "time", "size": "size", "bytes": "size", "bandwidth": "bandwidth", "rate": "rate",
         "watts": "power", "frequency": "frequency"}
UNITS = """Values with a dimension carry their unit: a time (`90 min`, `3 d 4 h`, `12:00:00`, `2-12:00:00`), a size (`144 GB`, `64 GiB`), a
bandwidth in one direction (`25 GB/s`, `200 Gb/s`), a rate (`312 TFLOP/s`), a power (`400 W`), a frequency (`2.6 GHz`). `NAME` stands for a
name of your choice, `[]` for each entry of a list."""
SOURCED = """Every number, name and switch may be written as `{value: 0.7, source: D1, confidence: docs, note: why}`; `source`, `confidence` and
`note` of a mapping hold for all below it. A key without a default may be left out if there is no such thing, or if it is not known."""
MOST_NAMES = 16  # longer lists of names are in the schema only


def options(schema):
    """The schema itself and those of which a value must match one, without the long form of a number."""
    found = [schema]
    for part in ("anyOf", "oneOf"):
        found += [option for option in schema.get(part, []) if "value" not in option.get("properties", {})]
    return found


def type_of(key, resolve):
    for ref in reversed(key.refs):
        if ref in KINDS:
            return KINDS[ref]
    words = []
    for one in options(key.schema):
        one, refs = resolve(one)
        named = next((KINDS[ref] for ref in refs if ref in KINDS), None)
        kinds = one.get("type", [])
        for kind in [named] if named else [kinds] if isinstance(kinds, str) else kinds:
            word = {"object": "mapping", "array": "list", "string": "text", "boolean": "true or false"}.get(kind, kind)
            if word not in words:
                words.append(word)
        if "enum" in one or "const" in one:
            words += [] if "name" in words or words else ["name"]
    return " or ".join(words) or "any"


def allowed(key, resolve):
    found = []
    for one in options(key.schema):
        one, _ = resolve(one)
        if "enum" in one:
            names = one["enum"]
            found.append(", ".join(f"`{name}`" for name in names) if len(names) <= MOST_NAMES else f"{len(names)} names")
        if "const" in one:
            found.append(f"`{one['const']}`")
        low, high = one.get("minimum"), one.get("maximum")
        if "exclusiveMinimum" in one:
            found.append(f"above {number(one['exclusiveMinimum'])}" + (f", at most {number(high)}" if high is not None else ""))
        elif low is not None and high is not None:
            found.append(f"{number(low)} – {number(high)}")
        elif low is not None:
            found.append(f"at least {number(low)}")
    return "; ".join(dict.fromkeys(found))


def number(value):
    return f"{value:,}" if abs(value) < 1e9 else f"{value:g}"


def default_of(key):
    if key.required:
        return "**required**"
    if "default" in key.schema:
        return f"`{json.dumps(key.schema['default']).strip(chr(34))}`"
    return key.schema.get("x-default", "")


class Examples:
    """Values in files of a kind in this tree; a folder of scenarios may also have their machines and projects."""

    def __init__(self, kind, patterns):
        yaml = ruamel.yaml.YAML(typ="safe", pure=True)
        yaml.constructor.add_constructor("tag:yaml.org,2002:timestamp", lambda c, node: c.construct_scalar(node))
        paths = dict.fromkeys(path for pattern in patterns for path in sorted(glob.glob(os.path.join(root(), pattern)))
                              if path.endswith(".yaml"))
        trees = [yaml.load(open(path, encoding="utf-8")) for path in paths]
        self.trees = [tree for tree in trees if str(tree.get("schema", kind)).split("/")[1:2] in ([kind], [])]

    def of(self, path):
        return next((shown for tree in self.trees for value in values(tree, path) for shown in [flow(value)] if shown), "")


def values(tree, path):
    """All values at a path, in which NAME and [] match anything."""
    if not path:
        yield tree
    elif path[0] == "[]" and isinstance(tree, list):
        for one in tree:
            yield from values(one, path[1:])
    elif isinstance(tree, dict):
        if "value" in tree and set(tree) <= {"value", "source", "confidence", "note"}:
            yield from values(tree["value"], path)
            return
        for name in [name for name in tree if path[0] in ("NAME", name)]:
            yield from values(tree[name], path[1:])


def flow(value):
    """A value as YAML on one line; empty if it is long."""
    if isinstance(value, dict) and "value" in value and set(value) <= {"value", "source", "confidence", "note"}:
        value = value["value"]
    yaml = ruamel.yaml.YAML(typ="safe", pure=True)
    yaml.default_flow_style, yaml.width = True, 1000
    out = io.StringIO()
    yaml.dump(value, out)
    text = out.getvalue().removesuffix("...\n").strip()
    return text if 0 < len(text) <= 60 and "\n" not in text else ""


def cell(text):
    return str(text).replace("|", "\\|").replace("\n", " ")


def resolver(schema):
    """Follows the references of an option within its own file."""
    with open(os.path.join(root(), schema), encoding="utf-8") as stream:
        whole = json.load(stream)

    def resolve(one):
        refs = []
        while "$ref" in one and one["$ref"].startswith("#/definitions/"):
            refs.append(one["$ref"].split("/")[-1])
            one = whole["definitions"].get(refs[-1], {})
        return one, refs
    return resolve


def page(kind, title, schema, patterns, text):
    """The page, and the keys that lack something."""
    found = [key for key in keys(schema, stop=("slurm-1.json", *(["background", "user"] if kind == "project" else [])))
             if not any(len(key.path) > len(other) and key.path[:len(other)] == other for other in ELSEWHERE.get(kind, ()))]
    examples, resolve, lacking, groups = Examples(kind, patterns), resolver(schema), [], {}
    parents = {key.path[:-1] for key in found}
    for key in found:
        if key.path[-1] in ("NAME", "[]") and "description" not in key.schema:
            continue
        groups.setdefault(key.path[:-1], []).append(key)
        if not key.schema.get("description"):
            lacking.append(f"{schema}: {key.text} has no description")
        if kind in ("scenario", "project") and not key.required and key.path[-1] != "NAME" and not default_of(key):
            lacking.append(f"{schema}: {key.text} has no default or x-default")
    lines = [f"# {title}", "", "<!-- Written by tests/support/renew.py from the schema; change the schema. -->", "",
             f"{text} The schema, which editors use, is [`{schema}`](../../{schema}).", "", UNITS]
    if kind not in ("scenario", "project"):
        lines += ["", SOURCED]
    for path, group in groups.items():
        lines += ["", "## " + (".".join(path).replace(".[]", "[]") or "Top level"), "",
                  "| key | type | default | allowed | meaning | example |", "|---|---|---|---|---|---|"]
        for key in group:
            unit = key.schema.get("x-unit")
            shown = examples.of(key.path)
            below = any(parent[:len(key.path)] == key.path for parent in parents)
            lines.append("| " + " | ".join(cell(part) for part in (
                f"`{key.path[-1]}`", type_of(key, resolve) + (f", {unit}" if unit else ""), default_of(key), allowed(key, resolve),
                key.schema.get("description", "") + (" (below)" if below else ""), f"`{shown}`" if shown else "")) + " |")
            if kind in ("scenario", "project") and not shown and not below:
                lacking.append(f"{schema}: no file of this tree has {key.text}")
    return "\n".join(lines) + "\n", lacking


def main():
    stale, problems = [], []
    for kind, *rest in PAGES:
        text, lacking = page(kind, *rest)
        problems += lacking
        path = os.path.join(root(), "docs/reference", kind + ".md")
        before = open(path, encoding="utf-8").read() if os.path.exists(path) else ""
        if before != text:
            stale.append(f"docs/reference/{kind}.md: differs from the schema; renew it: tests/support/renew.py PROGRAM")
            if "--check" not in sys.argv:
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "w", encoding="utf-8") as stream:
                    stream.write(text)
    print("\n".join(problems + (stale if "--check" in sys.argv else [])))
    sys.exit(1 if problems or stale and "--check" in sys.argv else 0)


if __name__ == "__main__":
    main()
