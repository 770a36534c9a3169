#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Scores of `clustersim validate waits` on public logs and snapshots, against bounds.

    public_waits.py --program build/release/clustersim --reference FOLDER

The data are not part of this project: without the folder the check is skipped (exit code 77). Prints the
rows of the table in docs/validation.md. Fails if the trees miss a bound, or if one worker and two give
different bytes.
"""
import argparse
import json
import pathlib
import subprocess
import sys

# Name -> (file, options, bounds). `width` is relative to the shortest constant range, `pinball` to the last 400 waits
# of the class.
SNAPSHOTS = {"within_2": (0.40, 1), "range_holds": (0.85, 0.95)}
LOGS = {"range_holds": (0.85, 0.95), "pinball": (0, 0.8)}
SETS = {
    "Graham, noons of May 2021": ("drac/graham.submitted-that-day.2021-05.csv.gz", [],
                                  {**SNAPSHOTS, "squared_error": (0, 0.33), "within_2": (0.48, 1),
                                   "within_3": (0.66, 1), "width": (0, 0.9)}),
    # Asked for is a width of 0.9.
    "Cedar, noons of May 2021": ("drac/cedar.submitted-that-day.2021-05.csv.gz", [],
                                 {**SNAPSHOTS, "squared_error": (0, 0.45), "within_3": (0.56, 1), "width": (0, 0.91)}),
    "KTH SP2": ("kth-sp2/KTH-SP2-1996-2.1-cln.swf.gz", [], LOGS),
    "CTC SP2": ("ctc-sp2/CTC-SP2-1996-3.1-cln.swf.gz", [], LOGS),
    "RICC": ("ricc/RICC-2010-2.swf.gz", [], LOGS),
    "Curie": ("curie/CEA-Curie-2011-2.1-cln.part1.swf.gz", ["--size", "allocated"], LOGS),
}


def answer_of(program, file, options):
    command = [program, "-q", "validate", "waits", str(file), *options, "--format", "json"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def values_of(answer):
    methods = {one["method"]: one for one in answer["methods"]}
    trees = dict(methods["boosted trees"])
    trees["width"] = trees["range_width"] / answer["best_constant_range_width"]
    trees["pinball"] = trees["pinball_loss"] / methods["last 400 of the class"]["pinball_loss"]
    return trees, methods["constant"]


def row(name, answer, trees, constant):
    cells = [name, f"{trees['jobs']:,}", f"{trees['squared_error']:.3f}", f"{constant['squared_error']:.3f}",
             f"{100 * trees['within_2']:.1f} %", f"{100 * trees['within_3']:.1f} %",
             f"{100 * trees['range_holds']:.1f} %", f"{trees['range_width']:.2f}",
             f"{answer['best_constant_range_width']:.2f}", f"{trees['pinball']:.2f}"]
    return "| " + " | ".join(cells) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--reference", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    traces = arguments.reference / "traces"
    present = {name: one for name, one in SETS.items() if (traces / one[0]).exists()}
    if not present:
        print(f"no data under {traces}: skipped")
        sys.exit(77)
    missed = []
    for name, (file, options, bounds) in present.items():
        text = answer_of(arguments.program, traces / file, [*options, "--workers", "2"])
        if file.startswith("drac/") and text != answer_of(arguments.program, traces / file, [*options, "--workers", "1"]):
            missed.append(f"{name}: one worker and two give different bytes")
        answer = json.loads(text)
        trees, constant = values_of(answer)
        print(row(name, answer, trees, constant), flush=True)
        for key, (low, high) in bounds.items():
            if not low <= trees[key] <= high:
                missed.append(f"{name}: {key} is {trees[key]:.4f}, not within {low} to {high}")
    print("\n".join(missed))
    sys.exit(1 if missed else 0)


main()
