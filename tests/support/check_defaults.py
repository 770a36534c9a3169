# SPDX-License-Identifier: Apache-2.0
"""Checks the defaults that the schema of scenarios states: a scenario that states them is answered as one that does not.

Those of the whole scenario are compared with the lines that `run --dry-run` marks as defaults.

usage: check_defaults.py PROGRAM
"""
import copy
import json
import os
import re
import subprocess
import sys

from schema_keys import keys

BASE = {
    "schema": "clustersim/scenario/1", "title": "defaults", "system": "lumi", "partition": "small-g", "replicates": 1,
    "topology": "tree",
    "background": {}, "user": {}, "show": {},
    "jobs": {
        "train": {"nodes": 2, "application": "resnet50", "epochs": 2, "training": {},
                  "dataset": {"size": "144 GB", "files": 1281167, "shards": 128, "stage": "ram", "decode": "5 ms"},
                  "checkpoint": {"size": "1 GB"}, "resilience": {}},
        "step": {"application": "resnet50", "training": {"straggler-chance": 0.1}},
        "plain": {"runtime": "1 h", "gpus": 1},
        "whole": {"runtime": "1 h"},
        "placed": {"nodes": 2, "runtime": "1 h", "switches": 1},
        "read": {"nodes": 1, "application": "resnet50", "steps": 100,
                 "dataset": {"size": "144 GB", "files": 1281167, "shards": 128}},
    },
}
# The job of BASE in which a key is stated; the first that fits. Arrays of stages, unpack and the like need `stage`.
JOBS = {"jobs.NAME.nodes": "whole", "jobs.NAME.steps": "step", "jobs.NAME.switches-wait": "placed",
        "jobs.NAME.training.straggler-delay": "step", "jobs.NAME.dataset.access": "read",
        "jobs.NAME.dataset.stripes": "read"}


def answer(program, scenario):
    done = subprocess.run([program, "--quiet", "run", "-", "--no-results", "--format", "json"], input=json.dumps(scenario),
                          capture_output=True, text=True)
    if done.returncode:
        return f"exit code {done.returncode}: {done.stderr[-800:]}"
    return json.loads(done.stdout)


def printed_defaults(program):
    bare = {name: value for name, value in BASE.items() if name not in ("replicates", "background", "user", "show")}
    done = subprocess.run([program, "run", "-", "--dry-run"], input=json.dumps(bare), capture_output=True, text=True)
    return {found[1]: found[2] for found in re.finditer(r"^  ([\w.-]+): (\S.*?) +# default$", done.stdout, re.MULTILINE)}


def stated(key):
    scenario = copy.deepcopy(BASE)
    path = list(key.path)
    if "NAME" in path:
        chosen = JOBS.get(key.text)
        if chosen is None:
            chosen = "train" if len(path) > 3 else "plain"
        path[path.index("NAME")] = chosen
    inner = scenario
    for step in path[:-1]:
        inner = inner.setdefault(step, {})
    inner[path[-1]] = key.schema["default"]
    return scenario


def main():
    program = os.path.abspath(sys.argv[1])
    listed = printed_defaults(program)
    unstated = answer(program, BASE)
    problems = [f"the base: {unstated}"] if isinstance(unstated, str) else []
    found = [key for key in keys("scenarios/schema/scenario-1.json") if "default" in key.schema]
    for key in found:
        default = key.schema["default"]
        if key.text in listed:
            if listed[key.text] != str(default):
                problems.append(f"{key.text}: the schema says {default}, the program {listed[key.text]}")
        elif key.text == "topology":
            flat = {name: value for name, value in BASE.items() if name != "topology"}
            flat["jobs"] = {name: job for name, job in BASE["jobs"].items() if "switches" not in job}
            if answer(program, flat) != answer(program, {**flat, "topology": default}):
                problems.append(f"topology: stating {default} changes the answer")
        elif answer(program, stated(key)) != unstated:
            problems.append(f"{key.text}: stating {default} changes the answer: {str(answer(program, stated(key)))[:300]}")
    problems += [f"{name}: the program has a default, the schema states none" for name in listed
                 if name not in {key.text for key in found}]
    print("\n".join(problems))
    print(f"defaults: {len(found)}, {len(problems)} problems")
    sys.exit(1 if problems or not found else 0)


if __name__ == "__main__":
    main()
