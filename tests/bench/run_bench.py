#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whole-program benchmark: `clustersim replay` under EASY on 1,000 nodes at 90 % load.

    run_bench.py --program build/release/clustersim [--jobs 10000 100000 1000000] [--policy easy]

Generates a trace of each length (seeded: the same bytes every time), replays it and prints the wall
time of the whole program (reading, simulating, writing every start), jobs per second and peak memory.
"""
import argparse
import gzip
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

NODES = 1000
LOAD = 0.9
QUARTER_HOUR = 900


def draw_job(rng):
    """(size, run, requested): sizes log-uniform up to a quarter of the machine, run times log-normal
    with a mean of about two hours, requests padded up to fivefold and rounded up to quarter hours."""
    size = int(2 ** rng.uniform(0, 8))
    run = max(1, min(86400, int(rng.lognormvariate(8.0, 1.4))))
    requested = -(-int(run * rng.uniform(1.0, 5.0)) // QUARTER_HOUR) * QUARTER_HOUR
    return size, run, max(requested, QUARTER_HOUR)


def write_trace(path, count, seed=20260101):
    rng = random.Random(seed)
    jobs = [draw_job(rng) for _ in range(count)]
    work = sum(size * run for size, run, _ in jobs)
    gap = work / (LOAD * NODES) / count
    clock = 0.0
    with gzip.open(path, "wt", compresslevel=1) as out:
        out.write(f"; MaxProcs: {NODES}\n")
        for number, (size, run, requested) in enumerate(jobs, 1):
            clock += rng.expovariate(1 / gap)
            out.write(f"{number} {int(clock)} -1 {run} {size} -1 -1 {size} {requested} -1 1 -1 -1 -1 -1 -1 -1 -1\n")


def measure(command):
    """Returns wall-clock seconds and peak resident MB of one process."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begin
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"{command}: exit code {os.waitstatus_to_exitcode(status)}")
    return seconds, usage.ru_maxrss * 1024 / 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True, help="the clustersim to measure, a release build")
    parser.add_argument("--jobs", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--policy", default="easy")
    parser.add_argument("--repeat", type=int, default=3, help="runs of each length; the fastest counts")
    arguments = parser.parse_args()
    print(f"{'jobs':>9} {'wall s':>8} {'jobs/s':>9} {'peak MB':>8}")
    with tempfile.TemporaryDirectory() as folder:
        trace = pathlib.Path(folder) / "trace.swf.gz"
        for count in arguments.jobs:
            write_trace(trace, count)
            command = [arguments.program, "-q", "replay", trace, "--procs", str(NODES), "--policy",
                       arguments.policy, "--starts", pathlib.Path(folder) / "starts.csv", "--format", "json"]
            runs = [measure(command) for _ in range(arguments.repeat)]
            seconds, memory = min(runs)[0], max(run[1] for run in runs)
            print(f"{count:9} {seconds:8.3f} {count / seconds:9.0f} {memory:8.1f}", flush=True)


if __name__ == "__main__":
    main()
