#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compare `clustersim replay` with reference schedules, row by row.

    check_goldens.py --program build/release/clustersim --reference FOLDER

For every trace and policy with a reference schedule, prints the number of compared and of equal rows
and the run time of the program. The traces are not part of this project: without the
folder the check is skipped (exit code 77).
"""
import argparse
import csv
import gzip
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import time

# Reference file stem -> (trace, additional options of replay).
TRACES = {
    "KTH-SP2-1996-2.1-cln": ("kth-sp2/KTH-SP2-1996-2.1-cln.swf.gz", ["--procs", "100"]),
    "CTC-SP2-1996-3.1-cln": ("ctc-sp2/CTC-SP2-1996-3.1-cln.swf.gz", ["--procs", "338"]),
    "CEA-Curie-2011-2.1-cln": ("curie/CEA-Curie-2011-2.1-cln.part1.swf.gz",
                               ["--procs", "93312", "--size", "allocated"]),
    "CEA-Curie-2011-2.1-cln@43603464": ("curie/CEA-Curie-2011-2.1-cln.part1.swf.gz",
                                        ["--procs", "93312", "--size", "allocated", "--from", "43603464"]),
    "RICC-2010-2": ("ricc/RICC-2010-2.swf.gz", ["--procs", "8192"]),
    "lublin_256": ("lublin/lublin_256.swf.gz", ["--procs", "256"]),
}
# Column of the oracle's results.csv -> key of replay's JSON.
METRICS = {"jobs": "jobs", "mean_wait_s": "mean_wait_s", "mean_bsld": "mean_bounded_slowdown",
           "p95_wait_s": "p95_wait_s", "median_wait_s": "median_wait_s", "max_wait_s": "max_wait_s",
           "makespan_s": "makespan_s", "utilisation": "utilization"}


def replay(program, trace, options, folder):
    """Returns the lines of the starts file, the JSON summary and the seconds taken."""
    starts = folder / "starts.csv"
    begin = time.perf_counter()
    done = subprocess.run([program, "-q", "replay", trace, *options, "--starts", starts, "--format", "json"],
                          capture_output=True, text=True)
    seconds = time.perf_counter() - begin
    if done.returncode != 0:
        sys.exit(f"{trace}: exit code {done.returncode}\n{done.stderr}")
    return starts.read_text().splitlines(), json.loads(done.stdout), seconds


def report(name, policy, expected, got, seconds):
    equal = sum(a == b for a, b in zip(expected, got))
    good = equal == len(expected) == len(got)
    print(f"{name:32} {policy:13} {len(expected):7} compared {equal:7} equal  {seconds:7.3f} s"
          f"{'' if good else '  DIFFERENT'}", flush=True)
    return good


def check_goldens(program, reference, folder):
    good = True
    with open(reference / "oracle/easy/results.csv", newline="") as f:
        summaries = {(row["trace"], row["policy"]): row for row in csv.DictReader(f)}
    for golden in sorted((reference / "oracle/easy/golden").glob("*.csv.gz")):
        name, policy = golden.name.removesuffix(".csv.gz").split(".first10000.")
        trace, options = TRACES[name]
        got, summary, seconds = replay(program, reference / "traces" / trace,
                                       [*options, "--policy", policy, "--first", "10000"], folder)
        with gzip.open(golden, "rt") as f:
            good &= report(name, policy, f.read().splitlines(), got, seconds)
        for column, key in METRICS.items():
            want = float(summaries[name, policy][column])
            if not math.isclose(summary[key], want, rel_tol=1e-6, abs_tol=1e-6):
                print(f"  {key}: {summary[key]} instead of {want}")
                good = False
    return good


def check_bench(program, reference, folder):
    good = True
    for golden in sorted((reference / "bench").glob("*.easy-starts.csv.gz")):
        name = golden.name.removesuffix(".easy-starts.csv.gz")
        got, _, seconds = replay(program, reference / "bench" / f"{name}.swf.gz",
                                 ["--procs", "1000", "--policy", "easy"], folder)
        rows = [line.split(",") for line in got[1:]]
        with gzip.open(golden, "rt") as f:
            expected = sorted(f.read().splitlines()[1:])
        good &= report(name, "easy", expected, sorted(f"{row[0]},{row[2]}" for row in rows), seconds)
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True, help="the clustersim to check")
    parser.add_argument("--reference", type=pathlib.Path, required=True,
                        help="folder with oracle/easy, traces and bench")
    arguments = parser.parse_args()
    if not (arguments.reference / "oracle/easy/golden").is_dir():
        print("skipped: no reference schedules here")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        checks = [check(arguments.program, arguments.reference, pathlib.Path(folder))
                  for check in (check_goldens, check_bench)]
    return 0 if all(checks) else 1


if __name__ == "__main__":
    sys.exit(main())
