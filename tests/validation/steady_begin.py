#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Compares queues that begin with what ran and waited before with queues that begin with an empty machine.

usage: steady_begin.py PROGRAM [--machines NAME,…] [--replicates N] [--days D] [--hours H,…] [--background YAML] [--check]

Think times have a heavy tail, so a queue changes slowly for weeks: D is the two weeks that are counted before a steady begin,
so that both queues are as old. For each machine N queues begin empty and warm up for D days, N others begin steady and warm up for H hours. Compared at
the submission are the use of the partition, its backlog and the waits of jobs of 10 h (limit 12 h) on few and on many nodes: the
two-sample Kolmogorov-Smirnov statistic with its asymptotic p, and both means with their 95 % intervals.
--check fails if a p is below 0.01 divided by the number of comparisons.
"""
import argparse
import json
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SIZES = {"lumi": (4, 256), "leonardo": (4, 64), "vega": (1, 16), "karolina": (1, 16), "meluxina": (1, 10),
         "jupiter": (4, 256)}
SCENARIO = """schema: clustersim/scenario/1
title: steady begin
system: {machine}
background: {background}
jobs: {{train: {{runtime: 10 h, walltime: 12 h}}}}
replicates: 1
sweep: {{jobs.train.nodes: {sizes}}}
"""
QUEUE = re.compile(r"At that instant (\S+) % of the partition was in use, with a backlog of (.+)\.$")
LONGEST_S = 14 * 86400  # a job that had not started by then has no wait
UNIT_S = {"s": 1, "min": 60, "h": 3600, "d": 86400}


def seconds(text):
    return sum(float(number) * UNIT_S[unit] for number, unit in re.findall(r"([\d.]+) (s|min|h|d)\b", text))


def sample(program, scenario, seed, settings):
    """Use, backlog in hours and log10 of each wait + 1 min, of one queue."""
    command = [program, "run", str(scenario), "--no-results", "--workers", "1", "--format", "json", "--seed", str(seed)]
    for setting in settings:
        command += ["--set", setting]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    answer = json.loads(done.stdout)
    use, backlog = QUEUE.search(answer["background"]).groups()
    values = {"in use, %": float(use), "backlog, h": seconds(backlog) / 3600}
    for run in answer["runs"]:
        metrics = run["jobs"][0]["metrics"]
        wait = metrics["wait_median_s"]
        values[f"log10 wait, {metrics['nodes']} nodes"] = math.log10((LONGEST_S if wait is None else wait) + 60)
    return values


def distance(a, b):
    """The Kolmogorov-Smirnov statistic of two samples, and its p."""
    d = max(abs(sum(x <= at for x in a) / len(a) - sum(x <= at for x in b) / len(b)) for at in a + b)
    root = math.sqrt(len(a) * len(b) / (len(a) + len(b)))
    z = (root + 0.12 + 0.11 / root) * d
    p = 2 * sum((-1) ** (k - 1) * math.exp(-2 * (k * z) ** 2) for k in range(1, 101)) if z > 0.2 else 1.0
    return d, min(1.0, max(0.0, p))


def mean_text(values):
    half = 1.96 * statistics.stdev(values) / math.sqrt(len(values))
    return f"{statistics.mean(values):.2f} ± {half:.2f}"


def columns(samples):
    return {key: [one[key] for one in samples] for key in samples[0]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--machines", default="lumi,leonardo,vega,karolina")
    parser.add_argument("--replicates", type=int, default=40)
    parser.add_argument("--days", type=int, default=14)
    parser.add_argument("--hours", default="6")
    parser.add_argument("--background", default="{mix: typical}")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    lowest = []
    print("| machine | warm-up | what | from empty | from steady | D | p |\n|---|---|---|---:|---:|---:|---:|")
    for machine in options.machines.split(","):
        with tempfile.TemporaryDirectory() as folder:
            scenario = pathlib.Path(folder) / "scenario.yaml"
            scenario.write_text(SCENARIO.format(machine=machine, background=options.background,
                                                sizes=list(SIZES[machine])))
            seeds = range(1, options.replicates + 1)
            settings = ["background.begin=empty", f"background.warm-up={options.days} d"]
            empty = columns([sample(program, scenario, seed, settings) for seed in seeds])
            for hours in options.hours.split(","):
                settings = ["background.begin=steady", f"background.warm-up={hours} h"]
                # Other queues than those of the same seeds from empty: the samples are independent.
                steady = columns([sample(program, scenario, 1000 + seed, settings) for seed in seeds])
                for what, values in empty.items():
                    d, p = distance(values, steady[what])
                    lowest.append((p, machine, what))
                    print(f"| {machine} | {hours} h | {what} | {mean_text(values)} | {mean_text(steady[what])} "
                          f"| {d:.2f} | {p:.2f} |", flush=True)
    if options.check and min(lowest)[0] < 0.01 / len(lowest):
        sys.exit(f"not the same distribution: {min(lowest)}")


if __name__ == "__main__":
    main()
