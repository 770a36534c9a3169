#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Compares simulated waits of ARCHER2's jobs with the published ones of three fortnights of 2024.

usage: archer2_waits.py PROGRAM [--fit] [--backlog HOURS] [--scale N] [--seeds N] [--warm-up DAYS]

The published shares of jobs by hour of wait are those of the jobs that ran in a fortnight, of all projects
(ARCHER2-HPC/2024-06_waittimeanalysis, tables of all jobs). Here they are the jobs that start in 14 days after the
warm-up. The machine, its rules and its tree of projects are systems/reference/archer2.yaml, the users
workloads/mixes/archer2.yaml. The experiments change the half-life and the tree, nothing else.

--fit solves for the one free number, the backlog that the users keep, such that the baseline has the published share
of jobs in the first hour; no other published wait is used. It halves an interval of the logarithm, with the same seeds
at each step, down to 3 % of the backlog.

--scale N simulates a machine of one Nth of the nodes, with jobs of the same sizes and as many fewer users.
"""
import argparse
import collections
import datetime
import math
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
NODES, LARGEST = 5860, 1024
DAYS = 14
HOURS = 6
# Hours. On a quarter of the nodes, three samples of the baseline had the published share of the first hour at 55 and 58 h
# (--fit, twice, with earlier forms of the users); six samples are 1.6 points above it at 56 h, single ones differ by 7.
BACKLOG = 56.0
PUBLISHED = {  # % of the jobs that waited less than one hour, one to two hours and so on
    "baseline": (47.5, 7.4, 4.9, 3.6, 3.9, 2.0),
    "half-life of 6 h": (55.9, 7.8, 3.8, 3.5, 3.0, 2.3),
    "single tier": (31.8, 10.2, 4.8, 5.0, 7.5, 6.5),
}
EXPERIMENTS = {
    "baseline": "",
    "half-life of 6 h": "settings: {priority: {decay_half_life: 6 h}}",
    "single tier": "fair_share: {single_tier: true}",
}
MACHINE = """schema: clustersim/system/1
extends: {base}
name: archer2-what-if
sources: {{X: comparison with published waits}}
source: X
confidence: estimate
node_types: {{cpu: {{nodes: {nodes}}}}}
partitions:
  standard:
    nodes: {nodes}
    qos: {{standard: {{limits: {{max_nodes: {largest}}}}},
          largescale: {{limits: {{min_nodes: {above}, max_nodes: {nodes}}}}}}}
slurm: {{{change}}}
"""
SCENARIO = """schema: clustersim/scenario/1
title: waits on ARCHER2
system: ./machine.yaml
background: {{mix: archer2, backlog: {backlog} h, warm-up: {warm_up} d, window: {days} d}}
jobs: {{probe: {{nodes: 1, runtime: 1 h, walltime: 1 h}}}}
replicates: 1
seed: {seed}
"""


def seconds(text):
    return datetime.datetime.fromisoformat(text).timestamp()


def jobs(options, experiment, backlog, seed):
    """Yields the wait in s of each background job that starts in the period."""
    with tempfile.TemporaryDirectory() as folder:
        here = pathlib.Path(folder)
        nodes, largest = NODES // options.scale, LARGEST // options.scale
        (here / "machine.yaml").write_text(MACHINE.format(
            base=ROOT / "systems/reference/archer2.yaml", nodes=nodes, largest=largest,
            above=largest + 1, change=EXPERIMENTS[experiment]))
        (here / "scenario.yaml").write_text(SCENARIO.format(
            backlog=backlog, warm_up=options.warm_up, days=DAYS, seed=seed))
        result = str(here / "result")

        def clustersim(*arguments):
            done = subprocess.run([os.path.abspath(options.program), *arguments], cwd=ROOT, check=False,
                                  capture_output=True, text=True)
            if done.returncode != 0:
                sys.exit(done.stderr)
            return done.stdout

        clustersim("run", str(here / "scenario.yaml"), "--out", result)
        listed = clustersim("sacct", result, "--at", f"{options.warm_up + DAYS}d", "-S", "0", "-X", "-P",
                            "-n", "-o", "Submit,Start,JobName").splitlines()
    rows = [line.split("|") for line in listed]
    # The first job is submitted within minutes of the start of the simulation.
    begin = min(seconds(row[0]) for row in rows) + options.warm_up * 86400
    for submit, start, name in rows:
        if name == "batch" and start[:1].isdigit() and seconds(start) >= begin:
            yield seconds(start) - seconds(submit)


def shares(options, experiment, backlog):
    """The number of jobs, and the percentages by hour of wait."""
    hours = collections.Counter()
    for seed in range(1, options.seeds + 1):
        hours.update(int(wait // 3600) for wait in jobs(options, experiment, backlog, seed))
    total = sum(hours.values())
    return total, [100.0 * hours[hour] / total for hour in range(HOURS)]


def fitted_backlog(options):
    """The backlog in hours at which the baseline has the published share of jobs in the first hour."""
    low, high = math.log(2.0), math.log(100.0)
    while high - low > 0.03:
        middle = 0.5 * (low + high)
        _, found = shares(options, "baseline", round(math.exp(middle), 2))
        print(f"backlog {math.exp(middle):.1f} h: {found[0]:.1f} % in the first hour", flush=True)
        # A longer queue leaves fewer jobs that start at once.
        if found[0] > PUBLISHED["baseline"][0]:
            low = middle
        else:
            high = middle
    return round(math.exp(0.5 * (low + high)), 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--backlog", type=float, default=BACKLOG)
    parser.add_argument("--scale", type=int, default=1)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--warm-up", dest="warm_up", type=int, default=10)
    options = parser.parse_args()
    backlog = fitted_backlog(options) if options.fit else options.backlog
    print(f"backlog of {backlog} h, {NODES // options.scale} nodes, {options.seeds} sample(s)")
    print("| period | | jobs | " + " | ".join(f"{h} – {h + 1} h" for h in range(HOURS)) + " |")
    print("|---|---|---:|" + "---:|" * HOURS)
    for experiment, published in PUBLISHED.items():
        total, found = shares(options, experiment, backlog)
        for what, number, row in (("predicted", total, found), ("published", "", published)):
            print(f"| {experiment} | {what} | {number} | " + " | ".join(f"{v:.1f}" for v in row) + " |",
                  flush=True)


if __name__ == "__main__":
    main()
