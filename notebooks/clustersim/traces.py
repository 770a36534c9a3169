# SPDX-License-Identifier: Apache-2.0
"""Traces in the Standard Workload Format: written, and run under teaching policies."""
import pathlib
import tempfile

import pandas as pd

from .program import answer_of


def replay(trace, processors, policy="easy", first=None):
    """A trace under fcfs, easy or conservative: the summary as a dictionary, and a frame of the jobs.

    The frame has id, submit, start, run, procs and wait, times in seconds; `trace` is a path to an SWF file."""
    with tempfile.TemporaryDirectory() as folder:
        starts = pathlib.Path(folder) / "starts.csv"
        options = ["--first", first] if first else []
        summary = answer_of("replay", trace, "--procs", processors, "--policy", policy, "--starts", starts, *options)
        jobs = pd.read_csv(starts)
    return summary, jobs.assign(wait=jobs["start"] - jobs["submit"])


def write_swf(path, jobs):
    """Writes jobs in the Standard Workload Format.

    Each has id, submit, run and requested (seconds) and procs; jobs are in the order of their submission."""
    with open(path, "w", encoding="utf-8") as stream:
        stream.write("; Version: 2.2\n; 18 fields: job, submit, wait, run, procs, cpu, memory, procs asked, time asked, "
                     "memory asked, status, user, group, program, queue, partition, job before, think time\n")
        for job in jobs:
            stream.write(f"{job['id']} {job['submit']} -1 {job['run']} {job['procs']} -1 -1 {job['procs']} "
                         f"{job['requested']} -1 1 {job.get('user', -1)} -1 -1 -1 -1 -1 -1\n")
