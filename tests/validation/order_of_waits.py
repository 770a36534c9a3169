#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that asking for more never starts a job sooner: a longer limit, more nodes, a lower priority, more usage.

usage: order_of_waits.py PROGRAM [--replicates N] [--machines NAME,…] [--check]

Both requests of a pair are tried in the same queues, among users who react to the queue (`backlog`) and among jobs that
arrive at a fixed rate (`load`). Each row has the mean difference of the waits and its standard error. A difference
below zero by more than three of them (0.1 % by chance) breaks the rule; with --check the script then fails.
"""
import argparse
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Nodes of the smaller and the larger request, and the longest limit that its QOS admits.
MACHINES = {
    "vega": (8, 16, "48 h"), "karolina": (4, 8, "48 h"), "marenostrum5": (4, 32, "72 h"),
    "meluxina": (2, 8, "48 h"), "leonardo": (8, 48, "24 h"),
}
BACKGROUNDS = {"backlog": "{mix: blue-waters-gpu, backlog: 12 h, warm-up: 1 d}", "load": "{mix: blue-waters-gpu, load: 0.9, warm-up: 2 d}"}
SCENARIO = """schema: clustersim/scenario/1
title: asking for more
system: {machine}
background: {background}
jobs: {{own: {{nodes: {nodes}, runtime: 1 h, walltime: 1 h, nice: 0}}}}
replicates: {replicates}
sweep: {{{key}: {values}}}
"""
ERRORS = 3.0


def pairs(few, many, longest):
    return {
        "limit": (many, "jobs.own.walltime", ["1 h", longest]),
        "nodes": (few, "jobs.own.nodes", [few, many]),
        "priority": (few, "jobs.own.nice", [0, 500]),
        "usage": (few, "user.usage", ["light", "heavy"]),
    }


def waits(program, text):
    """The waits in s of both requests by replicate."""
    with tempfile.TemporaryDirectory() as folder:
        scenario = pathlib.Path(folder) / "scenario.yaml"
        scenario.write_text(text)
        done = subprocess.run([program, "run", str(scenario), "--no-results", "--format", "json"],
                              cwd=ROOT, check=False, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(done.stderr)
    return [run["jobs"][0]["waits_s"] for run in json.loads(done.stdout)["runs"]]


def difference(less, more):
    """Mean and standard error of the paired differences in s; a job that never starts is no sample."""
    both = [(a, b) for a, b in zip(less, more) if a is not None and b is not None]
    found = [b - a for a, b in both]
    mean = sum(found) / len(found)
    spread = math.sqrt(sum((one - mean) ** 2 for one in found) / (len(found) - 1))
    return mean, spread / math.sqrt(len(found))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--replicates", type=int, default=150)
    parser.add_argument("--machines", default=",".join(MACHINES))
    parser.add_argument("--pairs", default="limit,nodes,priority,usage")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    broken = []
    print("| machine | queue | more of | mean wait | later by | standard error |\n|---|---|---|---:|---:|---:|")
    for machine in options.machines.split(","):
        few, many, longest = MACHINES[machine]
        for queue, background in BACKGROUNDS.items():
            for what, (nodes, key, values) in pairs(few, many, longest).items():
                if what not in options.pairs.split(","):
                    continue
                text = SCENARIO.format(machine=machine, background=background, nodes=nodes, key=key,
                                       values=json.dumps(values), replicates=options.replicates)
                less, more = waits(program, text)
                mean, error = difference(less, more)
                started = [wait for wait in less if wait is not None]
                print(f"| {machine} | {queue} | {what} | {sum(started) / len(started) / 60:.0f} min | "
                      f"{mean / 60:.1f} min | {error / 60:.1f} min |", flush=True)
                if mean < -ERRORS * error:
                    broken.append(f"{machine}, {queue}: {what}")
    if options.check and broken:
        sys.exit("more of it starts sooner: " + "; ".join(broken))


if __name__ == "__main__":
    main()
