# SPDX-License-Identifier: Apache-2.0
"""Writes the tables and the numbers of docs/paper/paper.md, or checks them; docs/reproduce.md says what each table is computed from.

A table stands between <!-- table: NAME --> and <!-- /table -->, a number between <!-- number: NAME --> and <!-- /number -->.

usage: paper_tables.py PROGRAM [--check | --check-quick | --print NAME]
  --check-quick  check what does not need the recordings of Slurm, which take a quarter of a minute
  --print NAME   print this table (errors, schedules, waits) or all numbers (numbers), and change no file
"""
import functools
import json
import math
import os
import re
import statistics
import subprocess
import sys

from source_files import read, root

PAPER = "docs/paper/paper.md"
TABLE = re.compile(r"<!-- table: (\w+) -->\n.*?<!-- /table -->\n", re.DOTALL)
NUMBER = re.compile(r"<!-- number: (\w+) -->.*?<!-- /number -->", re.DOTALL)

LANGUAGE, IMAGES, MEMORY, FITS, MESSAGES, SERVING, KERNELS, POWER, DATA, CODES = (
    "training step, language models", "training step, images and BERT", "memory of a device", "does a plan fit in memory?",
    "collective operations", "serving of language models", "single kernels", "power", "images read from storage", "step of GROMACS and CP2K")
# What each set of `clustersim validate` measures; quantities of memory and power have rows of their own.
GROUPS = {
    LANGUAGE: ("vtrain-single", "vtrain-multi", "megatron-2020", "sc21", "korthikanti", "megatron-core", "nemo-launcher", "mpt-fsdp",
               "bloom", "eurohpc", "campaigns", "mlperf-v5", "lora", "nemo-context", "megatron-bridge", "recipes", "torchtitan", "huggingface",
               "reported", "epicure", "caraml"),
    IMAGES: ("resnet-bert", "mlperf", "vision"),
    MEMORY: ("korthikanti-memory", "memory"),
    MESSAGES: ("collectives", "collectives-carried", "nccl-node"),
    SERVING: ("inference", "serving", "served"),
    KERNELS: ("gemm", "attention"),
    POWER: ("power",),
    DATA: ("storage",),
    CODES: ("generic",),
}
# Rates that the same sources derive from a time that is counted already, ranges, differences of efficiencies, and the same
# kernels after a fit to their table.
LEFT_OUT = ("MFU", "HFU", "within the range")


def output(*words):
    """What a command of this tree prints."""
    done = subprocess.run(words, cwd=root(), capture_output=True, text=True, env={**os.environ, "LC_ALL": "C.UTF-8"})
    if done.returncode:
        sys.exit(f"{' '.join(words)} ended with {done.returncode}:\n{done.stderr}")
    return done.stdout


@functools.cache
def validated(program):
    return json.loads(output(program, "validate", "--format", "json"))["sets"]


def group_of(name, row):
    if row["quantity"] == "fits in memory":
        return FITS
    if row["quantity"].startswith(("memory", "activations", "weights")):
        return MEMORY
    if row["quantity"].endswith("power"):
        return POWER
    if "BERT" in row["quantity"]:
        return IMAGES
    if name == "mlperf" and row["quantity"] in ("tokens/s", "samples/s"):  # GPT-3 and Llama 2
        return LANGUAGE
    return next((group for group, names in GROUPS.items() if name in names), None)


@functools.cache
def errors_by_group(program):
    """{group: absolute errors of all its rows}; an error of 1 says that a plan does not fit though it ran, or the reverse."""
    found = {group: [] for group in (LANGUAGE, IMAGES, MEMORY, FITS, MESSAGES, SERVING, KERNELS, POWER, DATA, CODES)}
    for one in validated(program):
        for row in one["rows"]:
            if row["quantity"] in LEFT_OUT or row["quantity"].startswith("at the table's level") or row["comparison"] in ("difference", "within"):
                continue
            group = group_of(one["name"], row)
            if group is None:
                sys.exit(f"the paper has no group for the set {one['name']}: name it in tests/support/paper_tables.py")
            # TFLOP/s of the runs whose step times are counted.
            if one["name"] == "sc21" and row["quantity"].startswith("TFLOP/s"):
                continue
            if row["error"] is not None:
                found[group].append(abs(row["error"]))
    return found


def percent(value):
    return f"{100 * value:.1f} %" if value < 0.1 else f"{100 * value:.0f} %"


def ninth_of_ten(errors):
    """The smallest error that nine of ten rows do not exceed."""
    return sorted(errors)[math.ceil(0.9 * len(errors)) - 1]


def errors(program):
    lines = ["| predicted | numbers | median error | mean | nine of ten within | worst |", "|---|---:|---:|---:|---:|---:|"]
    found = errors_by_group(program)
    for group, values in found.items():
        if group != FITS:
            lines.append(f"| {group} | {len(values):,} | {percent(statistics.median(values))} | {percent(statistics.mean(values))} "
                         f"| {percent(ninth_of_ten(values))} | {percent(max(values))} |")
    wrong = sum(value > 0 for value in found[FITS])
    return "\n".join([*lines, f"| {FITS} | {len(found[FITS]):,} | | | | {wrong} wrong |"]) + "\n"


