# SPDX-License-Identifier: Apache-2.0
"""Days of a small site, with nights and weekends: long enough for an accounting to be learned from (W43)."""
import math

from workload_parts import lognorm, nodes, write
from workloads_mixed import MULTI

DAY = 86400
# user, account, weight in submissions, run times against the median
PEOPLE = [("p1", "phys", 6, 1.0), ("p2", "phys", 3, .6), ("p3", "phys", 1, 1.4), ("c1", "chem", 5, 1.2),
          ("c2", "chem", 2, .5), ("a1", "ai", 4, .8), ("a2", "ai", 2, 1.6), ("a3", "ai", 1, 1.0)]
SHARES = {"phys": 50, "chem": 30, "ai": 20}


def activity(t):
    """Submissions against the busiest hour of a working day."""
    hour, day = (t / 3600) % 24, int(t // DAY) % 7
    return (0.25 + 0.75 * max(0, math.sin(math.pi * (hour - 7) / 12))) * (1 if day < 5 else .4)


def w43(r):
    r.seed(43)
    t, jobs = 0.0, []
    while True:
        t += r.expovariate(50 / DAY)
        if t > 11 * DAY:
            break
        if r.random() > activity(t):
            continue
        user, account, _, factor = r.choices(PEOPLE, [row[2] for row in PEOPLE])[0]
        for _ in range(1 if r.random() > .3 else r.randint(2, 6)):
            rt = lognorm(r, 5400 * factor, 1.1, 60, DAY)
            tl = min(max(-(-int(rt * r.choice([1.1, 1.5, 2, 4, 8])) // 1800) * 1800, 1800), DAY)
            if r.random() < .05:
                rt = tl + 600
            jobs.append({"job_id": len(jobs) + 1, "submit_s": int(t), "user": user, "account": account,
                         "nodes": r.choice([1, 1, 1, 2, 2, 4, 4, 8]), "cpus": 64, "timelimit_s": tl, "runtime_s": rt})
    write("W43-eleven-days", {
        "description": "eleven days with nights and a weekend: fair share with a half-life of 2 d, eight users",
        "nodes": [nodes(16, gpus=0)],
        "partitions": [{"name": "main", "default": True, "max_time_s": DAY}],
        "accounts": [{"name": name, "shares": shares,
                      "users": [{"name": user, "shares": 1} for user, account, *_ in PEOPLE if account == name]}
                     for name, shares in SHARES.items()],
        "slurm": dict(MULTI, PriorityWeightFairshare=10000, PriorityWeightAge=1000, PriorityMaxAge="7-00:00:00",
                      PriorityDecayHalfLife="2-00:00:00", PriorityCalcPeriod="00:05:00")}, jobs)
