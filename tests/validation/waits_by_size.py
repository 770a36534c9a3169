#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the simulated wait by size on every machine that ships, among the usual jobs of a partition.

usage: waits_by_size.py PROGRAM [--replicates N] [--machines NAME,…] [--background YAML]

Each job runs for 10 h, with a limit of 12 h (3 h and 4 h on Discoverer, which allows no more). The sizes share their
queues. docs/waits.md has the table.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SIZES = {  # nodes of the partition; the last is the most that one job may have on small ones
    "alex": (1, 4, 18), "arrhenius": (4, 16, 64), "berzelius": (1, 4, 16), "deucalion": (1, 2, 4), "discoverer": (1,),
    "jupiter": (4, 32, 256), "karolina": (1, 4, 16), "leonardo": (4, 16, 64), "lumi": (4, 32, 256),
    "mahti": (1, 2, 6), "marenostrum5": (4, 16, 64), "meluxina": (1, 4, 10), "puhti": (1, 4, 20),
    "roihu": (1, 4, 10), "vega": (1, 4, 16),
}
QUEUE = re.compile(r"after (.+?) of warm-up.*?(\S+ %) of the partition was in use, with a backlog of (.+)\.$")
PARTITIONS = {"arrhenius": "gpu", "roihu": "gpularge"}  # elsewhere the default one
HOURS = {"discoverer": (3, 4)}  # run and limit; elsewhere 10 and 12
SCENARIO = """schema: clustersim/scenario/1
title: waits by size
system: {machine}
{partition}background: {background}
jobs: {{train: {{runtime: {run} h, walltime: {limit} h}}}}
replicates: {replicates}
sweep: {{jobs.train.nodes: {sizes}}}
"""


def human(seconds):
    if seconds is None:
        return "over 14 d"  # the longest wait that is simulated
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    days, hours, left = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days:
        return f"{days} d {hours} h"
    return f"{hours} h {left} min" if hours else f"{left} min"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--replicates", type=int, default=20)
    parser.add_argument("--machines", default=",".join(SIZES))
    parser.add_argument("--background", default="{mix: typical}", help="of the scenario (default: %(default)s)")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    print("| machine | warm-up | in use | backlog | nodes: wait | | |\n|---|---:|---:|---|---|---|---|")
    for machine in options.machines.split(","):
        with tempfile.TemporaryDirectory() as folder:
            scenario = pathlib.Path(folder) / "scenario.yaml"
            run, limit = HOURS.get(machine, (10, 12))
            scenario.write_text(SCENARIO.format(machine=machine, partition=f"partition: {PARTITIONS[machine]}\n" if machine in PARTITIONS else "",
                                                background=options.background, run=run, limit=limit,
                                                replicates=options.replicates, sizes=list(SIZES[machine])))
            done = subprocess.run([program, "run", str(scenario), "--no-results", "--format", "json"],
                                  cwd=ROOT, check=False, capture_output=True, text=True)
            if done.returncode != 0:
                sys.exit(done.stderr)
        answer = json.loads(done.stdout)
        queue = QUEUE.search(answer["background"])
        cells = [machine, *queue.groups()]
        for run in answer["runs"]:
            metrics = run["jobs"][0]["metrics"]
            waits = [human(metrics[f"wait_{name}_s"]) for name in ("median", "p5", "p95")]
            cells.append(f"{metrics['nodes']}: {waits[0]} ({waits[1]} – {waits[2]})")
        print("| " + " | ".join(cells + [""] * (7 - len(cells))) + " |", flush=True)


if __name__ == "__main__":
    main()
