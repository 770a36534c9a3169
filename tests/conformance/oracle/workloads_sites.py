# SPDX-License-Identifier: Apache-2.0
"""Workloads of a GPU centre: typed GPUs, several partitions with limits, and chains of
arrays around maintenance (W31-W34)."""
from workload_parts import BF, arrivals, lognorm, nodes, write
from workloads_mixed import MULTI, choose, limit_of


def w31(r):
    jobs = []
    for i, t in enumerate(arrivals(r, 220, 40), 1):
        rt = lognorm(r, 800, 0.9, 60, 5400)
        j = {"job_id": i, "submit_s": t, "user": "u%d" % r.randint(1, 6), "runtime_s": rt,
             "timelimit_s": limit_of(r, rt)}
        kind = r.random()
        if kind < 0.25:          # GPUs of a type on each node
            g = r.choice([1, 1, 2, 4])
            j.update(nodes=r.choice([1, 1, 2]), cpus=4 * g, mem_mb=16000 * g,
                     extra="--gres=gpu:%s:%d" % (r.choice(["a100", "v100"]), min(g, 2)))
        elif kind < 0.45:        # a GPU for each task
            n = r.choice([1, 2, 3, 4, 6, 8])
            j.update(ntasks=n, cpus=r.choice([2, 4, 8]), mem_mb=8000,
                     extra="--gpus-per-task=%s1" % r.choice(["", "a100:"]))
        elif kind < 0.65:        # GPUs of the job, CPUs and memory by GPU
            j.update(ntasks=r.choice([1, 2]), cpus=1, gpus=r.choice([1, 2, 3, 4, 6]),
                     extra="--cpus-per-gpu=%d --mem-per-gpu=%d" % (r.choice([2, 4]), r.choice([4000, 20000])))
        elif kind < 0.85:        # no GPU at all
            j.update(nodes=1, cpus=r.choice([1, 4, 16, 32]), mem_mb=r.choice([2000, 30000, 100000]))
        else:
            j.update(nodes=r.choice([1, 2]), exclusive=1, cpus=1, mem_mb=1000,
                     constraint=r.choice(["", "new", "old"]))
        jobs.append(j)
    write("W31-gpu-types", {
        "description": "two types of GPU and nodes without: GPUs by node, task and job with memory and CPUs by GPU",
        "nodes": [nodes(name="n[001-006]", gpus=4, gpu_type="a100", features="new", weight=20),
                  nodes(name="n[007-010]", cpus=32, gpus=2, gpu_type="v100", features="old", mem_mb=128000,
                        weight=10),
                  nodes(name="n[011-014]", cpus=32, gpus=0, mem_mb=128000, features="old")],
        "partitions": [{"name": "main", "default": True, "max_time_s": 86400}],
        "slurm": dict(MULTI, PriorityWeightAge=1000, PriorityMaxAge="0-12:00:00",
                      PriorityWeightJobSize=500)}, jobs)


def small_job(r, i, t, who):
    """The part of a job of W32 and W34 before its resources: user, account, run time and limit."""
    user, account = choose(r, who)
    rt = lognorm(r, 800, 0.9, 60, 5400)
    return {"job_id": i, "submit_s": t, "user": user, "account": account, "runtime_s": rt,
            "timelimit_s": limit_of(r, rt)}


