#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Compares simulated queue delays of four GPU clusters with their published means.

usage: gpu_cluster_delays.py PROGRAM SUMMARY [--philly TRACE VCS] [--seed N]

SUMMARY is data/cluster_summary.csv of InternLM/AcmeTrace (CC-BY-4.0): number, run time and GPUs of the GPU jobs of each
cluster, and their queue delay, which is used for the comparison only. Jobs are generated from it: sizes are powers of
two with geometric weights that give the published mean; run times are lognormal with the published mean and spread, and
grow with the size such that the GPU time is the published one; arrivals are independent, at the published number of jobs
in the period. They are replayed under EASY on all GPUs of the cluster. Numbers of GPUs and periods are those of the
papers (SOURCES).

--philly replays the reduced trace of Philly (82,247 of its 112,956 GPU jobs) in its virtual clusters, each on nodes of
its own: columns timestamp, duration, num_gpus, cluster; VCS has the nodes of each, of 8 GPUs.
"""
import argparse
import csv
import datetime
import gzip
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile

SOURCES = {  # GPUs and days
    "Seren": (2288, 184),  # Hu et al., NSDI 2024: 286 nodes of 8 A100, March to August 2023
    "Kalos": (2416, 184),  # the same: 302 nodes of 8 A100
    "Helios": (6416, 183),  # Hu et al., SC 2021: four clusters, April to September 2020
    "Philly": (2490, 135),  # Jeon et al., ATC 2019: August to December 2017
}
GPUS_PER_NODE = 8


def replay(program, jobs, gpus):
    """The summary of the jobs (submit, run, gpus), replayed under EASY."""
    with tempfile.TemporaryDirectory() as folder:
        trace = pathlib.Path(folder) / "trace.swf"
        with open(trace, "w", encoding="utf-8") as out:
            for number, (submit, run, size) in enumerate(sorted(jobs), 1):
                out.write(f"{number} {int(submit)} -1 {run} {size} -1 -1 {size} {run} "
                          "-1 1 1 1 -1 1 1 -1 -1\n")
        done = subprocess.run([program, "replay", str(trace), "--procs", str(gpus), "--policy", "easy",
                               "--format", "json"], check=False, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(done.stderr)
        return json.loads(done.stdout)


def size_weights(mean, largest):
    """Weights of 1, 2, 4, … with that mean: each the same multiple of the one before."""
    sizes = [2 ** k for k in range(int(math.log2(largest)) + 1)]
    low, high = 0.0, 1.0
    for _ in range(60):
        ratio = 0.5 * (low + high)
        weights = [ratio ** k for k in range(len(sizes))]
        found = sum(s * w for s, w in zip(sizes, weights)) / sum(weights)
        low, high = (ratio, high) if found < mean else (low, ratio)
    return sizes, weights


def gpu_seconds(row):
    return sum(float(row[f"{end}_gpu_time"]) for end in ("complete", "cancel", "fail"))


def generated(row, days, seed):
    """Jobs whose run times grow with a power of their size such that all together have the published GPU time."""
    rng = random.Random(seed)
    mean, median = float(row["avg_run_time_gpu"]), float(row["med_run_time_gpu"])
    sigma = math.sqrt(2.0 * math.log(mean / median))
    count, longest = int(row["gpu_job_num"]), float(row["max_run_time_gpu"])
    sizes, weights = size_weights(float(row["avg_gpu_num"]), float(row["max_gpu"]))
    drawn = [(rng.uniform(0.0, days * 86400.0), math.exp(rng.gauss(0.0, sigma)),
              rng.choices(sizes, weights)[0]) for _ in range(count)]

    def with_power(power):
        factor = {size: size ** power for size in sizes}
        scale = mean * count / sum(unit * factor[size] for _, unit, size in drawn)
        return [(submit, max(1, round(min(longest, scale * unit * factor[size]))), size)
                for submit, unit, size in drawn]

    low, high = -1.0, 2.0
    for _ in range(12):
        power = 0.5 * (low + high)
        found = sum(run * size for _, run, size in with_power(power))
        low, high = (power, high) if found < gpu_seconds(row) else (low, power)
    return with_power(power)


def philly(trace, clusters):
    with open(clusters, encoding="utf-8") as file:
        nodes = {row["vc"]: int(row["node num"]) for row in csv.DictReader(file)}
    jobs = {}
    with gzip.open(trace, "rt") as file:
        for row in csv.DictReader(file):
            submit = datetime.datetime.fromisoformat(row["timestamp"]).timestamp()
            gpus = GPUS_PER_NODE * nodes.get(row["cluster"], 0)
            size = int(row["num_gpus"])
            if size <= gpus:
                jobs.setdefault((row["cluster"], gpus), []).append((submit, round(float(row["duration"])), size))
    for (_, gpus), listed in jobs.items():
        first = min(job[0] for job in listed)
        yield gpus, [(submit - first, max(1, run), size) for submit, run, size in listed]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("summary")
    parser.add_argument("--philly", nargs=2, metavar=("TRACE", "VCS"))
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    with open(options.summary, encoding="utf-8") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    print("| cluster | GPUs | in use | simulated mean | published mean |\n|---|---:|---:|---:|---:|")

    def show(name, gpus, use, simulated, published):
        print(f"| {name} | {gpus} | {100 * use:.0f} % | {simulated:.0f} s | {float(published):.0f} s |", flush=True)

    for name, (gpus, days) in SOURCES.items():
        jobs = generated(rows[name], days, options.seed)
        use = sum(run * size for _, run, size in jobs) / (gpus * days * 86400.0)
        show(name, gpus, use, replay(program, jobs, gpus)["mean_wait_s"], rows[name]["avg_que_time_gpu"])
    if options.philly:
        count = waited = busy = total = 0.0
        for gpus, jobs in philly(*options.philly):
            answer = replay(program, jobs, gpus)
            count += len(jobs)
            waited += len(jobs) * answer["mean_wait_s"]
            total += gpus
            busy += sum(run * size for _, run, size in jobs) / answer["makespan_s"]
        show("Philly's trace, by virtual cluster", int(total), busy / total, waited / count,
             rows["Philly"]["avg_que_time_gpu"])


if __name__ == "__main__":
    main()
