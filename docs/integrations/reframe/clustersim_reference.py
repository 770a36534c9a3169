# SPDX-License-Identifier: Apache-2.0
"""Reference values of ReFrame tests from predictions of clustersim.

A reference is (value, lower, upper, unit); the thresholds are shares of the value, as ReFrame wants them. That of a step is the
range of the prediction, widened by `slack`; nccl-tests has none, so its thresholds are arguments.
"""
import json
import os
import subprocess


def answer(*words):
    """The JSON that a command of the program prints. What it refuses is a ValueError with its message."""
    program = os.environ.get("CLUSTERSIM", "clustersim")
    done = subprocess.run([program, *map(str, words), "--format", "json"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise ValueError(f"clustersim {' '.join(map(str, words))}\n{done.stderr}")
    return json.loads(done.stdout)


def options_of(given):
    """--key=value for each that is given; cpus_per_task becomes --cpus-per-task."""
    return [f"--{key.replace('_', '-')}={value}" for key, value in given.items() if value is not None]


def step_reference(app, system, nodes, slack=0.0, **options):
    """References of one training step: its time in seconds, and tokens or samples in a second, whichever the application counts."""
    step = answer("step", app, *options_of({"system": system, "nodes": nodes, **options}))["steps"][0]
    time, (quick, slow) = step["step_s"], step["interval_s"]
    references = {"step_time": (time, quick / time - 1 - slack, slow / time - 1 + slack, "s")}
    for key, unit in (("tokens_per_s", "tokens/s"), ("samples_per_s", "samples/s")):
        if step.get(key):
            references[key.replace("_s", "_second")] = (step[key], time / slow - 1 - slack, time / quick - 1 + slack, unit)
    return references


def nccl_reference(system, nodes, collective="all_reduce", lower=-0.2, upper=0.2, **options):
    """References of a collective: bus bandwidth in GB/s for each size of message, as nccl-tests prints it."""
    rows = answer("nccl-tests", *options_of({"system": system, "nodes": nodes, "collective": collective, **options}))["rows"]
    return {f"busbw_{int(row['size_bytes'])}": (row["busbw_gbps"], lower, upper, "GB/s") for row in rows if row["busbw_gbps"] > 0}
