# SPDX-License-Identifier: Apache-2.0
"""Calls the clustersim program from Python and reads what it prints. Standard library only.

    import clustersim as cs
    answer = cs.run("scenarios/first-steps/quickstart.yaml", replicates=5)
    for row in cs.rows(answer): print(row["nodes"], row["efficiency"])

A scenario is a path, seen from the root of the tree, or a dictionary. The program is $CLUSTERSIM, or the
one that ./bootstrap.sh build has built, or the one on the PATH.
"""
import csv
import json
import os
import shutil
import subprocess
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class ClustersimError(RuntimeError):
    """The program refused; the message is what it said."""


def program():
    """Where the program is."""
    built = os.path.join(ROOT, "build", "release", "clustersim")
    found = os.environ.get("CLUSTERSIM") or (built if os.path.exists(built) else shutil.which("clustersim"))
    if not found:
        raise ClustersimError("no program: run ./bootstrap.sh build, or set CLUSTERSIM to where it is")
    return found


def call(*arguments, stdin=None):
    """What `clustersim ARGUMENTS…` prints on stdout."""
    command = [program(), "--quiet", *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, input=stdin, capture_output=True, text=True)
    if done.returncode != 0:
        raise ClustersimError(done.stderr or f"exit code {done.returncode}")
    return done.stdout


def version():
    return call("--version").strip()


def run(scenario, settings=None, seed=None, replicates=None):
    """The JSON answer of `clustersim run`; settings maps dotted keys to values, as --set does."""
    options = ["--format", "json", "--no-results"]
    for key, value in (settings or {}).items():
        options += ["--set", f"{key}={value if isinstance(value, str) else json.dumps(value)}"]
    if seed is not None:
        options += ["--seed", seed]
    if replicates is not None:
        options += ["--replicates", replicates]
    if isinstance(scenario, dict):
        # JSON is YAML.
        return json.loads(call("run", "-", *options, stdin=json.dumps(scenario)))
    return json.loads(call("run", scenario, *options))


def rows(answer):
    """One flat dictionary for each variant and job: the sweep's settings, then every metric."""
    return [{"system": run["system"], "variant": run["variant"], **run["settings"], "job": job["job"], **job["metrics"]}
            for run in answer["runs"] for job in run["jobs"]]


def replay(trace, processors, policy="easy", first=None):
    """A trace under a policy: the summary as a dictionary, and one dictionary for each job.

    A job has id, submit, start, run, procs and wait, in seconds; `trace` is a path to an SWF file."""
    with tempfile.TemporaryDirectory() as folder:
        starts = os.path.join(folder, "starts.csv")
        options = ["--first", first] if first else []
        summary = json.loads(call("replay", os.path.abspath(trace), "--procs", processors, "--policy", policy,
                                  "--starts", starts, "--format", "json", *options))
        with open(starts, newline="", encoding="utf-8") as stream:
            jobs = [{key: int(value) for key, value in row.items()} for row in csv.DictReader(stream)]
    for job in jobs:
        job["wait"] = job["start"] - job["submit"]
    return summary, jobs


def write_swf(path, jobs):
    """Writes jobs in the Standard Workload Format.

    Each has id, submit, run and requested (seconds) and procs; jobs are in the order of their submission."""
    with open(path, "w", encoding="utf-8") as stream:
        stream.write("; Version: 2.2\n; 18 fields: job, submit, wait, run, procs, cpu, memory, procs asked, time asked, "
                     "memory asked, status, user, group, program, queue, partition, job before, think time\n")
        for job in jobs:
            stream.write(f"{job['id']} {job['submit']} -1 {job['run']} {job['procs']} -1 -1 {job['procs']} "
                         f"{job['requested']} -1 1 {job.get('user', -1)} -1 -1 -1 -1 -1 -1\n")
