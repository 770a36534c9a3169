#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""snapshots.py PLAYER [--write-bounds]

Goes on from snapshots that collect.sh took of a real slurmctld in the middle of a recorded workload, with the true run
times and the later submissions, and compares every later start with the recording. bounds.json has the number of starts
that must be exact to the second.
"""
import csv
import glob
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.join(HERE, "snapshots")
BOUNDS = os.path.join(FOLDER, "bounds.json")


def starts(path):
    with open(path, newline="") as stream:
        return {row["job_id"]: int(row["start_s"]) for row in csv.DictReader(stream) if row["start_s"]}


def play(player, archive):
    name, _, at = os.path.basename(archive)[:-len(".tar.gz")].partition("-")
    workload = glob.glob(os.path.join(HERE, "slurm", name + "-*"))[0]
    # A folder below is named by the release, whose recordings are in a folder of their own.
    release = os.path.relpath(os.path.dirname(archive), FOLDER)
    recordings = "slurm" if release == "." else "slurm-" + release
    recorded = os.path.join(HERE, recordings, os.path.basename(workload), "out.csv")
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.csv")
        done = subprocess.run([player, workload, out, "--turns", "--snapshot", archive, "--at", at, "--recorded", recorded],
                              capture_output=True, text=True)
        if done.returncode:
            sys.exit("%s: %s" % (os.path.basename(archive), done.stderr))
        played = starts(out)
    later = {job: start for job, start in starts(recorded).items() if start > int(at)}
    exact = sum(played.get(job) == start for job, start in later.items())
    near = sum(job in played and abs(played[job] - start) <= 60 for job, start in later.items())
    return len(later), exact, near


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    write = "--write-bounds" in sys.argv
    bounds = {} if write else json.load(open(BOUNDS))
    bad = 0
    print("%-14s %8s %8s %10s" % ("snapshot", "starts", "exact", "within 60s"))
    for archive in sorted(glob.glob(os.path.join(FOLDER, "**", "W*.tar.gz"), recursive=True)):
        name = os.path.relpath(archive, FOLDER)[:-len(".tar.gz")]
        total, exact, near = play(sys.argv[1], archive)
        if write:
            bounds[name] = exact
        worse = exact < bounds[name]
        bad += worse
        print("%-14s %8d %8d %10d%s" % (name, total, exact, near, "  < %d" % bounds[name] if worse else ""))
    if write:
        with open(BOUNDS, "w") as stream:
            json.dump(bounds, stream, indent=1)
            stream.write("\n")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
