# SPDX-License-Identifier: Apache-2.0
"""Traces in the Standard Workload Format: written, and run under teaching policies."""
import os
import pathlib
import tempfile

from . import pandas_later as pd
from . import questions
from .asking import json_of
from .commands import assignments
from .results import table_of


def replay(trace, processors=None, policy="easy", first=None, site=None, settings=None):
    """A trace under fcfs, easy or conservative, or with `site` (a site file of `clustersim import slurm`) under the emulated Slurm.

    Returns the summary as a dictionary, and a frame of the jobs. The frame has wait, and under a policy id, submit, start, run and
    procs, under Slurm the columns of --outcomes; all times are in seconds. `trace` is a path to an SWF file, or a list of jobs as
    `write_swf` takes them; under Slurm also a path to a jobs.csv, or a frame with its columns. `site` is a path, or a dictionary as in
    the file. `settings` changes the policy of the site, as in {"PriorityDecayHalfLife": "1-0"}."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        trace, site = trace_file(trace, folder), site_file(site, folder)
        outcomes = folder / "outcomes.csv"
        if site is None:
            machine = {"procs": processors, "policy": policy, "starts": outcomes}
        else:
            machine = {"site": site, "outcomes": outcomes, "set": assignments(settings)}
        summary = questions.replay(trace, first=first, **machine)
        jobs = table_of(outcomes)
    began, submitted = ("start_s", "submit_s") if site else ("start", "submit")
    return summary, jobs.assign(wait=jobs[began] - jobs[submitted])


def trace_file(trace, folder):
    """The path of a trace, which is written into the folder if it is a frame or a list."""
    if isinstance(trace, (str, os.PathLike)):
        return trace
    if isinstance(trace, pd.DataFrame):
        trace.to_csv(folder / "jobs.csv", index=False)
        return folder / "jobs.csv"
    write_swf(folder / "trace.swf", trace)
    return folder / "trace.swf"


def site_file(site, folder):
    """The path of a site, which is written into the folder if it is a dictionary (JSON is YAML)."""
    if not isinstance(site, dict):
        return site
    (folder / "site.yaml").write_text(json_of(site), encoding="utf-8")
    return folder / "site.yaml"


def write_swf(path, jobs):
    """Writes jobs in the Standard Workload Format.

    Each has id, submit, run and requested (seconds) and procs; jobs are in the order of their submission."""
    with open(path, "w", encoding="utf-8") as stream:
        stream.write("; Version: 2.2\n; 18 fields: job, submit, wait, run, procs, cpu, memory, procs asked, time asked, "
                     "memory asked, status, user, group, program, queue, partition, job before, think time\n")
        for job in jobs:
            stream.write(f"{job['id']} {job['submit']} -1 {job['run']} {job['procs']} -1 -1 {job['procs']} "
                         f"{job['requested']} -1 1 {job.get('user', -1)} -1 -1 -1 -1 -1 -1\n")
