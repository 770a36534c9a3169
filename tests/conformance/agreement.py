#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compare the emulated Slurm with the recordings of the real one in slurm/ and slurm-RELEASE/.

agreement.py                  print the table of docs/validation.md, in markdown
agreement.py --check          fail if a workload falls below the bounds.json beside the recordings
agreement.py --write-bounds   write the current agreement into that bounds.json
agreement.py --cycles         fail if skipping idle cycles changes a table
agreement.py --phases 10      print mean waits over 10 phases of the daemons' loops
agreement.py --release 24.11  the same for that release: its recordings and bounds are in slurm-24.11/
agreement.py W05 W08          use only workloads whose names begin like this
agreement.py --first          print the first decision that differs, with slurmctld's log of that instant and the
                              emulator's events (difference.py)
agreement.py --folder PATH    use other recordings, made without taking turns (oracle/README.md); those of the
                              recorder in oracle/ take turns: --turns

Each recording is compared with a run at the same phase. Next to each figure is the noise floor:
the difference of real Slurm at another phase (out.p1.csv) from out.csv.
"""
import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [os.path.join(HERE, "oracle"), HERE]
from compare import compare, load  # noqa: E402  (the oracle's own measure)
from difference import describe  # noqa: E402

OWN = os.path.join(HERE, "slurm")
# Recordings of a workload and their phases.
RECORDINGS = {"out.csv": 0.0, "out.p1.csv": 7.3, "out.p2.csv": 19.7}
SKIPPED = 77


def workloads(folder, prefixes):
    names = sorted(n for n in os.listdir(folder)
                   if os.path.exists(os.path.join(folder, n, "out.csv")))
    return [n for n in names if not prefixes or n.startswith(tuple(prefixes))]


def takes_turns(args, name):
    """True if the daemons of the recording took turns: all in slurm/, and those of later releases that
    the recorder in oracle/ made, which are mixtures or numbered from W20."""
    return args.turns or args.folder == OWN or (args.release and (name[0] == "M" or int(name[1:3]) >= 20))


def write_table(args, name, phase, out, *more):
    """Plays a workload with the emulator and writes the table of the oracle."""
    words = [*args.player, os.path.join(args.played, name), out, "--phase", str(phase),
             *args.extra, *(["--turns"] if takes_turns(args, name) else []), *more]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{name}: the player failed\n{done.stderr}")


def play(args, name, phase):
    with tempfile.TemporaryDirectory() as scratch:
        out = os.path.join(scratch, "out.csv")
        write_table(args, name, phase, out)
        return load(out)


def measure(real, other):
    """The oracle's comparison, with counts in place of fractions where a bound needs them."""
    result, _ = compare(real, other)
    both = [j for j in real if j in other]
    same = [j for j in both
            if real[j]["start"] == other[j]["start"] and real[j]["start"] is not None]
    differs = [j for j in real
               if j not in other or real[j]["start"] != other[j]["start"]]
    differs.sort(key=lambda j: (real[j]["start"] is None, real[j]["start"] or 0.0, j))
    result["started"] = sum(row["start"] is not None for row in real.values())
    result["identical"] = len(same)
    result["states"] = sum(real[j]["state"] == other[j]["state"] for j in both)
    result["first"] = None
    if differs:
        job = differs[0]
        theirs = other.get(job, {}).get("start")
        result["first"] = "%s: %s, not %s" % (job, at(theirs), at(real[job]["start"]))
    return result


def at(start):
    return "never" if start is None else "%d" % start


def compare_all(args):
    """(workload, recording) -> agreement of the emulator; workload -> noise floor."""
    cases = [(name, recording) for name in args.names for recording in RECORDINGS
             if os.path.exists(os.path.join(args.folder, name, recording))]

    def one(case):
        name, recording = case
        real = load(os.path.join(args.folder, name, recording))
        return measure(real, play(args, name, RECORDINGS[recording]))
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        results = dict(zip(cases, pool.map(one, cases)))
    noise = {}
    for name, recording in cases:
        if recording != "out.csv" and name not in noise:
            noise[name] = measure(load(os.path.join(args.folder, name, "out.csv")),
                                  load(os.path.join(args.folder, name, recording)))
    return results, noise


def table(args):
    results, noise = compare_all(args)
    print("| workload | identical starts | noise | Kendall tau | noise | mean abs s | noise "
          "| wait diff s | noise | same nodes | states | first that differs |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|")
    for (name, recording), r in results.items():
        floor = noise.get(name) if recording == "out.csv" else None

        def beside(text, key):
            return text % floor[key] if floor else ""
        label = name if recording == "out.csv" else "— at the phase of %s" % recording[4:-4]
        print("| %s | %d of %d | %s | %.4f | %s | %.1f | %s | %+.1f | %s | %d %% | %d of %d | %s |"
              % (label, r["identical"], r["started"], beside("%d", "identical"),
                 r["kendall_tau"], beside("%.4f", "kendall_tau"),
                 r["mean_abs_s"], beside("%.1f", "mean_abs_s"),
                 r["mean_wait_diff_s"], beside("%+.1f", "mean_wait_diff_s"),
                 round(100 * r["nodes_match"]), r["states"], r["jobs_real"], r["first"] or "none"))
    return results


