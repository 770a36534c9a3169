# SPDX-License-Identifier: Apache-2.0
"""Writes history.txt: invented jobs of the twelve days before the snapshot W05-4000 of tests/conformance/snapshots.

Submissions are Poisson: one in 20 min, and one in 30 s from 0:10 to 1:10, when many users start their scripts. Sizes
are 1 to 32 nodes, halving in number with each doubling; limits are 10, 60 or 240 min, each equally likely; the run time
is uniform up to the limit. 64 nodes start jobs first come, first served. Jobs that had not ended by the snapshot are
left out.
"""
import datetime
import random

NOW = datetime.datetime(2024, 1, 2, 1, 11, 41)
DAYS = 12
TITLES = "JobIDRaw|User|Account|Partition|Submit|Start|End|TimelimitRaw|ReqNodes|NNodes|ReqCPUS|NCPUS|State"
USERS = ["p1|phys", "p2|phys", "c1|chem", "a1|ai"]


def submissions(draw):
    at = NOW - datetime.timedelta(days=DAYS)
    while at < NOW:
        busy = datetime.time(0, 10) <= at.time() < datetime.time(1, 10)
        gap = draw.expovariate(1 / 30) if busy else min(draw.expovariate(1 / 1200), 600)
        at += datetime.timedelta(seconds=int(gap))
        if busy or gap < 600:
            yield at


def rows():
    draw = random.Random(18)
    free = [NOW - datetime.timedelta(days=DAYS)] * 64
    earliest = free[0]
    for job, submit in enumerate(submissions(draw), start=1_000_000):
        nodes = 2 ** draw.choices(range(6), weights=[32, 16, 8, 4, 2, 1])[0]
        limit = draw.choice([10, 60, 240])
        free.sort()
        start = earliest = max(earliest, submit, free[nodes - 1])
        end = start + datetime.timedelta(seconds=1 + int(60 * limit * draw.random()))
        free[:nodes] = [end] * nodes
        user = draw.choice(USERS)
        if end > NOW:
            continue
        times = "|".join(one.isoformat() for one in (submit, start, end))
        yield f"{job}|{user}|main|{times}|{limit}|{nodes}|{nodes}|{64 * nodes}|{64 * nodes}|COMPLETED"


if __name__ == "__main__":
    print(TITLES, *rows(), sep="\n")
