#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The first decision in which two tables of one workload differ, with what the two sides say of that instant.

slurmctld's log is beside a recording if run_oracle.py wrote it there (--log FOLDER/slurmctld.log.gz); the emulator's
events come from the player (--events FILE).
"""
import gzip
import math
import os
import re

LOG = "slurmctld.log.gz"
# Lines that say nothing of a decision.
NOISE = re.compile(r"RPC|acct_policy_job_|usec=|Tree head|_group_cache|node_did_resp|======|agent|MSG|_get_unique_job_node_cnt")
RUN = re.compile(r"(-?\d*)-(-?\d*)@([^:]*):(\w+)")


def runs_of(row):
    """[(start, nodes, end)] of a row, in order; the end of a run that never ended is None."""
    runs = []
    for start, end, nodes, _ in RUN.findall(row.get("runs") or ""):
        # The requeue of an ended job is written as another run with the same start.
        if start and not (runs and runs[-1][0] == float(start)):
            runs.append((float(start), nodes, float(end) if end else None))
    if row["start"] is not None and not (runs and runs[-1][0] == row["start"]):
        runs.append((row["start"], row["nodelist"], row["end"]))
    return runs


def events_of(row, same_nodes):
    """[(instant, words)] of a row: starts and ends."""
    events = []
    for start, nodes, end in runs_of(row):
        events.append((start, "starts on " + nodes if same_nodes else "starts"))
        if end is not None:
            events.append((end, "ends"))
    return events


def first_difference(real, other, same_nodes=True):
    """(instant, [(job, what the first does, what the second does)]), or None if the tables agree."""
    earliest, jobs = math.inf, []
    for job, row in real.items():
        a = events_of(row, same_nodes)
        b = events_of(other[job], same_nodes) if job in other else []
        k = 0
        while k < len(a) and k < len(b) and a[k] == b[k]:
            k += 1
        if k == len(a) and k == len(b):
            continue
        x, y = (e[k] if k < len(e) else (math.inf, "does nothing more") for e in (a, b))
        at = min(x[0], y[0])
        if at < earliest:
            earliest, jobs = at, []
        if at == earliest:
            jobs.append((job, x, y))
    return None if math.isinf(earliest) else (earliest, jobs)


def say(event):
    at, what = event
    return what if math.isinf(at) else "%s at %d" % (what, at)


def numbered(table, job):
    """The ids of a job in logs: its own; for a task, those of all tasks of its array, one of which is the array's."""
    root = job.partition("_")[0]
    return {row["slurm_id"] for name, row in table.items()
            if row.get("slurm_id") and (name == job or ("_" in job and name.partition("_")[0] == root))}


def log_lines(path, first, last):
    with (gzip.open if path.endswith(".gz") else open)(path, "rt") as log:
        for line in log:
            try:
                at = float(line.split(" ", 1)[0])
            except ValueError:
                continue
            if first <= at < last and not NOISE.search(line):
                yield line.rstrip()


def of_job(lines, ids):
    names = re.compile(r"JobId=(?:%s)(?!\d)" % "|".join(ids or {"none"}))
    return [line for line in lines if names.search(line)]


def describe(real, other, folder, events):
    """Text: the first difference, slurmctld's log of that instant, and the emulator's story of the first job."""
    found = first_difference(real, other)
    if not found:
        return "no difference"
    at, jobs = found
    text = ["first difference at %d s" % at]
    for job, x, y in jobs[:8]:
        text.append("  job %s (submitted %d): slurmctld: %s; emulator: %s"
                    % (job, real[job]["submit"], say(x), say(y)))
    log = os.path.join(folder, LOG)
    if os.path.exists(log):
        text.append("  slurmctld in the second before and at this instant:")
        text += ["    " + line for line in log_lines(log, at - 1, at + 1)][:120]
    job = jobs[0][0]
    if events and job in other:
        text.append("  the emulator's story of job %s:" % job)
        text += ["    " + line for line in of_job(log_lines(events, -math.inf, at + 1), numbered(other, job))][-12:]
        text.append("  the emulator at this instant:")
        text += ["    " + line for line in log_lines(events, at, at + 1)][:60]
    return "\n".join(text)
