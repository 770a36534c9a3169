#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""forecast_coverage.py PROGRAM [--jobs N] [--check] [OPTION_OF_FORECAST ...]

Forecasts the start of waiting jobs from the snapshots of a real slurmctld (snapshots/), as a user would: without the true
run times and without what was submitted later. Counts the recorded starts that lie in the forecast range of 5 to 95 %.
Of each snapshot N jobs are asked, evenly spaced in their order of submission (20).

--check is the test. The range promises 90 % if submissions go on as before the snapshot. Two workloads stop soon after it: W08
has 52 more submissions for 141 waiting jobs, W20 15 for 183. No forecast can know that, and a user who does says so by
--no-later-jobs. So a snapshot with fewer later submissions than waiting jobs is asked with this option. It fails if the range
holds less than LEAST of all starts, or fewer of one snapshot than snapshots/coverage.json has recorded: there is no one
snapshot whose misses the others may hide.
"""
import argparse
import concurrent.futures
import csv
import glob
import json
import os
import subprocess
import sys
import tarfile

HERE = os.path.dirname(os.path.abspath(__file__))
RESOLUTION_S = 1
# Of 90 % that the range promises; 60 questions, of which those of one snapshot share their causes, scatter by 4 % at least.
LEAST = 0.85
COVERAGE = os.path.join(HERE, "snapshots", "coverage.json")
# All recorded starts are within half a day of their snapshot.
HORIZON_D = "1"


def rows(path):
    with open(path, newline="") as stream:
        return list(csv.DictReader(stream))


def recorded_starts(name):
    """Returns the starts by Slurm's job id, and those of the tasks of each array by the array's id, in seconds."""
    recorded = rows(glob.glob(os.path.join(HERE, "slurm", name + "-*", "out.csv"))[0])
    starts = {row["slurm_id"]: int(row["start_s"]) for row in recorded if row["start_s"]}
    arrays = {}
    for row in recorded:
        if "_" in row["job_id"] and row["start_s"]:
            arrays.setdefault(row["job_id"].split("_")[0], {})[row["slurm_id"]] = int(row["start_s"])
    return starts, {job: list(tasks.values()) for tasks in arrays.values() for job in tasks}


def submissions_go_on(name, at):
    """Whether the recording has more later submissions than jobs that wait at the snapshot; each task of an array counts."""
    recorded = rows(glob.glob(os.path.join(HERE, "slurm", name + "-*", "out.csv"))[0])
    later = sum(float(row["submit_s"]) > at for row in recorded)
    waiting = sum(float(row["submit_s"]) <= at and bool(row["start_s"]) and int(row["start_s"]) > at for row in recorded)
    return later > waiting


def text_of(archive, name):
    """Returns one output of a command in an archive of collect.sh."""
    with tarfile.open(archive) as packed:
        return packed.extractfile(next(one for one in packed if one.name.endswith("/" + name))).read().decode()


def asked_jobs(archive, name, at, count):
    """Returns waiting jobs with their true waits. The id of an array is asked for its next task."""
    starts, tasks = recorded_starts(name)
    waits = {}
    for line in text_of(archive, "jobs.txt").splitlines():
        words = dict(word.split("=", 1) for word in line.split() if "=" in word)
        job = words["JobId"]
        if words["JobState"] != "PENDING" or job not in starts:
            continue
        of = tasks[job] if job == words.get("ArrayJobId") and job in tasks else [starts[job]]
        waits[job] = min(start for start in of if start > at) - at
    step = max(1, len(waits) // count)
    return list(waits.items())[step // 2::step][:count]


def verdict(program, archive, job, wait, options):
    command = [program, "--quiet", "forecast", archive, "--job", job, "--samples", "40", "--no-alternatives", "--workers", "1", "--horizon", HORIZON_D,
               "--format", "json", *options]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        sys.exit("%s\n%s" % (" ".join(command), run.stderr))
    start = json.loads(run.stdout)["start"]
    if start["low_s"] is not None and wait < start["low_s"] - RESOLUTION_S:
        return "earlier"
    later = start["low_s"] is None or start["high_s"] is not None and wait > start["high_s"] + RESOLUTION_S
    return "later" if later else "inside"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--jobs", type=int, default=20)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--snapshots", default="W[012]*")  # W43 is that of forecast_history.py
    asked, options = parser.parse_known_args()
    program = os.path.abspath(asked.program)
    print("%-10s %6s %8s %8s %8s" % ("snapshot", "jobs", "earlier", "inside", "later"))
    total = {"earlier": 0, "inside": 0, "later": 0}
    short = []
    with open(COVERAGE) as stream:
        recorded = json.load(stream)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for archive in sorted(glob.glob(os.path.join(HERE, "snapshots", asked.snapshots + ".tar.gz"))):
            snapshot = os.path.basename(archive)[:-len(".tar.gz")]
            name, _, at = snapshot.partition("-")
            jobs = asked_jobs(archive, name, int(at), asked.jobs)
            more = ["--no-later-jobs"] if asked.check and not submissions_go_on(name, int(at)) else []
            found = list(pool.map(lambda one: verdict(program, archive, *one, options + more), jobs))
            counts = {kind: found.count(kind) for kind in total}
            total = {kind: total[kind] + counts[kind] for kind in total}
            print("%-10s %6d %8d %8d %8d %s" % (snapshot, len(jobs), *counts.values(), " ".join(more)), flush=True)
            if counts["inside"] < recorded["inside"].get(snapshot, len(jobs)):
                short.append("%s: %d inside of at least %d" % (
                    snapshot, counts["inside"], recorded["inside"].get(snapshot, len(jobs))))
    share = total["inside"] / max(1, sum(total.values()))
    print("%-10s %6d %8d %8d %8d, %.1f %% inside" % ("all", sum(total.values()), *total.values(), 100 * share))
    if not asked.check:
        return
    if asked.jobs != recorded["jobs"]:
        sys.exit("%s is for %d jobs of each snapshot" % (COVERAGE, recorded["jobs"]))
    if share < LEAST:
        short.append("all: %.1f %% inside of at least %.0f %%" % (100 * share, 100 * LEAST))
    sys.exit("\n".join(short) or 0)


if __name__ == "__main__":
    main()
