# SPDX-License-Identifier: Apache-2.0
"""Rules that take effect only with several parameters together: jobs in several partitions with QOS, grace times,
limits of backfill, an interval between passes, counted features (W35-W39)."""
import re

from workload_parts import BF, PART, arrivals, lognorm, nodes, write
from workloads_mixed import MULTI, choose, limit_of


def short_jobs(r, n, gap, users=5):
    jobs = []
    for i, t in enumerate(arrivals(r, n, gap), 1):
        rt = lognorm(r, 500, 0.9, 40, 2400)
        jobs.append({"job_id": i, "submit_s": t, "user": "u%d" % r.randint(1, users), "runtime_s": rt,
                     "timelimit_s": limit_of(r, rt)})
    return jobs


def w35(r):
    who = [("a1", "a", 3), ("a2", "a", 2), ("b1", "b", 2), ("b2", "b", 1)]
    jobs = short_jobs(r, 90, 18)
    for j in jobs:
        j["user"], j["account"] = choose(r, who)
        p = r.choice(["gpu", "gpu", "cpu", "cpu", "all", "gpu,cpu", "cpu,all"])
        j.update(partition=p, nodes=r.choice([1, 1, 2, 3]), cpus=r.choice([2, 8, 16]),
                 mem_mb=r.choice([2000, 20000]), qos=r.choice(["normal", "normal", "low", "high"]))
        if p == "gpu":
            j["gpus_per_node"] = r.choice([1, 2, 4])
        if r.random() < 0.2:
            j.update(nodes=1, array="0-%d" % r.randint(2, 6))
    write("W35-partition-qos", {
        "description": "arrays and lists of partitions under the QOS of partitions, fair share, MaxCPUsPerNode",
        "stuck_s": 1200,
        "nodes": [nodes(name="n[001-004]", cpus=32, gpus=4, mem_mb=128000, weight=10),
                  nodes(name="n[005-010]", cpus=32, gpus=0, mem_mb=64000)],
        "partitions": [
            {"name": "cpu", "default": True, "nodes": "n[003-010]", "max_time_s": 86400,
             "extra": "MaxCPUsPerNode=20"},
            {"name": "gpu", "nodes": "n[001-004]", "max_time_s": 86400, "priority_tier": 4, "qos": "ofgpu"},
            {"name": "all", "max_time_s": 86400, "priority_tier": 2, "priority_job_factor": 7}],
        "accounts": [{"name": "a", "shares": 3, "users": ["a1", "a2"]},
                     {"name": "b", "shares": 2, "users": ["b1", "b2"], "limits": ["GrpTRES=node=7,cpu=120"]}],
        "qos": [{"name": "normal", "priority": 10}, {"name": "low", "priority": 0},
                {"name": "high", "priority": 30, "MaxTRESPU": "cpu=64"},
                {"name": "ofgpu", "MaxTRESPA": "gres/gpu=10", "GrpSubmitJobs": 18, "Flags": "DenyOnLimit"}],
        "slurm": dict(MULTI, AccountingStorageTRES="gres/gpu", PriorityWeightFairshare=5000,
                      PriorityWeightAge=1000, PriorityWeightQOS=1000, PriorityWeightPartition=800,
                      PriorityMaxAge="0-02:00:00", PriorityDecayHalfLife="0-01:00:00",
                      PriorityCalcPeriod="00:02:00")}, jobs)


def w36(r):
    jobs = short_jobs(r, 90, 18)
    for j in jobs:
        g = r.choice([0, 1, 1, 2, 4])
        j.update(nodes=r.choice([1, 1, 1, 2]), cpus=max(2, 4 * g), mem_mb=4000 + 20000 * g,
                 qos=r.choice(["low", "low", "spare", "normal", "normal", "top"]))
        if g:
            j["gpus_per_node"] = g
    write("W36-grace-time", {
        "description": "preempt/qos with grace times and an exempt time: one QOS requeues, one cancels",
        "stuck_s": 1200, "nodes": [nodes(name="n[001-005]", cpus=32, gpus=4, mem_mb=128000)], "partitions": PART,
        "qos": [{"name": "low", "priority": 0, "preemptmode": "requeue", "GraceTime": 30},
                {"name": "spare", "priority": 2, "preemptmode": "cancel", "PreemptExemptTime": "00:03:00"},
                {"name": "normal", "priority": 10, "preempt": ["low", "spare"]},
                {"name": "top", "priority": 50, "preempt": ["low", "spare"], "MaxTRESPU": "gres/gpu=6"}],
        "slurm": dict(MULTI, PreemptType="preempt/qos", PreemptMode="REQUEUE", PriorityWeightQOS=10000,
                      PriorityWeightAge=2000, PriorityMaxAge="0-02:00:00",
                      AccountingStorageTRES="gres/gpu")}, jobs)


def w37(r):
    jobs = []
    for i, t in enumerate(arrivals(r, 120, 3), 1):
        jobs.append({"job_id": i, "submit_s": t, "user": "u%d" % r.randint(1, 4), "runtime_s": r.randint(3, 60),
                     "timelimit_s": r.choice([60, 120, 300]), "nodes": r.choice([1, 1, 1, 2]),
                     "cpus": r.choice([2, 4, 8, 16]), "mem_mb": 2000})
    write("W37-pass-interval", {
        "description": "short jobs, few looked at in a pass, and two seconds between passes",
        "nodes": [nodes(6, cpus=16, gpus=0, mem_mb=64000)], "partitions": PART,
        "slurm": {"SchedulerParameters": "bf_interval=7,bf_resolution=10,default_queue_depth=5,"
                                         "sched_interval=20,sched_min_interval=2000000",
                  "PriorityType": "priority/basic"}}, jobs)


