# SPDX-License-Identifier: Apache-2.0
"""Arrays, limits, reservations, topology, constraints (W07-W13)."""
from workload_parts import BF, PART, SIZES, arrivals, basic, lognorm, nodes, write


def w7(r):
    jobs = []
    i = 0
    for t in arrivals(r, 120, 150, 0.1):
        i += 1
        rt = lognorm(r, 600, 0.8, 60, 3600)
        j = {"job_id": i, "submit_s": t, "user": "u%d" % r.randint(1, 4), "cpus": 64,
             "gpus_per_node": 4, "nodes": r.choice([1, 1, 2, 4, 8]), "runtime_s": rt,
             "timelimit_s": -(-int(rt * 1.5) // 600) * 600}
        k = r.random()
        if k < 0.30:
            n = r.randint(4, 20)
            j["nodes"] = 1
            j["array"] = "0-%d%s" % (n - 1, r.choice(["", "%2", "%4", "%5"]))
            j["runtime_s"] = ";".join(str(lognorm(r, 600, 0.7, 60, 3600))
                                      for _ in range(r.randint(3, 5)))
            j["timelimit_s"] = 3600
        if k > 0.5 and i > 5:
            back = [x for x in jobs[-8:]]
            p = r.choice(back)
            q = r.choice(back)
            kind = r.choice(["afterok", "afterany", "singleton", "afternotok", "or", "and",
                             "aftercorr", "after"])
            if kind == "singleton":
                j["name"] = "chain%d" % r.randint(1, 2)
                j["dependency"] = "singleton"
            elif kind == "or":
                j["dependency"] = "afterok:%d?afterany:%d" % (p["job_id"], q["job_id"])
            elif kind == "and":
                j["dependency"] = "afterany:%d:%d" % (p["job_id"], q["job_id"])
            elif kind == "aftercorr":
                arr = [x for x in jobs[-25:] if x.get("array")]
                if arr:
                    p = arr[-1]
                    j["nodes"], j["array"] = 1, p["array"].split("%")[0]
                    j["dependency"] = "aftercorr:%d" % p["job_id"]
            elif kind == "after":
                j["dependency"] = "after:%d%s" % (p["job_id"], r.choice(["", "+10", "+30"]))
            else:
                j["dependency"] = "%s:%d" % (kind, p["job_id"])
        if r.random() < 0.08 and not j.get("array"):
            j["exit_code"] = 1
        jobs.append(j)
    write("W07-arrays-deps", {
        "description": "job arrays with %limit, all dependency types, failing jobs",
        "nodes": [nodes(32)], "partitions": PART,
        "slurm": {"SchedulerParameters": BF, "PriorityType": "priority/basic",
                  "DependencyParameters": "kill_invalid_depend"}}, jobs)


def w8(r):
    jobs = basic(r, 300, 50, [1] * 6 + [2] * 4 + [4] * 3 + [8] * 2 + [12], lim="over",
                 users=5)
    for j in jobs:
        x = r.random()
        if x < 0.30:
            j["qos"] = "scavenge"
        elif x < 0.85:
            j["qos"] = "normal"
        else:
            j["qos"] = "urgent"
            j["nodes"] = min(j["nodes"], 4)
    write("W08-qos-preempt", {
        "description": "QOS limits (MaxJobsPU, GrpTRES gpu, MaxTRESPU) and preempt/qos REQUEUE",
        "nodes": [nodes(32)], "partitions": PART,
        "qos": [{"name": "scavenge", "priority": 0, "preemptmode": "requeue"},
                {"name": "normal", "priority": 50, "MaxJobsPU": 6,
                 "preempt": ["scavenge"], "GrpTRES": "gres/gpu=96"},
                {"name": "urgent", "priority": 100, "MaxTRESPU": "node=8",
                 "preempt": ["scavenge"]}],
        "slurm": {"SchedulerParameters": BF, "PriorityType": "priority/multifactor",
                  "PriorityWeightQOS": 10000, "PriorityWeightAge": 1000,
                  "PriorityMaxAge": "1-00:00:00", "PriorityCalcPeriod": "00:05:00",
                  "PreemptType": "preempt/qos", "PreemptMode": "REQUEUE"}}, jobs)


def w9(r):
    jobs = basic(r, 300, 55, SIZES[:-1], lim="over", users=5)
    for j in jobs:
        if r.random() < 0.08 and 2400 < j["submit_s"] < 14000:
            j["user"], j["reservation"] = "u1", "course"
            j["nodes"] = min(j["nodes"], 4)
    write("W09-reservations", {
        "stuck_s": 3600,
        "description": "maintenance over all nodes, a user reservation on 8 nodes, a short "
                       "one of unnamed nodes",
        "nodes": [nodes(32)], "partitions": PART,
        "reservations": [
            {"name": "maint", "start_s": 10800, "duration_s": 3600, "nodes": "ALL",
             "users": "root", "flags": "MAINT,IGNORE_JOBS"},
            {"name": "course", "start_s": 3600, "duration_s": 5400, "nodes": "n[025-032]",
             "users": "u1"},
            {"name": "short", "start_s": 16200, "duration_s": 1800, "node_count": 4,
             "users": "u2", "partition": "main"}],
        "slurm": {"SchedulerParameters": BF, "PriorityType": "priority/basic"}}, jobs)


def w10(r):
    jobs = basic(r, 300, 50, [1] * 5 + [2] * 5 + [3] * 3 + [4] * 4 + [6] * 3 + [8] * 3 +
                 [12, 16, 24], lim="over")
    for j in jobs:
        if j["nodes"] <= 8 and r.random() < 0.2:
            j["switches"] = r.choice(["1", "1@00:30:00"])
    write("W10-topology", {
        "description": "topology/tree: 8 leaves of 8 nodes under 2 spines under one core",
        "nodes": [nodes(64)], "partitions": PART,
        "topology": [{"switch": "l%d" % k, "nodes": "n[%03d-%03d]" % (8 * k + 1, 8 * k + 8)}
                     for k in range(8)] +
                    [{"switch": "s0", "switches": "l[0-3]"},
                     {"switch": "s1", "switches": "l[4-7]"},
                     {"switch": "core", "switches": "s[0-1]"}],
        "slurm": {"SchedulerParameters": BF, "PriorityType": "priority/basic"}}, jobs)


def w11(r):
    jobs = basic(r, 300, 45, [1] * 7 + [2] * 5 + [4] * 4 + [8] * 2 + [12], lim="over")
    for j in jobs:
        j["partition"] = r.choice(["std", "std", "std", "std,big", "big", "prio,std"])
        x = r.random()
        if x < 0.25:
            j["constraint"] = r.choice(["fast", "nvme", "fast&nvme", "fast|nvme", "rome|milan",
                                        "[r1|r2]", "milan"])
        if "prio" in j["partition"]:
            j["nodes"] = min(j["nodes"], 2)
        if j.get("constraint") in ("fast&nvme", "[r1|r2]"):
            j["nodes"] = min(j["nodes"], 8)
        if x > 0.85 and j["timelimit_s"] >= 3600:
            j["time_min_s"] = -(-int(j["runtime_s"]) // 600) * 600
            if j["time_min_s"] >= j["timelimit_s"]:
                j["time_min_s"] = ""
    write("W11-constraints", {
        "description": "features, several partitions per job, overlapping partitions with "
                       "tiers, --time-min",
        "nodes": [nodes(name="n[001-016]", features=["rome", "nvme", "r1"]),
                  nodes(name="n[017-032]", features=["rome", "fast", "r1"], weight=10),
                  nodes(name="n[033-048]", features=["milan", "fast", "nvme", "r2"],
                        weight=20)],
        "partitions": [
            {"name": "std", "default": True, "nodes": "n[001-040]", "max_time_s": 86400},
            {"name": "big", "nodes": "n[017-048]", "max_time_s": 86400},
            {"name": "prio", "nodes": "n[001-048]", "max_time_s": 86400, "priority_tier": 10,
             "max_nodes": 2}],
        "slurm": {"SchedulerParameters": BF, "PriorityType": "priority/basic"}}, jobs)


def w12(r):
    jobs = []
    for i, t in enumerate(arrivals(r, 60, 4), 1):
        rt = r.randint(10, 80)
        jobs.append({"job_id": i, "submit_s": t, "user": "u%d" % r.randint(1, 3),
                     "nodes": r.choice([1, 1, 1, 2, 2, 4, 6]), "cpus": 64, "gpus_per_node": 4,
                     "timelimit_s": 60 * r.choice([2, 2, 3, 5]), "runtime_s": rt})
    write("W12-short-jobs", {
        "description": "a few minutes of short jobs: small enough to run in real time too",
        "nodes": [nodes(12)], "partitions": PART,
        "slurm": {"SchedulerParameters": "bf_continue,bf_interval=10,bf_resolution=1",
                  "PriorityType": "priority/basic"}}, jobs)


def w13(r):
    write("W13-scale", {
        "description": "256 nodes, 1000 jobs",
        "nodes": [nodes(256)], "partitions": PART,
        "slurm": {"SchedulerParameters": BF + ",bf_max_job_test=1000,default_queue_depth=1000",
                  "PriorityType": "priority/basic"}},
        basic(r, 1000, 3, [1] * 8 + [2] * 5 + [4] * 4 + [8] * 3 + [16], lim="over", users=20,
              med=300, hi=1800))
