# SPDX-License-Identifier: Apache-2.0
"""Queue order, priorities, GPUs (W01-W06)."""
from workload_parts import BF, PART, SIZES, arrivals, basic, lognorm, nodes, write


def w1(r):
    write("W01-fifo", {
        "description": "sched/builtin, FIFO priorities, whole nodes",
        "nodes": [nodes()], "partitions": PART,
        "slurm": {"SchedulerType": "sched/builtin", "PriorityType": "priority/basic"}},
        basic(r, 300, 60, SIZES))


def w2(r):
    write("W02-backfill-exact", {
        "description": "sched/backfill, limits equal to runtimes, whole nodes",
        "nodes": [nodes()], "partitions": PART,
        "slurm": {"SchedulerParameters": BF, "PriorityType": "priority/basic"}},
        basic(r, 300, 50, SIZES))


def w3(r):
    write("W03-backfill-over", {
        "description": "sched/backfill, overestimated limits, whole nodes",
        "nodes": [nodes()], "partitions": PART,
        "slurm": {"SchedulerParameters": BF, "PriorityType": "priority/basic"}},
        basic(r, 350, 50, SIZES, lim="over"))


def w4(r):
    jobs = basic(r, 350, 45, SIZES, lim="over")
    for j in jobs:
        j["partition"] = r.choice(["batch", "batch", "batch", "prod", "debug"])
        j["qos"] = r.choice(["normal", "normal", "low", "high"])
        if j["partition"] == "debug":
            j["nodes"] = min(j["nodes"], 4)
            j["timelimit_s"] = min(j["timelimit_s"], 3600)
            j["runtime_s"] = min(j["runtime_s"], j["timelimit_s"] - 10)
        if r.random() < 0.1:
            j["nice"] = r.choice([100, 1000])
    write("W04-multifactor", {
        "description": "priority/multifactor: age, jobsize, partition and qos weights",
        "nodes": [nodes()],
        "partitions": [
            {"name": "batch", "default": True, "max_time_s": 86400, "priority_job_factor": 10},
            {"name": "prod", "max_time_s": 86400, "priority_job_factor": 50},
            {"name": "debug", "max_time_s": 3600, "max_nodes": 4, "priority_job_factor": 100}],
        "qos": [{"name": "normal", "priority": 10}, {"name": "low", "priority": 0},
                {"name": "high", "priority": 100}],
        "slurm": {"SchedulerParameters": BF, "PriorityType": "priority/multifactor",
                  "PriorityWeightAge": 5000, "PriorityMaxAge": "0-03:00:00",
                  "PriorityWeightJobSize": 3000, "PriorityWeightPartition": 2000,
                  "PriorityWeightQOS": 4000, "PriorityWeightFairshare": 0,
                  "PriorityCalcPeriod": "00:05:00"}}, jobs)


def w5(r):
    acc = [{"name": "phys", "shares": 50, "users": [{"name": "p1", "shares": 3},
                                                    {"name": "p2", "shares": 1},
                                                    {"name": "p3", "shares": 1}]},
           {"name": "chem", "shares": 30, "users": [{"name": "c1", "shares": 1},
                                                    {"name": "c2", "shares": 1}]},
           {"name": "ai", "shares": 20, "users": [{"name": "a1", "shares": 2},
                                                  {"name": "a2", "shares": 1},
                                                  {"name": "a3", "shares": 1}]}]
    who = [("p1", "phys", 4), ("p2", "phys", 2), ("p3", "phys", 1), ("c1", "chem", 5),
           ("c2", "chem", 2), ("a1", "ai", 8), ("a2", "ai", 3), ("a3", "ai", 1)]
    jobs = basic(r, 350, 45, SIZES, lim="over")
    for j in jobs:
        u = r.choices(who, [x[2] for x in who])[0]
        j["user"], j["account"] = u[0], u[1]
    write("W05-fairshare", {
        "description": "fair tree, 3 accounts, 8 users, slurmdbd; half life 2 h",
        "nodes": [nodes()], "partitions": PART, "accounts": acc,
        "slurm": {"SchedulerParameters": BF, "PriorityType": "priority/multifactor",
                  "PriorityWeightFairshare": 10000, "PriorityWeightAge": 1000,
                  "PriorityMaxAge": "1-00:00:00", "PriorityDecayHalfLife": "0-02:00:00",
                  "PriorityCalcPeriod": "00:05:00"}}, jobs)


def w6(r):
    jobs = []
    for i, t in enumerate(arrivals(r, 400, 45), 1):
        rt = lognorm(r, 900, 1.0, 60, 7200)
        tl = min(max(-(-int(rt * r.choice([1.2, 2, 3])) // 600) * 600, 600), 86400)
        j = {"job_id": i, "submit_s": t, "user": "u%d" % r.randint(1, 6), "timelimit_s": tl,
             "runtime_s": rt}
        kind = r.random()
        if kind < 0.70:         # N GPUs on each of several nodes
            j["nodes"] = r.choice([1, 1, 1, 1, 2])
            j["gpus_per_node"] = r.choice([1, 1, 1, 2, 2, 3, 4])
            j["cpus"] = 8 * j["gpus_per_node"]
            j["mem_mb"] = 60000 * j["gpus_per_node"]
        elif kind < 0.85:       # one task per GPU, Slurm picks the nodes
            j["gpus"] = r.choice([1, 2, 4, 6, 8])
            j["ntasks"] = j["gpus"]
            j["cpus"] = 8
            j["extra"] = "--gpus-per-task=1 --mem-per-gpu=30000M"
            j["gpus"] = ""
        elif kind < 0.95:       # CPU-only neighbours
            j["nodes"], j["cpus"], j["mem_mb"] = 1, r.choice([4, 16, 32]), 16000
        else:                   # whole nodes
            j["nodes"], j["cpus"], j["gpus_per_node"] = r.choice([1, 2, 4]), 1, 4
            j["exclusive"] = 1
        jobs.append(j)
    write("W06-gpu-sharing", {
        "description": "cons_tres: jobs of 1-8 GPUs share 16 nodes of 4 GPUs",
        "nodes": [nodes(16, mem_mb=256000, gpu_type="a100")], "partitions": PART,
        "slurm": {"SchedulerParameters": BF, "PriorityType": "priority/basic"}}, jobs)
