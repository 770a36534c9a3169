#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Counts the fitted constants of training software and devices and shows whether each one helps rows that it was not fitted to.

usage: constants.py PROGRAM [--constant NAME[=SOFTWARE]]... [--values A,B,…] [--step 0.05] [--sets] [--check]

A constant is a number of workloads/frameworks/ or systems/accelerators/ whose source says "fitted to …". Files that have the same constant with
the same value and the same rows share it. Numbers that other files took over from it, marked `inferred` or `estimate`, change with it.
For each one, `validate` is run with its value, with neighbours, and without it. The rows whose prediction changes are divided into those that
it was fitted to and all others, of every set. Three numbers are the mean of |predicted / measured - 1|, its median and the signed mean, in percent.
`--check` fails if a constant makes the others worse than its absence does, or if no row depends on it.
"""
import argparse
import csv
import io
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from constant_tables import FIT, SOURCE, files  # noqa: E402

VALUE = re.compile(r"^  (\w+): \{value: ([^,}]+), source: (\w+), confidence: (\w+)", re.M)
NUMBER = re.compile(r"^([-+.\deE]+)(.*)$")
# What software without the constant has.
NEUTRAL = {"kernel_share": 1, "attention_share": 1, "sharded_share": 1, "elementwise_share": 1, "flop_per_joule": 1e14}
# Sets that no constant of training software can change.
OTHER_SETS = {"collectives", "collectives-carried", "generic", "inference", "serving", "storage"}


class Constant:
    """One fitted number, with the files that have it and those that took it over."""

    def __init__(self, name, value, fit, source):
        self.name, self.value, self.fit, self.source = name, value, fit, source
        self.files = []
        self.heirs = []

    @property
    def label(self):
        return f"{self.name} = {self.value} ({', '.join(self.files)})"

    @property
    def number(self):
        return float(NUMBER.match(self.value)[1])

    def text(self, number):
        return f"{number:.6g}{NUMBER.match(self.value)[2]}"


def read_constants():
    """Returns the constants, and how many numbers of files are marked `calibrated`."""
    found, marked, texts = {}, 0, {}
    for path in map(pathlib.Path, files()):
        text = path.read_text(encoding="utf-8")
        sources = dict(SOURCE.findall(text.partition("\nframework:")[0]))
        texts[path.stem] = (text, sources)
        for name, value, source, confidence in VALUE.findall(text):
            if confidence != "calibrated" or name.endswith("_spread"):
                continue
            marked += 1
            fit = FIT.search(sources[source])
            key = (name, value.strip(), fit[0])
            constant = found.setdefault(key, Constant(name, value.strip(), fit, sources[source]))
            constant.files.append(path.stem)
    for software, (text, sources) in texts.items():
        for name, value, source, confidence in VALUE.findall(text):
            # The same number from the same publication, though not marked as fitted.
            for constant in found.values():
                if (confidence in ("inferred", "estimate") and name == constant.name and value.strip() == constant.value
                        and sources[source].split(",")[0] == constant.source.split(",")[0]):
                    constant.heirs.append(software)
    return list(found.values()), marked


def place_of(name):
    """The path of a file of software or of a device in the data."""
    return next(p.relative_to(ROOT) for p in map(pathlib.Path, files()) if p.stem == name)


class Trials:
    """Runs of `validate` on a copy of the data in which one constant differs."""

    def __init__(self, program, folder):
        self.program, self.folder = program, pathlib.Path(folder)
        # Copies, because `extends:` in a symbolic link would lead back to the original files.
        for name in "systems", "workloads":
            shutil.copytree(ROOT / name, self.folder / name)
        listed = subprocess.run([program, "validate", "--format", "json"], check=True, capture_output=True, text=True).stdout
        self.sets = [s for s in re.findall(r'"name": "([\w-]+)"', listed) if s not in OTHER_SETS]
        self.base = self.run()

    def run(self):
        """Returns {(set, row, quantity): (measured, predicted)} of relative errors in the order of the rows."""
        out = subprocess.run([self.program, "validate", *self.sets, "--rows", "--format", "csv"], check=True, capture_output=True,
                             text=True, env={**os.environ, "CLUSTERSIM_DATA": str(self.folder)}).stdout
        points = {}
        for row in csv.DictReader(io.StringIO(out)):
            usable = row["predicted"] and not row["quantity"].startswith(("fits", "within"))
            if usable and float(row["measured"]):
                points[row["set"], row["id"], row["quantity"]] = float(row["error"])
        return points

    def with_value(self, constant, text):
        places = [place_of(name) for name in {*constant.files, *constant.heirs}]
        for place in places:
            path = self.folder / place
            original = path.read_text(encoding="utf-8")
            changed = re.sub(rf"(?m)^(  {constant.name}: \{{value: )[^,}}]+", rf"\g<1>{text}", original)
            path.write_text(changed, encoding="utf-8")
        try:
            return self.run()
        finally:
            for place in places:
                shutil.copy(ROOT / place, self.folder / place)


def fitted_rows(constant, touched):
    """The ids that the source names: those in its text, one row, or every second of those that the constant changes."""
    fit, where = constant.fit, constant.fit[3]
    ids = list(dict.fromkeys(key[1] for key in touched if key[0] == where))
    if fit[1] and fit[1].isdigit():
        named = [i for i in ids if re.search(rf"\b{re.escape(i)}\b", constant.source.split("have")[0].rpartition(" (")[0])]
        return {(where, i) for i in named}, ids
    if not fit[1]:
        return {(where, i) for i in ids[:1]}, ids
    return {(where, i) for i in ids[::2]}, ids


def mean_errors(points, keys):
    errors = [points[key] for key in keys if key in points]
    if not errors:
        return None
    return statistics.mean(map(abs, errors)), statistics.median(map(abs, errors)), statistics.mean(errors)


def cell(errors):
    return "-" if errors is None else f"{100 * errors[0]:.1f} {100 * errors[1]:.1f} {100 * errors[2]:+.1f}"


def study(trials, constant, values, by_set):
    """Prints the errors of a constant; returns those of the others with the value and without it."""
    neutral = NEUTRAL.get(constant.name, 0)
    numbers = [("value", constant.value), *((v, v) for v in values), ("absent", constant.text(neutral))]
    runs = {name: trials.base if name == "value" else trials.with_value(constant, text) for name, text in numbers}
    touched = [key for key in trials.base
               if any(key in run and abs(run[key] - trials.base[key]) > 1e-9 for run in runs.values())]
    rows, ids = fitted_rows(constant, touched)
    fitted = [key for key in touched if (key[0], key[1]) in rows]
    groups = [("fitted to", fitted), ("others of the set", [k for k in touched if k[0] == constant.fit[3] and k not in set(fitted)]),
              ("other sets", [k for k in touched if k[0] != constant.fit[3]]), ("all others", [k for k in touched if k not in set(fitted)])]
    if by_set:
        groups += [(f"  {where}", [k for k in touched if k[0] == where]) for where in dict.fromkeys(k[0] for k in touched)]
    print(f"\n{constant.label}\n  fitted to {len(rows)} of {len(ids)} rows of {constant.fit[3]}"
          + (f"; taken over by {', '.join(constant.heirs)}" if constant.heirs else ""))
    print(f"  {'rows':22}{'count':>7}" + "".join(f"{name:>17}" for name, _ in numbers))
    for title, keys in groups:
        if keys:
            print(f"  {title:22}{len(keys):7}" + "".join(f"{cell(mean_errors(runs[name], keys)):>17}" for name, _ in numbers))
    sys.stdout.flush()
    others = groups[3][1]
    return mean_errors(runs["value"], others), mean_errors(runs["absent"], others)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("program")
    options.add_argument("--constant", action="append", default=[], help="a name, or NAME=SOFTWARE; default: all")
    options.add_argument("--values", default="", help="values to try, default: --step below and above")
    options.add_argument("--step", type=float, default=0.05, help="relative distance of the neighbours")
    options.add_argument("--sets", action="store_true", help="errors of each set, too")
    options.add_argument("--check", action="store_true", help="fail if a constant makes rows worse that it was not fitted to")
    given = options.parse_args()
    constants, marked = read_constants()
    taken = sum(len(c.heirs) for c in constants)
    print(f"{len(constants)} fitted constants, in {marked} places, and {taken} places that took one over")

    def wanted(constant):
        return not given.constant or any(
            name == constant.name and (not software or software in constant.files)
            for name, _, software in (text.partition("=") for text in given.constant))

    bad = []
    with tempfile.TemporaryDirectory() as folder:
        trials = Trials(os.path.abspath(given.program), folder)
        for constant in filter(wanted, constants):
            near = [constant.text(constant.number * (1 + s)) for s in (-given.step, given.step)]
            if constant.name.endswith("_share"):
                near = [min(v, "1", key=float) for v in near]
            with_it, without = study(trials, constant, given.values.split(",") if given.values else near, given.sets)
            if without is None:
                bad.append(f"{constant.label}: no row depends on it but those that it was fitted to")
            elif with_it[0] > without[0]:
                bad.append(f"{constant.label}: other rows have {100 * with_it[0]:.1f} % with it, {100 * without[0]:.1f} % without")
    print(f"\n{len(bad)} constants do not help rows that they were not fitted to", *bad, sep="\n  ")
    sys.exit(1 if given.check and bad else 0)


if __name__ == "__main__":
    main()
