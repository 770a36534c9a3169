# SPDX-License-Identifier: Apache-2.0
"""Several mechanisms at once, and mechanisms that the first workloads cover only briefly
(W20-W28)."""
from workload_parts import BF, PART, arrivals, basic, lognorm, nodes, write

MULTI = {"SchedulerParameters": BF, "PriorityType": "priority/multifactor",
         "PriorityCalcPeriod": "00:05:00"}


def limit_of(r, runtime, factors=(1.2, 2, 2, 3), step=300):
    return min(max(-(-int(runtime * r.choice(factors)) // step) * step, step), 86400)


def choose(r, table):
    return r.choices([row[:-1] for row in table], [row[-1] for row in table])[0]


def w20(r):
    who = [("m1", "mech", 4), ("m2", "mech", 2), ("b1", "bio", 3), ("b2", "bio", 2), ("g1", "genes", 3)]
    jobs = []
    for i, t in enumerate(arrivals(r, 160, 50), 1):
        user, account = choose(r, who)
        rt = lognorm(r, 700, 0.9, 60, 5400)
        j = {"job_id": i, "submit_s": t, "user": user, "account": account, "runtime_s": rt,
             "timelimit_s": limit_of(r, rt), "qos": r.choice(["scavenge", "normal", "normal", "urgent"]),
             "nodes": 1}
        kind = r.random()
        if kind < 0.40:          # some GPUs of one or two nodes
            g = r.choice([1, 1, 2, 3, 4])
            j.update(gpus_per_node=g, cpus=8 * g, mem_mb=50000 * g, nodes=r.choice([1, 1, 1, 2]))
        elif kind < 0.60:        # whole nodes
            j.update(nodes=r.choice([1, 2, 4, 6]), cpus=1, exclusive=1, mem_mb=1000)
        elif kind < 0.80:        # cores only
            j.update(nodes="", ntasks=r.choice([2, 8, 24, 64, 100]), cpus=1, mem_mb=20000)
        else:
            n = r.randint(3, 12)
            j.update(array="0-%d%s" % (n - 1, r.choice(["", "%2", "%3"])), cpus=16, gpus_per_node=1,
                     mem_mb=40000, timelimit_s=3600,
                     runtime_s=";".join(str(lognorm(r, 500, 0.6, 60, 3000)) for _ in range(3)))
        if i > 5 and r.random() < 0.15:
            p = r.choice(jobs[-6:])
            j["dependency"] = "%s:%d" % (r.choice(["afterok", "afterany"]), p["job_id"])
        jobs.append(j)
    write("W20-everything", {
        "description": "fair share, QOS preemption, GPU sharing, arrays and dependencies at once",
        "nodes": [nodes(name="n[001-012]", gpu_type="a100"),
                  nodes(name="n[013-018]", gpus=0, mem_mb=128000, weight=10)],
        "partitions": PART,
        "accounts": [{"name": "mech", "shares": 40, "users": [{"name": "m1", "shares": 2}, "m2"]},
                     {"name": "bio", "shares": 60, "users": ["b1", "b2"]},
                     {"name": "genes", "parent": "bio", "shares": 1, "users": ["g1"]}],
        "qos": [{"name": "normal", "priority": 50, "preempt": ["scavenge"]},
                {"name": "scavenge", "priority": 0, "preemptmode": "requeue"},
                {"name": "urgent", "priority": 100, "preempt": ["scavenge"], "MaxJobsPU": 3}],
        "slurm": dict(MULTI, PriorityWeightFairshare=10000, PriorityWeightAge=2000,
                      PriorityMaxAge="0-06:00:00", PriorityWeightQOS=4000, PriorityWeightJobSize=1000,
                      PriorityDecayHalfLife="0-02:00:00", PreemptType="preempt/qos",
                      PreemptMode="REQUEUE")}, jobs)


def w21(r):
    jobs = basic(r, 150, 60, [1] * 6 + [2] * 4 + [4] * 3 + [8] * 2 + [12], lim="over")
    for j in jobs:
        if r.random() < 0.2:
            j["extra"] = "--no-requeue"

    def state(at, names, what):
        return {"at_s": at, "cmd": ["scontrol", "update", "nodename=" + names, "state=" + what, "reason=test"]}
    write("W21-node-events", {
        "description": "nodes drained, resumed and downed (with requeue) during the run",
        "nodes": [nodes(24)], "partitions": PART,
        "events": [state(900, "n003", "drain"), state(1801, "n[010-012]", "down"),
                   state(2402, "n[010-012]", "resume"), state(3000, "n003", "resume"),
                   state(4203, "n[017-024]", "drain"), state(5404, "n[017-020]", "resume"),
                   state(6000, "n[001-002]", "down"), state(6605, "n[021-024]", "resume"),
                   state(7206, "n[001-002]", "resume"), state(8000, "n[005-008]", "down"),
                   state(8407, "n[005-008]", "resume")],
        "slurm": {"SchedulerParameters": BF, "PriorityType": "priority/basic"}}, jobs)


def w22(r):
    who = [("p1", "phys", 4), ("p2", "phys", 2), ("c1", "chem", 4), ("c2", "chem", 1)]
    jobs = basic(r, 160, 55, [1] * 6 + [2] * 4 + [4] * 3 + [8] * 2, lim="over")
    for j in jobs:
        j["user"], j["account"] = choose(r, who)
        j["partition"] = r.choice(["spare", "spare", "test", "main", "main", "main", "now"])
        if j["partition"] == "now":
            j["nodes"] = min(j["nodes"], 4)
    write("W22-partition-preempt", {
        "description": "preempt/partition_prio under fair share: one partition requeues, one cancels",
        "nodes": [nodes(24)],
        "partitions": [
            {"name": "main", "default": True, "max_time_s": 86400, "priority_tier": 5, "preempt_mode": "off"},
            {"name": "spare", "max_time_s": 86400, "priority_tier": 1, "preempt_mode": "requeue"},
            {"name": "test", "max_time_s": 86400, "priority_tier": 1, "preempt_mode": "cancel"},
            {"name": "now", "max_time_s": 86400, "priority_tier": 9, "preempt_mode": "off"}],
        "accounts": [{"name": "phys", "shares": 2, "users": ["p1", "p2"]},
                     {"name": "chem", "shares": 1, "users": ["c1", {"name": "c2", "shares": 3}]}],
        "slurm": dict(MULTI, PriorityWeightFairshare=10000, PriorityWeightAge=1000,
                      PriorityMaxAge="1-00:00:00", PriorityDecayHalfLife="0-01:00:00",
                      PreemptType="preempt/partition_prio", PreemptMode="REQUEUE")}, jobs)


def w23(r):
    jobs = []
    for i, t in enumerate(arrivals(r, 200, 35), 1):
        rt = lognorm(r, 700, 0.9, 60, 5400)
        j = {"job_id": i, "submit_s": t, "user": "u%d" % r.randint(1, 6), "runtime_s": rt,
             "timelimit_s": limit_of(r, rt)}
        kind = r.random()
        if kind < 0.35:          # tasks of some cores, nodes left to Slurm
            j.update(ntasks=r.choice([1, 2, 3, 5, 8, 12, 20, 40]), cpus=r.choice([1, 1, 2, 3, 4]),
                     extra="--mem-per-cpu=%d" % r.choice([500, 1500, 3000]))
        elif kind < 0.60:        # one task, memory of the node
            j.update(ntasks=1, nodes=1, cpus=r.choice([1, 2, 4, 7, 16, 32]),
                     mem_mb=r.choice([2000, 8000, 24000, 60000]))
        elif kind < 0.80:        # tasks over a fixed number of nodes
            n = r.choice([2, 2, 3, 4])
            j.update(nodes=n, ntasks=n * r.choice([1, 2, 4, 8]), cpus=r.choice([1, 2]),
                     mem_mb=r.choice([4000, 16000]))
        elif kind < 0.92:        # a number of tasks on each node
            n, k = r.choice([1, 2, 3]), r.choice([2, 4, 6])
            j.update(nodes=n, ntasks=n * k, cpus=2, mem_mb=4000, extra="--ntasks-per-node=%d" % k)
        else:                    # a range of nodes
            j.update(nodes="1-4", ntasks=r.choice([4, 12, 48]), cpus=1, mem_mb=8000)
        jobs.append(j)
    write("W23-cpu-sharing", {
        "description": "CPU and memory sharing: tasks, CPUs per task, memory in many shapes",
        "nodes": [nodes(10, cpus=32, gpus=0, mem_mb=128000)], "partitions": PART,
        "slurm": {"SchedulerParameters": BF, "PriorityType": "priority/basic"}}, jobs)


def w24(r):
    jobs = []
    for i, t in enumerate(arrivals(r, 200, 35), 1):
        rt = lognorm(r, 600, 0.9, 60, 4800)
        p = r.choice(["whole", "force", "least", "ask", "pair", "whole,least", "least,ask"])
        j = {"job_id": i, "submit_s": t, "user": "u%d" % r.randint(1, 5), "runtime_s": rt,
             "timelimit_s": limit_of(r, rt), "partition": p, "nodes": 1,
             "cpus": r.choice([1, 2, 4, 8, 16]), "mem_mb": r.choice([1000, 4000])}
        if p == "pair":
            j["nodes"] = r.choice([2, 3])
        elif p in ("whole", "least") and r.random() < 0.3:
            j["nodes"] = 2
        if p == "ask" and r.random() < 0.6:
            j["extra"] = "--oversubscribe"
        if r.random() < 0.05:
            j["exclusive"] = 1
        jobs.append(j)
    write("W24-sharing-modes", {
        "description": "OverSubscribe EXCLUSIVE, FORCE:2 and YES:2, LLN, limits of partitions",
        "nodes": [nodes(16, cpus=16, gpus=0, mem_mb=64000)],
        "partitions": [
            {"name": "whole", "default": True, "nodes": "n[001-004]", "max_time_s": 86400,
             "oversubscribe": "EXCLUSIVE"},
            {"name": "force", "nodes": "n[005-007]", "max_time_s": 86400, "oversubscribe": "FORCE:2"},
            {"name": "least", "nodes": "n[008-011]", "max_time_s": 86400, "lln": "YES"},
            {"name": "ask", "nodes": "n[012-013]", "max_time_s": 86400, "oversubscribe": "YES:2"},
            {"name": "pair", "nodes": "n[011-016]", "max_time_s": 14400, "min_nodes": 2, "max_nodes": 3,
             "priority_tier": 2}],
        "slurm": {"SchedulerParameters": BF, "PriorityType": "priority/basic",
                  "EnforcePartLimits": "ALL"}}, jobs)


def w25(r):
    jobs = basic(r, 160, 45, [1] * 6 + [2] * 4 + [4] * 2 + [8], lim="over")
    events = []
    for j in jobs:
        i, t, x = j["job_id"], j["submit_s"], r.random()
        if x < 0.25:
            j["licenses"] = r.choice(["solver:1", "solver:2", "mesh:3", "solver:1,mesh:2"])
        elif x < 0.35:
            j["nice"] = r.choice([100, 2000, 8000])
        elif x < 0.45:
            j["begin_s"] = t + r.choice([300, 1201, 3607])
        elif x < 0.52:
            j["deadline_s"] = t + j["timelimit_s"] + r.choice([600, 3600])
        elif x < 0.60:           # ids of Slurm and of the table agree: no arrays, nothing refused
            events.append({"at_s": t + 3.5, "cmd": ["scontrol", "hold", str(i)]})
            events.append({"at_s": t + r.choice([604.5, 1808.5]), "cmd": ["scontrol", "release", str(i)]})
        elif x < 0.64:
            events.append({"at_s": t + 307.5, "cmd": ["scancel", str(i)]})
        elif x < 0.68:
            events.append({"at_s": t + 906.5, "cmd": ["scontrol", "requeue", str(i)]})
        elif x < 0.72:
            events.append({"at_s": t + 65.5, "cmd": ["scontrol", "update", "jobid=%d" % i, "nice=-1000"]})
    write("W25-licences-events", {
        "description": "licences, nice, begin times, deadlines; hold, release, requeue, cancel",
        "nodes": [nodes(16)], "partitions": PART, "events": sorted(events, key=lambda e: e["at_s"]),
        "qos": [{"name": "normal", "priority": 0}],
        "slurm": dict(MULTI, Licenses="solver:3,mesh:5", PriorityWeightAge=10000,
                      PriorityMaxAge="0-04:00:00", PriorityWeightJobSize=2000)}, jobs)


def w26(r):
    jobs = []
    for i, t in enumerate(arrivals(r, 170, 40), 1):
        rt = lognorm(r, 700, 0.9, 60, 4800)
        j = {"job_id": i, "submit_s": t, "user": "u%d" % r.randint(1, 5), "runtime_s": rt,
             "timelimit_s": limit_of(r, rt), "nodes": r.choice([1, 1, 1, 2, 2, 3, 4, 6, 8]),
             "cpus": r.choice([4, 8, 8, 16]), "mem_mb": 8000}
        if r.random() < 0.25:
            j.pop("nodes")
            j.update(ntasks=r.choice([6, 20, 48]), cpus=1)
        elif j["nodes"] in (2, 3, 4) and r.random() < 0.4:
            j["switches"] = r.choice(["1", "1@00:10:00", "2@00:20:00"])
        jobs.append(j)
    write("W26-topology-sharing", {
        "description": "topology/tree with shared nodes and --switches",
        "nodes": [nodes(20, cpus=16, gpus=0, mem_mb=64000)], "partitions": PART,
        "topology": [{"switch": "l%d" % k, "nodes": "n[%03d-%03d]" % (5 * k + 1, 5 * k + 5)}
                     for k in range(4)] +
                    [{"switch": "s0", "switches": "l[0-1]"}, {"switch": "s1", "switches": "l[2-3]"},
                     {"switch": "core", "switches": "s[0-1]"}],
        "slurm": {"SchedulerParameters": BF, "PriorityType": "priority/basic"}}, jobs)


def w27(r):
    who = [("a1", "alpha", 4), ("a2", "alpha", 2), ("x1", "xray", 3), ("y1", "yard", 2), ("z1", "zeta", 4),
           ("z2", "zeta", 1)]
    jobs = basic(r, 170, 50, [1] * 6 + [2] * 4 + [4] * 3 + [8], lim="over")
    for j in jobs:
        j["user"], j["account"] = choose(r, who)
    write("W27-classic-fairshare", {
        "description": "classic fair share, nested accounts, decay of 1 h, GrpTRES, GrpJobs, MaxJobs",
        "nodes": [nodes(24)], "partitions": PART,
        "accounts": [
            {"name": "alpha", "shares": 30, "users": [{"name": "a1", "shares": 2}, "a2"],
             "limits": ["GrpTRES=node=14"]},
            {"name": "lab", "shares": 50, "users": []},
            {"name": "xray", "parent": "lab", "shares": 3, "users": ["x1"]},
            {"name": "yard", "parent": "lab", "shares": 1, "users": ["y1"], "limits": ["GrpJobs=3"]},
            {"name": "zeta", "shares": 20, "users": [{"name": "z1", "limits": ["MaxJobs=4"]}, "z2"],
             "limits": ["GrpTRES=cpu=640"]}],
        "slurm": dict(MULTI, PriorityFlags="NO_FAIR_TREE", PriorityWeightFairshare=10000,
                      FairShareDampeningFactor=2, PriorityWeightAge=1000, PriorityMaxAge="1-00:00:00",
                      PriorityDecayHalfLife="0-01:00:00")}, jobs)


def w28(r):
    jobs = basic(r, 150, 60, [1] * 6 + [2] * 4 + [4] * 3 + [8] * 2 + [12], lim="over", users=4)
    for j in jobs:
        x = r.random()
        if x < 0.30 and j["timelimit_s"] >= 1800:
            j["time_min_s"] = -(-int(j["runtime_s"]) // 300) * 300
            if j["time_min_s"] >= j["timelimit_s"]:
                j["time_min_s"] = ""
        elif x < 0.40 and j["submit_s"] < 9000:
            j.update(user="u1", reservation="class", nodes=min(j["nodes"], 4))
        elif x < 0.45 and 4000 < j["submit_s"] < 12000:
            j.update(user="u2", reservation="demo", nodes=1)
    write("W28-reservations-timemin", {
        "description": "--time-min in front of maintenance and user reservations",
        "stuck_s": 3600, "nodes": [nodes(24)], "partitions": PART,
        "reservations": [
            {"name": "maint", "start_s": 7200, "duration_s": 1800, "nodes": "ALL", "users": "root",
             "flags": "MAINT,IGNORE_JOBS"},
            {"name": "half", "start_s": 12000, "duration_s": 1800, "nodes": "n[001-012]", "users": "root",
             "flags": "MAINT,IGNORE_JOBS"},
            {"name": "class", "start_s": 1800, "duration_s": 3600, "nodes": "n[017-024]", "users": "u1"},
            {"name": "demo", "start_s": 9600, "duration_s": 1200, "node_count": 4, "users": "u2,u3",
             "partition": "main"}],
        "slurm": {"SchedulerParameters": BF, "PriorityType": "priority/basic"}}, jobs)