def w32(r):
    who = [("a1", "alpha", 4), ("a2", "alpha", 2), ("b1", "beta", 3), ("b2", "beta", 1)]
    jobs = []
    for i, t in enumerate(arrivals(r, 200, 45), 1):
        j = {**small_job(r, i, t, who),
             "partition": r.choice(["batch", "batch", "batch,short", "short", "large", "batch,large"]),
             "qos": r.choice(["normal", "normal", "normal", "low", "low", "high"]),
             "nodes": r.choice([1, 1, 1, 2, 2, 4, 6]), "cpus": 64}
        if "short" in j["partition"]:
            j["timelimit_s"] = min(j["timelimit_s"], 1800)
            j["nodes"] = min(j["nodes"], 2)
        if j["partition"] == "large":
            j["nodes"] = r.choice([6, 8, 10])
        jobs.append(j)
    write("W32-partitions-limits", {
        "description": "overlapping partitions with QOS limits, lists of partitions, QOS preemption, fair share",
        "nodes": [nodes(20, gpus=0)],
        "partitions": [
            {"name": "batch", "default": True, "max_time_s": 86400, "nodes": "n[001-016]", "qos": "batch"},
            {"name": "short", "max_time_s": 1800, "nodes": "n[013-020]", "priority_job_factor": 5},
            {"name": "large", "max_time_s": 86400, "min_nodes": 4, "priority_job_factor": 2}],
        "accounts": [{"name": "alpha", "shares": 3, "users": ["a1", "a2"], "limits": ["GrpTRES=node=12"]},
                     {"name": "beta", "shares": 2, "users": ["b1", {"name": "b2", "limits": ["MaxJobs=4"]}]}],
        "qos": [{"name": "normal", "priority": 20, "preempt": ["low"]},
                {"name": "low", "priority": 0, "preemptmode": "requeue"},
                {"name": "high", "priority": 60, "preempt": ["low"], "GrpTRES": "node=6"},
                {"name": "batch", "MaxTRESPU": "node=8", "MaxJobsPU": 6}],
        "slurm": dict(MULTI, PriorityWeightFairshare=8000, PriorityWeightAge=1000, PriorityWeightQOS=4000,
                      PriorityWeightPartition=1000, PriorityMaxAge="0-12:00:00",
                      PriorityDecayHalfLife="0-04:00:00", PreemptType="preempt/qos",
                      PreemptMode="REQUEUE")}, jobs)


def w33(r):
    jobs = []
    for i, t in enumerate(arrivals(r, 130, 80), 1):
        rt = lognorm(r, 700, 0.8, 60, 3600)
        j = {"job_id": i, "submit_s": t, "user": "u%d" % r.randint(1, 4), "runtime_s": rt, "cpus": 64,
             "timelimit_s": limit_of(r, rt), "nodes": r.choice([1, 1, 2, 4])}
        if r.random() < 0.3:
            n = r.randint(3, 10)
            j.update(nodes=1, array="0-%d%s" % (n - 1, r.choice(["", "%2", "%3"])), timelimit_s=3000,
                     runtime_s=";".join(str(lognorm(r, 600, 0.6, 60, 2900)) for _ in range(3)))
        if i > 6 and r.random() < 0.4:
            p = r.choice(jobs[-8:])
            kind = r.choice(["afterok", "afterany", "afternotok", "after", "singleton", "aftercorr"])
            if kind == "singleton":
                j.update(name="chain", dependency="singleton")
            elif kind == "aftercorr" and p.get("array"):
                j.update(nodes=1, array=p["array"].split("%")[0], dependency="aftercorr:%d" % p["job_id"])
            elif kind != "aftercorr":
                j["dependency"] = "%s:%d" % (kind, p["job_id"])
        if r.random() < 0.06 and not j.get("array"):
            j["exit_code"] = 1
        if r.random() < 0.12 and j["nodes"] < 4 and not j.get("array"):
            j.update(user="u1", reservation="course")
        if r.random() < 0.08:
            j["begin_s"] = t + r.choice([300, 1800])
        jobs.append(j)

    def state(at, names, what):
        return {"at_s": at, "cmd": ["scontrol", "update", "nodename=" + names, "state=" + what, "reason=test"]}
    write("W33-chains-maintenance", {
        "description": "arrays, dependencies, begin times and a course's nodes around maintenance and drained nodes",
        "nodes": [nodes(16, gpus=0)],
        "partitions": [{"name": "main", "default": True, "max_time_s": 86400}],
        "reservations": [{"name": "course", "start_s": 1200, "duration_s": 6000, "nodes": "n[013-016]",
                          "users": "u1"},
                         {"name": "maint", "start_s": 9000, "duration_s": 1800, "nodes": "n[001-016]",
                          "users": "root", "flags": "maint"}],
        "events": [state(600, "n002", "drain"), state(2404, "n[009-010]", "drain"),
                   state(4203, "n002", "resume"), state(6005, "n[009-010]", "resume"),
                   state(12003, "n[001-004]", "drain"), state(14404, "n[001-004]", "resume")],
        "slurm": dict(MULTI, PriorityWeightAge=1000, PriorityMaxAge="0-12:00:00",
                      PriorityWeightJobSize=1000)}, jobs)


