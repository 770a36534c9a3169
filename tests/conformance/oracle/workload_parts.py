# SPDX-License-Identifier: Apache-2.0
"""Building blocks of the workloads."""
import csv
import json
import math
import os

from formats import JOB_COLS

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "slurm")
BF = "bf_continue,bf_interval=30,bf_window=2880,bf_resolution=60"


def write(name, cluster, jobs, folder=FOLDER):
    d = os.path.join(folder, name)
    os.makedirs(d, exist_ok=True)
    with open(os.path.join(d, "cluster.json"), "w") as f:
        json.dump(cluster, f, indent=1)
        f.write("\n")
    used = [c for c in JOB_COLS if any(j.get(c) not in (None, "") for j in jobs)]
    with open(os.path.join(d, "jobs.csv"), "w", newline="") as f:
        w = csv.DictWriter(f, used, restval="", extrasaction="ignore", lineterminator="\n")
        w.writeheader()
        w.writerows(jobs)


def nodes(n=64, cpus=64, gpus=4, name=None, **kw):
    return dict({"name": name or "n[%03d-%03d]" % (1, n), "cpus": cpus, "sockets": 2,
                 "mem_mb": 256000, "gpus": gpus}, **kw)


def lognorm(r, median, sigma, lo, hi):
    return int(min(max(math.exp(r.gauss(math.log(median), sigma)), lo), hi))


def arrivals(r, n, mean_gap, bursts=0.25):
    """Poisson arrivals, some jobs in bursts at the same second."""
    t, out = 0.0, []
    while len(out) < n:
        t += r.expovariate(1.0 / mean_gap)
        k = 1 if r.random() > bursts else r.randint(2, 5)
        out += [int(t)] * k
    return out[:n]


def basic(r, n, mean_gap, sizes, med=700, lim="exact", users=6, sigma=1.0, hi=7200):
    jobs = []
    for i, t in enumerate(arrivals(r, n, mean_gap), 1):
        rt = lognorm(r, med, sigma, 60, hi)
        if lim == "exact":
            tl = -(-rt // 60) * 60
            rt = tl - 2            # ends by itself just before the limit
        else:
            tl = rt * r.choice([1.2, 2, 2, 4, 10])
            tl = min(max(-(-int(tl) // 600) * 600, 600), 86400)
        nn = r.choice(sizes)
        jobs.append({"job_id": i, "submit_s": t, "user": "u%d" % r.randint(1, users),
                     "nodes": nn, "cpus": 64, "gpus_per_node": 4, "timelimit_s": tl,
                     "runtime_s": rt})
    return jobs


SIZES = [1] * 8 + [2] * 5 + [4] * 4 + [8] * 3 + [16] * 2 + [32]
PART = [{"name": "main", "default": True, "max_time_s": 86400}]
