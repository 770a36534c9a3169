#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""history_folder.py LOG.swf.gz OUT [--jobs 1000000]

Repeats a log of the Parallel Workloads Archive until it has so many jobs, and writes to OUT the queue at an instant of its last day
(queue.tar) and the accounting before it (sacct.txt). Prints a job that waits then. For measuring `clustersim forecast OUT/queue.tar --job ID
--history OUT/sacct.txt`; the python of the validation knows how to write the two.
"""
import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "validation"))
import forecast_log  # noqa: E402


def repeat(log, jobs):
    """One after another, with new numbers."""
    once = list(log.jobs)
    span = once[-1][1] - once[0][1] + 1
    numbers = max(job[0] for job in once)
    while len(log.jobs) < jobs:
        k = len(log.jobs) // len(once)
        log.jobs += [(job[0] + k * numbers, *(t + k * span for t in job[1:4]), *job[4:]) for job in once]
    del log.jobs[jobs:]
    log.jobs.sort(key=lambda job: (job[1], job[0]))
    log.submits = [job[1] for job in log.jobs]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("log", type=pathlib.Path)
    options.add_argument("out", type=pathlib.Path)
    options.add_argument("--jobs", type=int, default=1_000_000)
    options = options.parse_args()
    log = forecast_log.Log(options.log)
    repeat(log, options.jobs)
    for back in range(0, 86400, 600):
        now = log.submits[-1] - back
        queue, waiting = log.queue(now)
        if queue is not None and waiting:
            break
    else:
        sys.exit("no job waits in the last day of the log")
    options.out.mkdir(parents=True, exist_ok=True)
    forecast_log.write(options.out, log, now, 10**5, queue)
    print(f"{len(log.jobs)} jobs, {len(waiting)} wait; --job {waiting[-1]}")


if __name__ == "__main__":
    main()
