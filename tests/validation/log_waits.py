#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the waits of users who react to the queue with those of the log that their mix was fitted to, by size of the job.

usage: log_waits.py PROGRAM --reference FOLDER [--logs NAME,…] [--seeds N] [--days N] [--warm-up DAYS] [--backlog HOURS]
                    [--priority basic|multifactor] [--max-running N]

For each log a mix is fitted (`clustersim fit mix --machine-size`), its users meet the recorded backlog of workloads/backlogs.yaml on
a machine of as many whole nodes, and the jobs that start within the period are compared with those of the log (of Curie: of its
thin nodes, from April 2012). Sizes are shares of the machine. The machine has the longest limit of the log, and no others unless
--max-running gives the jobs that a user may run: what else users were kept from is in no log. The logs are not part of this
project: without the folder the check is skipped (exit code 77).
"""
import argparse
import collections
import datetime
import gzip
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Name: (file, options of fit, processors of a node, nodes, recorded backlog and longest limit in h, what to compare with). Curie ran Slurm's
# multifactor priority; its 720 fat nodes (partition 4) are another queue, in which 90 h of work waited, and its thin nodes were
# in test until March 2012.
LOGS = {
    "KTH SP2": ("kth-sp2/KTH-SP2-1996-2.1-cln.swf.gz", [], 1, 100, 33, 60, {}),
    "CTC SP2": ("ctc-sp2/CTC-SP2-1996-3.1-cln.swf.gz", [], 1, 338, 85, 18, {}),
    "Curie": ("curie/CEA-Curie-2011-2.1-cln.part1.swf.gz",
              ["--partition", "10", "--size", "allocated", "--cores-per-node", "16"], 16, 5040, 17, 24,
              {"partition": "10", "since": 36_660_076}),
    "RICC": ("ricc/RICC-2010-2.swf.gz", ["--size", "allocated"], 1, 8192, 123, 72, {}),
}
PRIORITIES = {
    "basic": "{type: basic}",
    "multifactor": "{type: multifactor, weight_age: 1000, weight_fairshare: 1000, weight_job_size: 5000, decay_half_life: 7 d}",
}
CLASSES = (("one node", 0.0), ("to 1/64", 1 / 64), ("to 1/16", 1 / 16), ("to 1/4", 1 / 4), ("above 1/4", 1.0))
PARTITIONS = """partitions:
  all:
    source: D
    confidence: estimate
    node_type: cpu
    nodes: {nodes}
    is_default: true
    exclusive: true
    billing: {{unit: CU, per_node_hour: 1}}
    limits: {{max_nodes: {nodes}, max_time: {limit}:00:00{running}}}
slurm:
  source: D
  confidence: estimate
  settings:
    scheduler: {{backfill: {{interval: 60 s, window: 5 d, resolution: 5 min, max_job_test: 1000}}}}
    priority: {priority}
