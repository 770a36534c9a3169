#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""forecast_history.py PROGRAM [--samples N]

Forecasts every waiting job of three snapshots of a real slurmctld (W43), with the accounting of the nine days before and
without it, and counts the recorded starts in the range of 5 to 95 %. The accounting is what sacct would print of the jobs that
had ended. Fails if fewer starts are within the range with the accounting than without. docs/forecast.md has the results.
"""
import argparse
import concurrent.futures
import csv
import datetime
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

import forecast_coverage

WORKLOAD = "W43-eleven-days"
SNAPSHOTS = (777600, 820800, 864000)
TITLES = "JobIDRaw|User|Account|Partition|Submit|Start|End|TimelimitRaw|ReqNodes|NNodes|ReqCPUS|NCPUS|State"
CORES = 64


def accounting(path, archive, at):
    """Writes the jobs that had ended `at` seconds after the start of the workload, as sacct --parsable2 prints them."""
    sdiag = forecast_coverage.text_of(archive, "sdiag.txt")
    begin = int(re.search(r"sdiag output at .*\((\d+)\)", sdiag)[1]) - at
    workload = os.path.join(forecast_coverage.HERE, "slurm", WORKLOAD)
    asked = {job["job_id"]: job for job in forecast_coverage.rows(os.path.join(workload, "jobs.csv"))}
    with open(path, "w", newline="") as stream:
        table = csv.writer(stream, delimiter="|", lineterminator="\n")
        table.writerow(TITLES.split("|"))
        for row in forecast_coverage.rows(os.path.join(workload, "out.csv")):
            if not row["end_s"] or int(row["end_s"]) > at:
                continue
            job = asked[row["job_id"]]
            times = [datetime.datetime.fromtimestamp(begin + int(row[key]), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S")
                     for key in ("submit_s", "start_s", "end_s")]
            nodes = int(job["nodes"])
            table.writerow((row["slurm_id"], job["user"], job["account"], "main", *times, int(job["timelimit_s"]) // 60, nodes,
                            nodes, CORES * nodes, CORES * nodes, row["state"]))


def ask(program, archive, job, samples, *options):
    done = subprocess.run([program, "-q", "forecast", archive, "--job", job, "--samples", samples, "--no-alternatives", "--workers",
                           "1", "--format", "json", *options], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return json.loads(done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--samples", default="100")
    asked = parser.parse_args()
    answers = {"without": [], "with": [], "learned": []}

    def add(name, at, wait, answer):
        low, high = (answer[key] if answer[key] is not None else float("inf") for key in ("low_s", "high_s"))
        answers[name].append((at, low <= wait <= high, wait > high, (high - low) / 3600))

    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for at in SNAPSHOTS:
            past = os.path.join(scratch, f"{at}.txt")
            archive = os.path.join(forecast_coverage.HERE, "snapshots", f"W43-{at}.tar.gz")
            accounting(past, archive, at)
            jobs = forecast_coverage.asked_jobs(archive, "W43", at, 10**6)
            for name, options in (("without", ()), ("with", ("--history", past))):
                found = pool.map(lambda one: ask(asked.program, archive, one[0], asked.samples, *options), jobs)
                for (_, wait), answer in zip(jobs, found):
                    add(name, at, wait, answer["start"])
                    if answer["learned"]:
                        add("learned", at, wait, answer["learned"])
    print("%-8s %8s %6s %6s %8s %6s %16s" % ("history", "snapshot", "jobs", "held", "earlier", "later", "median width h"))
    for name, of in answers.items():
        for at in (*SNAPSHOTS, "all"):
            some = [one for one in of if at in (one[0], "all")]
            if some:
                held, later = sum(one[1] for one in some), sum(one[2] for one in some)
                print("%-8s %8s %6d %6d %8d %6d %16.1f" % (name, at, len(some), held, len(some) - held - later, later,
                                                        statistics.median(one[3] for one in some)))
    share = {name: sum(one[1] for one in of) for name, of in answers.items()}
    sys.exit(1 if share["with"] < share["without"] else 0)


if __name__ == "__main__":
    main()
