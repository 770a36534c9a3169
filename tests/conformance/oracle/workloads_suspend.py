# SPDX-License-Identifier: Apache-2.0
"""Suspended jobs: by preemption, by gang scheduling, by the administrator (W40-W42)."""
from workload_parts import BF, arrivals, lognorm, nodes, write


def shared(r, n, mean_gap, users):
    """Jobs that leave room for others on their nodes, especially in memory."""
    jobs = []
    for i, t in enumerate(arrivals(r, n, mean_gap), 1):
        rt = lognorm(r, 700, 0.9, 60, 5000)
        tl = min(max(-(-int(rt * r.choice([1.1, 1.5, 2, 4])) // 600) * 600, 600), 86400)
        jobs.append({"job_id": i, "submit_s": t, "user": r.choice(users),
                     "nodes": r.choice([1, 1, 1, 1, 2, 2, 4]), "cpus": r.choice([4, 8, 16, 32, 32]),
                     "mem_mb": r.choice([8000, 16000, 24000, 40000]), "timelimit_s": tl,
                     "runtime_s": rt})
    return jobs


def commands(r, jobs, first, every, last):
    """scontrol suspend and resume, and other commands on a suspended job."""
    out = []
    for t in range(first, last, every):
        near = [j for j in jobs if t - 1500 < j["submit_s"] < t - 60]
        if not near:
            continue
        job = str(r.choice(near)["job_id"])
        out.append((t, "scontrol suspend " + job))
        x = r.random()
        back = t + r.choice([45, 300, 700, 1500])
        if x < 0.75:
            out.append((back, "scontrol resume " + job))
        elif x < 0.85:
            out.append((back, "scancel " + job))
        elif x < 0.92:
            out += [(back, "scontrol requeue " + job), (back + 400, "scontrol release " + job)]
        else:
            out.append((back, "scontrol resume " + job))
            out.append((back + 30, "scontrol suspend " + job))
            out.append((back + 500, "scontrol resume " + job))
    out.sort(key=lambda e: e[0])
    return [{"at_s": t, "cmd": c.split()} for t, c in out]


def w40(r):
    jobs = shared(r, 150, 55, ["u1", "u2", "u3", "u4"])
    for j in jobs:
        x = r.random()
        j["partition"] = "low" if x < 0.5 else "mid" if x < 0.72 else "high" if x < 0.9 else "spare"
        if j["partition"] in ("mid", "high"):
            j["runtime_s"] = max(60, j["runtime_s"] // 2)
    write("W40-suspend", {
        "description": "preempt/partition_prio SUSPEND,GANG: four tiers, one of which is requeued; "
                       "scontrol suspend and resume",
        "nodes": [nodes(10, cpus=32, gpus=0, mem_mb=96000)],
        "partitions": [
            {"name": "low", "default": True, "max_time_s": 86400, "priority_tier": 2,
             "oversubscribe": "FORCE:1"},
            {"name": "mid", "max_time_s": 86400, "priority_tier": 5, "oversubscribe": "FORCE:1"},
            {"name": "high", "max_time_s": 86400, "priority_tier": 9, "oversubscribe": "FORCE:1",
             "preempt_mode": "off"},
            {"name": "spare", "max_time_s": 86400, "priority_tier": 1,
             "oversubscribe": "FORCE:1", "preempt_mode": "requeue"}],
        "events": commands(r, jobs, 700, 410, 8000),
        "slurm": {"SchedulerParameters": BF, "PriorityType": "priority/basic",
                  "PreemptType": "preempt/partition_prio", "PreemptMode": "SUSPEND,GANG"}}, jobs)


def w41(r):
    jobs = shared(r, 120, 60, ["p1", "p2", "c1", "c2"])
    for j in jobs:
        j["account"] = "phys" if j["user"][0] == "p" else "chem"
        x = r.random()
        j["qos"] = "spare" if x < 0.4 else "usual" if x < 0.8 else "urgent"
        j["partition"] = r.choice(["turns", "turns", "alone"])
        if j["partition"] == "turns":
            # All cores of a node: then the packing of rows makes no difference.
            j["nodes"], j["cpus"] = 1, 32
            j["runtime_s"] = max(60, j["runtime_s"] // 2)
        else:
            j["exclusive"] = 1 if r.random() < 0.2 else ""
    write("W41-turns", {
        "description": "preempt/qos SUSPEND,GANG with fair share: FORCE:2, whose jobs take turns of "
                       "20 s, and a partition whose jobs do not share",
        "nodes": [nodes(8, cpus=32, gpus=0, mem_mb=96000, name="n[001-008]"),
                  nodes(4, cpus=32, gpus=0, mem_mb=96000, name="m[001-004]")],
        "partitions": [
            {"name": "turns", "nodes": "n[001-008]", "default": True, "max_time_s": 86400,
             "oversubscribe": "FORCE:2"},
            {"name": "alone", "nodes": "m[001-004]", "max_time_s": 86400}],
        "accounts": [{"name": "phys", "shares": 2, "users": ["p1", "p2"]},
                     {"name": "chem", "shares": 1, "users": ["c1", "c2"]}],
        "qos": [{"name": "spare", "priority": 0}, {"name": "usual", "priority": 50},
                {"name": "urgent", "priority": 100, "preempt": ["spare"], "MaxJobsPU": 3}],
        "slurm": {"SchedulerParameters": BF, "PriorityType": "priority/multifactor",
                  "PriorityWeightFairshare": 10000, "PriorityWeightAge": 1000,
                  "PriorityWeightQOS": 2000, "PriorityMaxAge": "1-00:00:00",
                  "PriorityCalcPeriod": "00:05:00", "PriorityDecayHalfLife": "0-01:00:00",
                  "PreemptType": "preempt/qos", "PreemptMode": "SUSPEND,GANG",
                  "SchedulerTimeSlice": 20}}, jobs)


def w42(_):
    # submit_s, nodes, cpus, mem_mb, timelimit_s, runtime_s, exclusive, licenses
    rows = [(5, 1, 8, 4000, 1200, 1000, "", ""), (5, 1, 8, 4000, 1200, 2000, "", ""),
            (5, 1, 8, 4000, 1200, 1000, "", "lic:1"), (5, 1, 8, 4000, 1200, 1000, "", ""),
            (150, 1, 8, 8000, 600, 500, 1, ""), (160, 1, 8, 13000, 600, 300, "", ""),
            (170, 1, 8, 8000, 600, 300, "", "lic:1"), (180, 1, 4, 2000, 600, 500, "", ""),
            (190, 4, 8, 1000, 600, 300, "", ""), (200, 1, 8, 13000, 600, 300, 1, ""),
            (210, 1, 2, 1000, 6000, 3000, "", ""), (1005, 4, 2, 1000, 600, 300, "", "")]
    keys = ("submit_s", "nodes", "cpus", "mem_mb", "timelimit_s", "runtime_s", "exclusive",
            "licenses")
    jobs = [dict(zip(keys, row), job_id=i, user="u1", partition="main")
            for i, row in enumerate(rows, 1)]
    events = [(100, "suspend 1"), (100, "suspend 2"), (100, "suspend 3"), (100, "suspend 4"),
              (400, "suspend 5"), (700, "resume 1"), (900, "scancel 3"), (950, "requeue 4"),
              (1500, "resume 2"), (1600, "release 4"), (3000, "resume 5")]
    write("W42-admin-suspend", {
        "description": "scontrol suspend, resume and requeue, scancel: cores go to others, memory "
                       "and licences do not",
        "nodes": [nodes(4, cpus=8, gpus=0, mem_mb=16000, name="n[1-4]")],
        "partitions": [{"name": "main", "default": True, "max_time_s": 86400}],
        "events": [{"at_s": t, "cmd": c.split() if c.startswith("scancel") else
                    ["scontrol"] + c.split()} for t, c in events],
        "slurm": {"SchedulerParameters": "bf_continue,bf_interval=30", "Licenses": "lic:1"}}, jobs)
