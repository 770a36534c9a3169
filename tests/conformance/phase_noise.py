#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How much the real Slurm differs from itself if its loops wake at other phases, and the emulated one from it at the same phases.

phase_noise.py --release 24.11            print the table of docs/validation.md, in markdown
phase_noise.py --release 24.11 --check    fail if fewer starts than in phases.json are identical
phase_noise.py --release 24.11 --take FOLDER
                                          make WORKLOAD/phases.csv of recordings FOLDER/W05.7.3.csv (workload, phase)

phases.csv beside a recording has the starts of each job at each recorded phase. The recorder is oracle/run_oracle.py, whose daemons
take turns.
"""
import argparse
import csv
import itertools
import json
import os
import re
import sys

import agreement
from compare import load


def read_phases(path):
    """{phase: {job: {start, end, submit}}} of a phases.csv."""
    phases = {}
    with open(path, newline="") as stream:
        for row in csv.DictReader(stream):
            for phase, start in row.items():
                if phase not in ("job_id", "submit_s"):
                    phases.setdefault(float(phase), {})[row["job_id"]] = {
                        "start": float(start) if start else None, "end": None, "state": None,
                        "submit": float(row["submit_s"])}
    return phases


def take(folder, recordings):
    """Writes phases.csv of each workload that has recordings."""
    found = {}
    for name in sorted(os.listdir(recordings)):
        match = re.fullmatch(r"(W\d\d)\.([\d.]+)\.csv", name)
        if match:
            found.setdefault(match[1], {})[float(match[2])] = load(os.path.join(recordings, name))
    for short, phases in found.items():
        workload = next(n for n in os.listdir(folder) if n.startswith(short + "-"))
        order = sorted(phases)
        with open(os.path.join(folder, workload, "phases.csv"), "w", newline="") as stream:
            out = csv.writer(stream, lineterminator="\n")
            out.writerow(["job_id", "submit_s"] + ["%g" % phase for phase in order])
            for job, row in phases[order[0]].items():
                out.writerow([job, row["submit_s"]] + [phases[phase][job]["start_s"] for phase in order])


def against_emulator(args, name, phases):
    """Identical starts over all phases, and all recorded starts."""
    same = started = 0
    for phase, real in phases.items():
        emulated = agreement.measure(real, agreement.play(args, name, phase))
        same, started = same + emulated["identical"], started + emulated["started"]
    return same, started


def noise(phases):
    """Means over all pairs of phases: identical starts, Kendall tau, mean absolute difference."""
    pairs = [agreement.measure(phases[a], phases[b]) for a, b in itertools.combinations(sorted(phases), 2)]
    return [sum(pair[key] for pair in pairs) / len(pairs) for key in ("identical", "kendall_tau", "mean_abs_s")] \
        if pairs else None


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--release", required=True)
    ap.add_argument("--check", action="store_true")
    ap.add_argument("--write-bounds", action="store_true")
    ap.add_argument("--take", metavar="FOLDER")
    ap.add_argument("--player", help="the player program instead of `run`")
    args = ap.parse_args()
    folder = os.path.join(agreement.HERE, "slurm-" + args.release)
    if args.take:
        return take(folder, args.take)
    args.player = [args.player] if args.player else [sys.executable, os.path.join(agreement.HERE, "run")]
    args.played, args.folder = agreement.OWN, agreement.OWN  # recordings of daemons that take turns
    args.extra, args.turns = ["--release", args.release], True
    names = sorted(n for n in os.listdir(folder) if os.path.exists(os.path.join(folder, n, "phases.csv")))
    recorded = {name: read_phases(os.path.join(folder, name, "phases.csv")) for name in names}
    same = {name: against_emulator(args, name, recorded[name]) for name in names}
    bounds = os.path.join(folder, "phases.json")
    if args.write_bounds:
        with open(bounds, "w") as stream:
            json.dump({name: same[name][0] for name in names}, stream, indent=1)
            stream.write("\n")
        return 0
    if args.check:
        with open(bounds) as stream:
            least = json.load(stream)
        short = ["%s: %d identical starts of at least %d" % (n, same.get(n, (0, 0))[0], least[n])
                 for n in least if same.get(n, (0, 0))[0] < least[n]]
        print("\n".join(short) or "%d workloads, all within their bounds" % len(least))
        return 1 if short or not least else 0
    print("| workload | phases s | emulated: identical starts | between phases: identical | Kendall tau | mean abs s "
          "| mean wait at each phase s |")
    print("|---|---|---:|---:|---:|---:|---:|")
    for name in names:
        phases = recorded[name]
        between = noise(phases)
        waits = ", ".join("%.0f" % agreement.mean_wait(phases[p]) for p in sorted(phases))
        print("| %s | %s | %d of %d | %s | %s |" % (
            name, ", ".join("%g" % p for p in sorted(phases)), *same[name],
            "%.0f of %d | %.4f | %.1f" % (between[0], len(phases[min(phases)]), *between[1:]) if between else "| | ",
            waits))
    return 0


if __name__ == "__main__":
    sys.exit(main())