def check(args):
    with open(args.bounds) as f:
        bounds = json.load(f)
    results, _ = compare_all(args)
    short = []
    for (name, recording), r in results.items():
        bound = bounds.get(name, {}).get(recording)
        if bound is None:
            # A new recording cannot be a regression.
            print("%s %s has no bound yet: agreement.py --write-bounds" % (name, recording))
        elif r["identical"] < bound["identical"] or r["states"] < bound["states"]:
            short.append("%s %s: %d identical starts of at least %d, %d states of at least %d, "
                         "first difference %s" % (name, recording, r["identical"],
                                                  bound["identical"], r["states"], bound["states"],
                                                  r["first"]))
    for name, recordings in bounds.items():
        for recording in recordings:
            if name in args.names and (name, recording) not in results:
                short.append("%s %s has a bound but no recording" % (name, recording))
    print("\n".join(short) or "%d recordings, all within their bounds" % len(results))
    return 1 if short else 0


def write_bounds(args):
    results, _ = compare_all(args)
    bounds = {}
    if os.path.exists(args.bounds):
        with open(args.bounds) as f:
            bounds = json.load(f)
    for (name, recording), r in results.items():
        bounds.setdefault(name, {})[recording] = {"identical": r["identical"],
                                                  "states": r["states"]}
    with open(args.bounds, "w") as f:
        json.dump(bounds, f, indent=1, sort_keys=True)
        f.write("\n")


def cycles(args):
    """Checks that skipping cycles in which nothing can start does not change a byte of the
    tables."""
    def tables_of(name):
        with tempfile.TemporaryDirectory() as scratch:
            tables = []
            for mode in ([], ["--reference-cycles"]):
                out = os.path.join(scratch, "out.csv")
                write_table(args, name, 0.0, out, *mode)
                with open(out, "rb") as f:
                    tables.append(f.read())
            return tables
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        tables = list(pool.map(tables_of, args.names))
    differ = [name for name, (fast, whole) in zip(args.names, tables) if fast != whole]
    print("%d workloads, the same with and without idle cycles: %d"
          % (len(args.names), len(args.names) - len(differ)))
    print("\n".join("%s differs" % name for name in differ))
    return 1 if differ else 0


def first(args):
    """Prints where each recording at phase 0 and the emulator part."""
    for name in args.names:
        real = load(os.path.join(args.folder, name, "out.csv"))
        with tempfile.TemporaryDirectory() as scratch:
            out, events = os.path.join(scratch, "out.csv"), os.path.join(scratch, "events")
            write_table(args, name, 0.0, out, "--events", events)
            other = load(out)
            r = measure(real, other)
            print("%s: %d of %d starts are identical" % (name, r["identical"], r["started"]))
            print(describe(real, other, os.path.join(args.folder, name), events))


def mean_wait(jobs):
    waits = [j["start"] - j["submit"] for j in jobs.values() if j["start"] is not None]
    return sum(waits) / max(len(waits), 1)


def phases(args):
    """Prints mean waits over evenly spread phases of one minute, to average out chance."""
    steps = [60.0 * k / args.phases for k in range(args.phases)]
    cases = [(name, step) for name in args.names for step in steps]
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        waits = list(pool.map(lambda c: mean_wait(play(args, *c)), cases))
    print("| workload | mean wait, recorded s | mean wait of %d phases s | range | difference |"
          % args.phases)
    print("|---|---:|---:|---:|---:|")
    for k, name in enumerate(args.names):
        mine = waits[k * args.phases:(k + 1) * args.phases]
        real = [mean_wait(load(path)) for path in
                (os.path.join(args.folder, name, r) for r in RECORDINGS) if os.path.exists(path)]
        mean, truth = sum(mine) / len(mine), sum(real) / len(real)
        print("| %s | %s | %.0f | %.0f to %.0f | %+.1f %% |"
              % (name, ", ".join("%.0f" % w for w in real), mean, min(mine), max(mine),
                 100 * (mean - truth) / max(truth, 1)))


def main():
    ap = argparse.ArgumentParser(description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("prefixes", nargs="*", metavar="WORKLOAD")
    ap.add_argument("--check", action="store_true")
    ap.add_argument("--write-bounds", action="store_true")
    ap.add_argument("--cycles", action="store_true")
    ap.add_argument("--first", action="store_true")
    ap.add_argument("--phases", type=int, default=0, metavar="N")
    ap.add_argument("--reference-cycles", action="store_true",
                    help="execute every cycle completely, as Slurm does; the starts are the same")
    ap.add_argument("--turns", action="store_true")
    chosen = ap.add_mutually_exclusive_group()
    chosen.add_argument("--release", help="compare with the recordings of this release")
    chosen.add_argument("--folder", default=OWN)
    ap.add_argument("--player", help="the player program instead of `run`")
    ap.add_argument("--jobs", type=int, default=2, help="number of parallel runs")
    args = ap.parse_args()
    args.bounds = os.path.join(OWN, "bounds.json")
    args.played = args.folder
    if args.release:
        # The recordings of a later release are of the workloads of 22.05.
        args.played, args.folder = OWN, os.path.join(HERE, "slurm-" + args.release)
        args.bounds = os.path.join(args.folder, "bounds.json")
        if not os.path.isdir(args.folder):
            ap.error("no recordings of release %s: %s is no folder" % (args.release, args.folder))
    args.names = workloads(args.folder, args.prefixes)
    args.player = [args.player] if args.player else [sys.executable, os.path.join(HERE, "run")]
    args.extra = ["--release", args.release] if args.release else []
    if args.reference_cycles:
        args.extra.append("--reference-cycles")
    if not args.names:
        print("no recordings")
        return SKIPPED
    if args.check:
        return check(args)
    if args.cycles:
        return cycles(args)
    if args.first:
        first(args)
        return 0
    if args.write_bounds:
        write_bounds(args)
    elif args.phases:
        phases(args)
    else:
        table(args)
    return 0


if __name__ == "__main__":
    sys.exit(main())