"""
SCENARIO = """schema: clustersim/scenario/1
title: waits of a log
system: ./machine.yaml
background: {{mix: ./mix.yaml, backlog: {backlog} h, warm-up: {warm_up} d, window: {days} d}}
jobs: {{probe: {{nodes: 1, runtime: 1 h, walltime: 1 h}}}}
replicates: 1
seed: {seed}
"""


def size_class(nodes, total):
    return "one node" if nodes <= 1 else next(name for name, share in CLASSES[1:] if nodes <= share * total)


def machine(nodes, limit, priority, max_running):
    """A machine of whole nodes; what the nodes are does not matter to waits."""
    text = (ROOT / "systems/reference/archer2.yaml").read_text().split("partitions:")[0]
    return text.replace("value: 5860", f"value: {nodes}") + PARTITIONS.format(
        nodes=nodes, limit=limit, priority=PRIORITIES[priority], running=f", max_running: {max_running}" if max_running else "")


def recorded(file, processors, partition=None, since=0):
    """(nodes, wait in s) of each job of a log, of one partition and from a second on; the size is what was allocated."""
    with gzip.open(file, "rt", encoding="latin-1") as lines:
        for line in lines:
            fields = line.split()
            if line.startswith(";") or len(fields) < 16:
                continue
            submitted, wait, size = float(fields[1]), float(fields[2]), int(float(fields[4]))
            if size > 0 and wait >= 0 and submitted >= since and partition in (None, fields[15]):
                yield -(-size // processors), wait


def seconds(text):
    return datetime.datetime.fromisoformat(text).timestamp()


class Simulated:
    """The jobs that start in the period, the use of the machine and the mean work that waits, in hours of the machine."""

    def __init__(self, options, here, nodes, seed):
        self.jobs, self.use, self.backlog = [], 0.0, 0.0
        (here / "scenario.yaml").write_text(SCENARIO.format(
            backlog=options.backlog_of, warm_up=options.warm_up, days=options.days, seed=seed))
        result = here / f"result-{seed}"
        run(options.program, here, "run", "scenario.yaml", "--out", str(result))
        listed = run(options.program, here, "sacct", str(result), "--at", f"{options.warm_up + options.days}d", "-S", "0", "-X",
                     "-P", "-n", "-o", "Submit,Start,JobName,NNodes,ElapsedRaw,TimelimitRaw").splitlines()
        rows = [line.split("|") for line in listed]
        begin = min(seconds(row[0]) for row in rows) + options.warm_up * 86400
        span = options.days * 86400
        for submit, start, name, size, elapsed, limit in rows:
            started = seconds(start) if start[:1].isdigit() else begin + span
            self.use += overlap(started, started + float(elapsed or 0), begin, span) * int(size) / nodes
            self.backlog += overlap(seconds(submit), started, begin, span) * int(size) / nodes * float(limit) / 60.0
            if name == "batch" and begin <= started < begin + span:
                self.jobs.append((int(size), started - seconds(submit)))


def overlap(first, last, begin, span):
    """The share of a span that an interval covers."""
    return max(0.0, min(last, begin + span) - max(first, begin)) / span


def run(program, folder, *arguments):
    done = subprocess.run([program, *arguments], cwd=folder, check=False, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return done.stdout


def summary(jobs, nodes):
    """By class: jobs, shares within 1, 6 and 24 h, mean wait in h."""
    waits = collections.defaultdict(list)
    for size, wait in jobs:
        waits[size_class(size, nodes)].append(wait)
        waits["all"].append(wait)
    return {name: (len(found), *(sum(wait < hours * 3600 for wait in found) / len(found) for hours in (1, 6, 24)),
                   sum(found) / len(found) / 3600.0) for name, found in waits.items()}


def cells(row):
    return " | ".join([f"{100 * share:.0f} %" for share in row[1:4]] + [f"{row[4]:.2f} h"])


def compare(options, name):
    file, fit, processors, nodes, backlog, limit, jobs = LOGS[name]
    options.backlog_of = options.backlog or backlog
    log = options.reference / file
    simulated = []
    with tempfile.TemporaryDirectory() as folder:
        here = pathlib.Path(folder)
        run(options.program, here, "fit", "mix", str(log), *fit, "--machine-size", str(nodes), "--name", "mix", "-o", "mix.yaml")
        (here / "machine.yaml").write_text(machine(nodes, limit, options.priority, options.max_running))
        for seed in range(1, options.seeds + 1):
            simulated.append(Simulated(options, here, nodes, seed))
    was = summary(recorded(log, processors, **jobs), nodes)
    became = summary((job for one in simulated for job in one.jobs), nodes)
    for size in [name for name, _ in CLASSES] + ["all"]:
        if size in was and size in became:
            print(f"| {name} | {size} | {cells(was[size])} | {cells(became[size])} | {became[size][4] / was[size][4]:.2f} |")
    use = sum(one.use for one in simulated) / len(simulated)
    waits = sum(one.backlog for one in simulated) / len(simulated)
    print(f"{name}: {100 * use:.0f} % in use, {waits:.0f} h of work waits for nodes or its users' order; asked {options.backlog_of} h",
          file=sys.stderr, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--reference", required=True, type=pathlib.Path)
    parser.add_argument("--logs", default=",".join(LOGS))
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--days", type=int, default=20)
    parser.add_argument("--warm-up", dest="warm_up", type=int, default=8)
    parser.add_argument("--backlog", type=float)
    parser.add_argument("--priority", choices=PRIORITIES, default="basic")
    parser.add_argument("--max-running", dest="max_running", type=int)
    options = parser.parse_args()
    options.reference = options.reference.absolute()
    if not options.reference.is_dir():
        print(f"skipped: no folder {options.reference}")
        sys.exit(77)
    print("| log | size | recorded within 1 h | 6 h | 24 h | mean | simulated within 1 h | 6 h | 24 h | mean | ratio |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
    for name in options.logs.split(","):
        compare(options, name)


if __name__ == "__main__":
    main()