def cells(text):
    """The rows of the Markdown tables in a text, without their headings."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]
    return [row for at, row in enumerate(rows) if not set("".join(row)) <= set("-: ") and (at == 0 or row[0])]


@functools.cache
def schedule_rows(program):
    """Per kind of recording: (what, workloads, started jobs, identical starts, workloads without a difference)."""
    player = os.path.join(os.path.dirname(program), "tests/conformance/player/slurm_player")
    if not os.path.exists(player):
        sys.exit(f"the table of schedules needs {player}, which a build with tests makes")
    found = []
    for release, name in ((), "22.05.8"), (("--release", "24.11"), "24.11.5"):
        table = output(sys.executable, "tests/conformance/agreement.py", *release, "--player", player)
        pairs = [tuple(map(int, row[1].split(" of "))) for row in cells(table)[1:] if not row[0].startswith("—")]
        found.append((f"Slurm {name}", len(pairs), pairs))
    table = output(sys.executable, "tests/conformance/phase_noise.py", "--release", "24.11", "--player", player)
    rows = cells(table)[1:]
    found.append(("the same, loops of the daemons at other seconds", len(rows), [tuple(map(int, row[2].split(" of "))) for row in rows]))
    found.append(("the real Slurm compared with itself at these seconds", len(rows), [tuple(map(int, row[3].split(" of "))) for row in rows]))
    return [(what, count, sum(all_ for _, all_ in pairs), sum(same for same, _ in pairs), sum(same == all_ for same, all_ in pairs))
            for what, count, pairs in found]


def schedules(program):
    lines = ["| recordings | workloads | starts of jobs | identical to the second | workloads without a difference |",
             "|---|---:|---:|---:|---:|"]
    return "\n".join(lines + [f"| {what} | {count} | {started:,} | {same:,} ({percent(same / started)}) | {whole} |"
                              for what, count, started, same, whole in schedule_rows(program)]) + "\n"


def waits(_):
    """The logs are no part of the tree: docs/validation.md has the scores that tests/validation/public_waits.py prints."""
    page = read("docs/validation.md").partition("### Forecasts from a machine's past\n")[2].partition("\n### ")[0]
    rows = cells(page)
    if not rows or rows[0][:4] != ["data", "jobs scored", "squared error", "constant"]:
        sys.exit("docs/validation.md: the table of forecasts has other columns than the paper takes")
    # The column "90 % range holds" is the seventh of that table.
    lines = ["| log | jobs | squared error | of the best constant | 90 % range holds |", "|---|---:|---:|---:|---:|"]
    return "\n".join(lines + [f"| {row[0]} | {row[1]} | {row[2]} | {row[3]} | {row[6]} |" for row in rows[1:]]) + "\n"


TABLES = {"errors": errors, "schedules": schedules, "waits": waits}


NUMBERS = {
    "machines": lambda program: f"{len(json.loads(output(program, 'systems', 'list', '--format', 'json'))['systems'])}",
    "measurements": lambda program: f"{sum(map(len, errors_by_group(program).values())):,}",
    "sets": lambda program: f"{len(validated(program))}",
    "step_median": lambda program: percent(statistics.median(errors_by_group(program)[LANGUAGE])),
    "step_ninth": lambda program: percent(ninth_of_ten(errors_by_group(program)[LANGUAGE])),
    "workloads": lambda program: f"{schedule_rows(program)[0][1]}",
}
SLOW = ("schedules", "workloads")


def renewed(text, program, quick=False):
    def table(found):
        return found[0] if quick and found[1] in SLOW else f"<!-- table: {found[1]} -->\n\n{TABLES[found[1]](program)}\n<!-- /table -->\n"

    def number(found):
        return found[0] if quick and found[1] in SLOW else f"<!-- number: {found[1]} -->{NUMBERS[found[1]](program)}<!-- /number -->"
    return NUMBER.sub(number, TABLE.sub(table, text))


def main():
    words = sys.argv[1:]
    program = os.path.realpath(words[0])
    if "--print" in words:
        name = words[words.index("--print") + 1]
        if name == "numbers":
            print("\n".join(f"{key}: {compute(program)}" for key, compute in NUMBERS.items()))
        elif name in TABLES:
            print(TABLES[name](program), end="")
        else:
            sys.exit(f"unknown: {name}; known: {', '.join([*TABLES, 'numbers'])}")
        return
    before = read(PAPER)
    after = renewed(before, program, quick="--check-quick" in words)
    if before != after and any(word.startswith("--check") for word in words):
        sys.exit(f"{PAPER}: its tables differ from those of this program; run tests/support/renew.py PROGRAM paper")
    if before != after:
        with open(os.path.join(root(), PAPER), "w", encoding="utf-8") as stream:
            stream.write(after)


if __name__ == "__main__":
    main()