def w38(r):
    texts = ("[b*1&a*1] [b*1&slow*1] [slow*1&b*1] [slow*2&a*1] [slow*1&a*1&b*1] [fast*1&a*1] [fast*2&b*1] "
             "[a*1&fast*1] [a*1&fast*2] [s3*1&b*3] [s3*2&b*3] [s3*4&b*1] [a*3&b*3] [s1*1&fast*1] [s1*2&fast*4] "
             "[s1*1&b*1&a*1] [s1*1&b*1&fast*1] [fast*1&b*1&a*1] a*2&b*1 fast*1&s1*2 b*3&slow*1 a*3").split()
    jobs = [{"job_id": i, "submit_s": 20 * i, "user": "u1", "runtime_s": 12, "timelimit_s": 60,
             "nodes": sum(int(n) for n in re.findall(r"\*(\d)", text)), "cpus": 8, "mem_mb": 4000,
             "constraint": text} for i, text in enumerate(texts, 1)]
    write("W38-counted-features", {
        "description": "one job after another whose constraint counts nodes by features",
        "stuck_s": 300,
        "nodes": [nodes(name="n[001-004]", cpus=16, gpus=0, features=["a", "fast", "s1"], weight=5),
                  nodes(name="n[005-008]", cpus=16, gpus=0, features=["b", "fast", "s2"]),
                  nodes(name="n[009-012]", cpus=16, gpus=0, features=["a", "b", "slow", "s3"], weight=3)],
        "partitions": PART, "slurm": {"SchedulerParameters": BF, "PriorityType": "priority/basic"}}, jobs)


def w39(r):
    jobs = short_jobs(r, 70, 25)
    for j in jobs:
        j.update(nodes=r.choice([1, 1, 2, 3, 4, 6]), cpus=64,
                 partition=r.choice(["main", "main", "side", "main,side"]))
        if "side" in j["partition"]:
            j["nodes"] = min(j["nodes"], 4)
    write("W39-backfill-caps", {
        "description": "how many jobs backfill looks at by partition and by user, one promise a job, few starts",
        "nodes": [nodes(14, gpus=0)],
        "partitions": PART + [{"name": "side", "nodes": "n[009-014]", "max_time_s": 86400, "priority_tier": 3}],
        "slurm": {"SchedulerParameters": "bf_continue,bf_interval=45,bf_max_job_part=6,bf_max_job_start=2,"
                                         "bf_one_resv_per_job,partition_job_depth=4,bf_max_job_user_part=2",
                  "PriorityType": "priority/basic"}}, jobs)


def w44(r):
    """Jobs with and without a type of GPU under limits on the type: of a user, of a job, of an account."""
    rows = [(10, "a1", "typed", "gpu:2"), (20, "a1", "typed", "gpu:tesla:2"), (30, "a1", "typed", "gpu:tesla:1"),
            (40, "a1", "typed", "gpu:1"), (50, "a1", "typed", "gpu:kepler:2"), (900, "a2", "typed", "gpu:tesla:1"),
            (910, "a2", "typed", "gpu:tesla:1"), (920, "a2", "typed", "gpu:1"), (930, "a2", "job", "gpu:4"),
            (940, "a2", "job", "gpu:tesla:2"), (1900, "b1", "normal", None), (1910, "b1", "normal", "gpu:tesla:1"),
            (1920, "b1", "normal", "gpu:tesla:3"), (1930, "b1", "normal", "gpu:2"), (1940, "b1", "normal", "gpu:tesla:1"),
            (4000, "a2", "typed", None), (4010, "a2", "typed", "--gpus=tesla:1"), (4020, "a2", "typed", "--gpus-per-node=1")]
    jobs = []
    for i, (at, user, qos, gres) in enumerate(rows, 1):
        jobs.append({"job_id": i, "submit_s": at, "user": user, "account": "beta" if user == "b1" else "alpha",
                     "partition": "main", "qos": qos, "nodes": 2 if at in (4000, 4020) else 1, "cpus": 2, "mem_mb": 1000,
                     "timelimit_s": 1200, "runtime_s": 600, "exclusive": "" if gres else 1,
                     "extra": "" if not gres else gres if gres.startswith("--") else "--gres=" + gres})
    write("W44-typed-limits", {
        "description": "limits on a type of GPU, jobs with and without types",
        "nodes": [nodes(name="n[001-002]", cpus=16, mem_mb=64000, gpu_type="tesla"),
                  nodes(name="n[003-004]", cpus=16, mem_mb=64000, gpu_type="kepler")],
        "partitions": PART,
        "accounts": [{"name": "alpha", "shares": 1, "users": ["a1", "a2"]},
                     {"name": "beta", "shares": 1, "users": ["b1"], "limits": ["GrpTRES=gres/gpu:tesla=3"]}],
        "qos": [{"name": "normal"}, {"name": "typed", "MaxTRESPU": "gres/gpu:tesla=1"},
                {"name": "job", "MaxTRES": "gres/gpu:tesla=1"}],
        "slurm": {"AccountingStorageTRES": "gres/gpu,gres/gpu:tesla,gres/gpu:kepler", "SchedulerParameters": BF,
                  "PriorityType": "priority/basic"}}, jobs)
