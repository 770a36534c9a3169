#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Fits the constants of workloads/engines to measured servers, and shows the error on the rows that were kept apart.

Three constants of an engine are free: the share of a kernel's start, the host's time of a pass, and the rate of products. The least squares of ln(predicted / measured) of first tokens and of times
between tokens count large deviations less (Cauchy, 15 %). Rows whose id has an odd MD5 are kept apart. Fit again when the model of
products, attention or collectives changes; then write the printed values into the files, with a note.

usage: fit_engines.py PROGRAM [ENGINE...] [--measured served.csv] [--show]
"""
import argparse
import csv
import hashlib
import io
import os
import re
import subprocess
import tempfile

import numpy
from scipy.optimize import least_squares

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FREE = {"launch": "", "pass": " s", "products": ""}
UNITS = {"s": 1.0, "ms": 1e-3, "us": 1e-6}


def kept_apart(row_id):
    return int(hashlib.md5(row_id.encode()).hexdigest(), 16) % 2 == 1


def read_engine(text):
    found = {}
    for key in FREE:
        number, unit = re.search(rf"^  {key}: \{{value: ([-+.e0-9]+) ?(\w*)", text, re.M).groups()
        found[key] = float(number) * UNITS.get(unit, 1.0)
    return found


def with_values(text, values):
    for key, value in values.items():
        text = re.sub(rf"^(  {key}: \{{value: )[^,}}]+", rf"\g<1>{value:.4g}{FREE[key]}", text, flags=re.M)
    return text


class Engine:
    """A copy of the data in which one engine can change."""

    def __init__(self, program, name, folder, rows):
        self.program, self.name, self.rows = program, name, rows
        os.makedirs(os.path.join(folder, "workloads/engines"))
        os.symlink(os.path.join(ROOT, "systems"), os.path.join(folder, "systems"))
        for part in os.listdir(os.path.join(ROOT, "workloads")):
            if part != "engines":
                os.symlink(os.path.join(ROOT, "workloads", part), os.path.join(folder, "workloads", part))
        self.folder = folder
        self.file = os.path.join(folder, "workloads/engines", name + ".yaml")
        with open(os.path.join(ROOT, "workloads/engines", name + ".yaml"), encoding="utf-8") as stream:
            self.text = stream.read()
        self.measured = os.path.join(folder, "served.csv")
        with open(self.measured, "w", newline="", encoding="utf-8") as stream:
            writer = csv.DictWriter(stream, rows[0])
            writer.writeheader()
            writer.writerows(rows)

    def errors(self, values):
        """ln(predicted / measured) by row and quantity."""
        with open(self.file, "w", encoding="utf-8") as stream:
            stream.write(with_values(self.text, values))
        done = subprocess.run([self.program, "--data", self.folder, "validate", "--measured", self.measured, "--rows", "--format", "csv"],
                              check=True, capture_output=True, text=True)
        found = {}
        for row in csv.DictReader(io.StringIO(done.stdout)):
            if row["predicted"]:
                found[row["id"], row["quantity"]] = numpy.log(float(row["predicted"]) / float(row["measured"]))
        return found


def show(title, errors):
    for quantity in sorted({key[1] for key in errors}):
        values = numpy.exp([value for key, value in errors.items() if key[1] == quantity]) - 1.0
        print(f"  {title:10} {quantity:32} {len(values):4} rows  median {100 * numpy.median(abs(values)):5.1f} %"
              f"  bias {100 * numpy.median(values):+6.1f} %")


def fit(engine, only_show):
    start = read_engine(engine.text)
    keys = sorted(key for key in engine.errors(start) if not kept_apart(key[0]))

    def values_at(logs):
        values = {key: start[key] * numpy.exp(step - 3.0) for key, step in zip(FREE, logs)}
        return values | {"launch": min(1.0, values["launch"])}

    def residuals(logs):
        errors = engine.errors(values_at(logs))
        return [(1.5 if key[1].startswith("between") else 1.0) * errors.get(key, 1.0) for key in keys]

    best = numpy.full(len(FREE), 3.0)
    if not only_show:
        best = least_squares(residuals, best, loss="cauchy", f_scale=0.15, diff_step=0.02, bounds=(0.0, 6.0), max_nfev=12).x
    values = values_at(best)
    print(engine.name, ", ".join(f"{key} {value:.4g}{FREE[key]}" for key, value in values.items()))
    errors = engine.errors(values)
    show("fitted to", {key: value for key, value in errors.items() if not kept_apart(key[0])})
    show("kept apart", {key: value for key, value in errors.items() if kept_apart(key[0])})


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program")
    parser.add_argument("engine", nargs="*", default=["vllm", "sglang", "tensorrt-llm"])
    parser.add_argument("--measured", default=os.path.join(ROOT, "workloads/measurements/served.csv"))
    parser.add_argument("--show", action="store_true", help="fit nothing, show the errors of the present values")
    asked = parser.parse_args()
    with open(asked.measured, newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    for name in asked.engine:
        own = [row for row in rows if row["software"].lower().startswith(name) and not row.get("decode_tp")]
        with tempfile.TemporaryDirectory() as folder:
            fit(Engine(os.path.abspath(asked.program), name, folder, own), asked.show)


main()