def w34(r):
    who = [("a1", "alpha", 3), ("a2", "alpha", 2), ("b1", "beta", 3), ("b2", "beta", 2)]
    jobs = []
    for i, t in enumerate(arrivals(r, 230, 32), 1):
        j = {**small_job(r, i, t, who), "partition": "main", "qos": r.choice(["normal", "normal", "wide"])}
        kind = r.random()
        if kind < 0.2:           # GPUs of a type on each node
            g = r.choice([1, 1, 2, 3])
            j.update(nodes=r.choice([1, 1, 2, 3]), cpus=4 * g, mem_mb=16000 * g,
                     extra="--gres=gpu:%s:%d" % (r.choice(["a100", "v100"]), min(g, 2)))
        elif kind < 0.38:        # a GPU for each task, on any nodes
            j.update(ntasks=r.choice([1, 2, 3, 5, 8]), cpus=r.choice([1, 4, 8]), mem_mb=8000,
                     extra="--gpus-per-task=1")
        elif kind < 0.5:         # GPUs of the job
            j.update(ntasks=r.choice([1, 2]), cpus=2, mem_mb=20000, gpus=r.choice([1, 2, 4, 5]),
                     partition=r.choice(["main", "light"]))
        elif kind < 0.75:        # cores and memory only, on nodes with GPU jobs or on others
            j.update(nodes=r.choice(["1", "1", "2", "1-3"]), cpus=1, mem_mb=r.choice([2000, 30000, 90000]),
                     ntasks=r.choice([3, 8, 24, 40]), partition=r.choice(["main", "light", "light,main"]),
                     constraint=r.choice(["", "", "new", "old"]))
            if j["partition"] != "main" and j["constraint"] == "old":
                j["constraint"] = ""
        elif kind < 0.88:        # whole nodes of the exclusive partition
            j.update(nodes=r.choice([1, 2, 2, 4]), cpus=1, partition=r.choice(["whole", "whole", "main"]), exclusive=1)
        else:
            j.update(nodes=1, cpus=r.choice([2, 16]), mem_mb=10000, licenses="matlab:%d" % r.choice([1, 2, 4]))
        if r.random() < 0.4 and j["user"] == "b1" and j["partition"] == "main" and not j.get("extra"):
            j.update(nodes=1, ntasks=1, reservation="course", exclusive="", constraint="")
        jobs.append(j)
    write("W34-gpu-limits", {
        "description": "jobs with and without GPUs on nodes of three records: weights, features, LLN, whole nodes, "
                       "limits that count nodes, licences, a course",
        "nodes": [nodes(name="n[001-008]", gpus=4, gpu_type="a100", features="new", weight=20),
                  nodes(name="n[009-012]", cpus=32, gpus=2, gpu_type="v100", features="old", mem_mb=128000,
                        weight=20),
                  nodes(name="n[013-020]", cpus=48, gpus=0, mem_mb=192000, features="old", weight=5)],
        "partitions": [
            {"name": "main", "default": True, "max_time_s": 86400},
            {"name": "light", "max_time_s": 86400, "nodes": "n[005-010]", "lln": True},
            {"name": "whole", "max_time_s": 86400, "nodes": "n[007-018]", "oversubscribe": "EXCLUSIVE"}],
        "accounts": [{"name": "alpha", "shares": 3, "users": ["a1", "a2"], "limits": ["GrpTRES=node=10"]},
                     {"name": "beta", "shares": 2, "users": ["b1", "b2"]}],
        "qos": [{"name": "normal", "priority": 20},
                {"name": "wide", "priority": 40, "MaxTRESPU": "node=6"}],
        "reservations": [{"name": "course", "start_s": 3600, "duration_s": 7200, "nodes": "n[003-004]",
                          "users": "b1"}],
        "slurm": dict(MULTI, Licenses="matlab:6", PriorityWeightFairshare=6000, PriorityWeightAge=1000,
                      PriorityWeightQOS=2000, PriorityMaxAge="0-12:00:00",
                      PriorityDecayHalfLife="0-04:00:00")}, jobs)
