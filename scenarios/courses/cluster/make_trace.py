# SPDX-License-Identifier: Apache-2.0
"""Writes trace.swf, an invented log of the teaching cluster: two weeks of jobs of twelve users on 32 nodes.

Nothing in it was measured. Arrivals are Poisson; sizes are powers of two; run times are lognormal; users request
between one and ten times of what they need, in round values. The log has submissions, run times and requests, and
no waits: a replay computes them.

usage: make_trace.py > trace.swf
"""
import math
import random

JOBS, DAYS, NODES, SEED = 700, 14, 32, 19
MENU = [900, 1800, 3600, 7200, 14400, 21600, 43200, 86400, 172800]


def main():
    draw = random.Random(SEED)
    print("; Version: 2.2\n; Computer: teaching cluster of the clustersim course (invented)")
    print("; Information: scenarios/courses/cluster/make_trace.py, Apache-2.0")
    print(f"; MaxNodes: {NODES}\n; MaxProcs: {NODES}\n; Note: one processor is one node")
    submits = sorted(draw.randrange(DAYS * 86400) for _ in range(JOBS))
    for number, submit in enumerate(submits, start=1):
        size = 2 ** min(5, int(draw.expovariate(0.7)))
        run = min(86400, max(30, round(math.exp(draw.gauss(8.1, 1.4)))))
        wanted = run * math.exp(draw.uniform(0.0, math.log(10.0)))
        request = next((walltime for walltime in MENU if walltime >= wanted), MENU[-1])
        user = 1 + min(11, int(draw.expovariate(0.35)))
        print(number, submit, -1, run, size, -1, -1, size, request, -1, 1, user, 1, -1, 1, 1, -1, -1)


if __name__ == "__main__":
    main()
