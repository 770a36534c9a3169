# SPDX-License-Identifier: Apache-2.0
"""Mixtures: small clusters and workloads with any number of features at once, made from a grammar.

A feature changes the description of the cluster, some of the jobs, or both, and knows nothing of the others. The same
features and seed give the same files. The cluster is that of a small group: nodes of three kinds whose names are not
in the order of the file.
"""
import random

from workload_parts import arrivals, lognorm

CORES = 16
WIDE = 8                      # nodes that any job of the base workload may ask for


def some(r, jobs, share):
    return [j for j in jobs if r.random() < share]


def at_most(j, count):
    """Fewer nodes, if the job counts nodes at all."""
    if j["nodes"]:
        j["nodes"] = min(int(j["nodes"]), count)


def base_cluster(r):
    """Two large nodes with GPUs, one with much memory and seven others; their order in the file is not that of names."""
    blocks = [{"name": "n[1-4]", "mem_mb": 64000}, {"name": "gpu[1-2]", "mem_mb": 128000},
              {"name": "n[9-11]", "mem_mb": 64000}, {"name": "big1", "mem_mb": 256000}]
    r.shuffle(blocks)
    for b in blocks:
        b.update(cpus=CORES, sockets=2)
    return {"stuck_s": 1800, "nodes": blocks,
            "partitions": [{"name": "main", "default": True, "max_time_s": 86400}],
            "slurm": {"SchedulerParameters": "bf_continue,bf_interval=30,bf_window=1440,bf_resolution=60",
                      "PriorityType": "priority/basic"}}


def base_jobs(r, count):
    jobs = []
    for i, t in enumerate(arrivals(r, count, 20), 1):
        run = lognorm(r, 240, 0.8, 30, 1200)
        limit = (int(run * r.choice([1.1, 1.5, 2, 3])) // 60 + 1) * 60
        j = {"job_id": i, "submit_s": t, "user": "u%d" % r.randint(1, 4), "runtime_s": run, "timelimit_s": limit,
             "mem_mb": 2000}
        shape = r.random()
        if shape < 0.45:
            j.update(nodes=1, cpus=r.choice([1, 2, 4, 6, 8, 12]))
        elif shape < 0.75:
            j.update(nodes=r.choice([1, 2, 2, 3, 4, WIDE]), cpus=CORES)
        else:
            j.update(nodes=r.choice([2, 3]), cpus=r.choice([2, 6, 8]))
        jobs.append(j)
    return jobs


def multifactor(cluster, **weights):
    cluster["slurm"].update(PriorityType="priority/multifactor", PriorityCalcPeriod="00:05:00",
                            PriorityMaxAge="0-01:00:00")
    cluster["slurm"].setdefault("PriorityWeightAge", 1000)
    cluster["slurm"].update(weights)


def fairshare(r, cluster, jobs):
    multifactor(cluster, PriorityWeightFairshare=10000, PriorityDecayHalfLife="0-00:30:00")
    cluster["accounts"] = [{"name": "phys", "shares": 3, "users": [{"name": "u1", "shares": 2}, "u2"]},
                           {"name": "chem", "shares": 2, "users": ["u3"]},
                           {"name": "lab", "parent": "chem", "shares": 1, "users": ["u4"]}]
    home = {"u1": "phys", "u2": "phys", "u3": "chem", "u4": "lab"}
    for j in jobs:
        j["account"] = home[j["user"]]


def add_qos(cluster, *more):
    known = cluster.setdefault("qos", [{"name": "normal", "priority": 10}])
    for one in more:
        if one["name"] not in [q["name"] for q in known]:
            known.append(one)


def qos(r, cluster, jobs):
    multifactor(cluster, PriorityWeightQOS=4000)
    add_qos(cluster, {"name": "short", "priority": 40, "MaxTRESPU": "cpu=40"},
            {"name": "long", "priority": 0, "MaxJobsPU": 2})
    for j in some(r, jobs, 0.4):
        j["qos"] = r.choice(["short", "long"])


def preemption(r, cluster, jobs):
    multifactor(cluster, PriorityWeightQOS=4000)
    add_qos(cluster, {"name": "spare", "priority": 0, "preemptmode": r.choice(["requeue", "cancel"])},
            {"name": "urgent", "priority": 80, "preempt": ["spare"]})
    cluster["slurm"].update(PreemptType="preempt/qos", PreemptMode="REQUEUE")
    for j in some(r, jobs, 0.5):
        j["qos"] = r.choice(["spare", "spare", "urgent"])


def arrays(r, cluster, jobs):
    for j in some(r, jobs, 0.2):
        j["array"] = "0-%d%s" % (r.randint(2, 7), r.choice(["", "%1", "%2", "%3"]))
        # A task that ends in the second of its limit would be a matter of chance.
        j["runtime_s"] = ";".join(str(min(lognorm(r, 150, 0.6, 20, 1000), j["timelimit_s"] - 2)) for _ in range(3))
        at_most(j, 1)
        j["cpus"] = min(int(j["cpus"]), 8)


def dependencies(r, cluster, jobs):
    for k, j in enumerate(jobs):
        if k > 4 and r.random() < 0.25:
            earlier = r.choice(jobs[max(0, k - 8):k])
            j["dependency"] = r.choice(["afterok:%d", "afterany:%d", "afternotok:%d", "after:%d"]) % earlier["job_id"]
        elif r.random() < 0.05:
            j.update(dependency="singleton", name="single")


def failures(r, cluster, jobs):
    for j in some(r, jobs, 0.25):
        if r.random() < 0.5:
            j["exit_code"] = 1
        elif ";" not in str(j["runtime_s"]):
            j["runtime_s"] = j["timelimit_s"] + r.choice([30, 600])


def reservations(r, cluster, jobs):
    cluster["reservations"] = [
        {"name": "class", "start_s": 400, "duration_s": 900, "nodes": "n[2-3]", "users": "u1"},
        {"name": "maint", "start_s": r.choice([1200, 1500]), "duration_s": 600, "nodes": "ALL", "users": "root",
         "flags": "MAINT,IGNORE_JOBS"}]
    for j in jobs:
        if j["user"] == "u1" and j["submit_s"] < 1000 and r.random() < 0.5:
            j["reservation"] = "class"
            at_most(j, 2)


def gpus(r, cluster, jobs):
    for b in cluster["nodes"]:
        if b["name"].startswith("gpu"):
            b.update(gpus=2)
    for j in some(r, [j for j in jobs if j["nodes"]], 0.3):
        j.update(gpus_per_node=r.choice([1, 1, 2]), nodes=r.choice([1, 1, 1, 2]), cpus=r.choice([2, 4, 8]))


def memory(r, cluster, jobs):
    for j in some(r, jobs, 0.6):
        if r.random() < 0.5:
            j["mem_mb"] = r.choice([8000, 20000, 40000, 60000])
            if r.random() < 0.15:
                j["mem_mb"] = 150000
                at_most(j, 1)
        else:
            j["mem_mb"] = ""
            j["extra"] = (j.get("extra", "") + " --mem-per-cpu=%d" % r.choice([1000, 2500, 3900])).strip()


def constraints(r, cluster, jobs):
    for b, f in zip(cluster["nodes"], (["old", "ib"], ["new"], ["new", "ib"], ["old"])):
        b["features"] = f
    for j in some(r, jobs, 0.35):
        j["constraint"] = r.choice(["old", "new", "ib", "new|old", "[old|new]", "new&ib"])
        at_most(j, 2)


def weights(r, cluster, jobs):
    for b in cluster["nodes"]:
        b["weight"] = 1 if b["name"].startswith("n") else 20 if b["name"].startswith("gpu") else 50


def topology(r, cluster, jobs):
    cluster["topology"] = [{"switch": "s1", "nodes": "n[1-4],gpu1"}, {"switch": "s2", "nodes": "n[9-11],gpu2,big1"},
                           {"switch": "top", "switches": "s[1-2]"}]
    for j in some(r, jobs, 0.3):
        if int(j["nodes"] or 1) > 1:
            j["switches"] = r.choice(["1", "1@00:02:00"])


def licences(r, cluster, jobs):
    cluster["slurm"]["Licenses"] = "solver:3,mesh:5"
    for j in some(r, jobs, 0.35):
        j["licenses"] = r.choice(["solver:1", "solver:2", "mesh:3", "solver:1,mesh:2"])


def time_min(r, cluster, jobs):
    for j in some(r, jobs, 0.35):
        j["time_min_s"] = max(60, j["timelimit_s"] // r.choice([2, 4]) // 60 * 60)


def cancels(r, cluster, jobs):
    events = cluster.setdefault("events", [])
    for j in some(r, jobs, 0.3):
        at, job = j["submit_s"], "@%d" % j["job_id"]
        x = r.random()
        if x < 0.45:
            events.append({"at_s": at + r.choice([12.5, 157.5, 405.5]), "cmd": ["scancel", job]})
        elif x < 0.7:
            events.append({"at_s": at + 3.5, "cmd": ["scontrol", "hold", job]})
            events.append({"at_s": at + r.choice([154.5, 608.5]), "cmd": ["scontrol", "release", job]})
        else:
            events.append({"at_s": at + 306.5, "cmd": ["scontrol", "requeue", job]})
    events.sort(key=lambda e: e["at_s"])


def tasks(r, cluster, jobs):
    """Tasks without a count of nodes."""
    for j in some(r, jobs, 0.4):
        count = r.choice([4, 8, 12, 16, 24, 40, 64])
        j.update(nodes="", ntasks=count, cpus=1 if count > 16 else r.choice([1, 1, 2]))
        if r.random() < 0.5:
            each = r.choice([4, 8, 12])
            j["extra"] = (j.get("extra", "") + " --ntasks-per-node=%d" % min(each, count)).strip()


def partitions(r, cluster, jobs):
    cluster["partitions"] += [
        {"name": "fast", "nodes": "n[3-4],n[9-11]", "max_time_s": 3600, "priority_tier": 5},
        {"name": "all", "nodes": "ALL", "max_time_s": 86400, "max_nodes": 4}]
    for j in some(r, jobs, 0.45):
        j["partition"] = r.choice(["fast", "all", "main,all", "fast,main"])
        at_most(j, 4)
        if "fast" in j["partition"]:
            j["timelimit_s"] = min(j["timelimit_s"], 3600)


def begin(r, cluster, jobs):
    for j in some(r, jobs, 0.2):
        j["begin_s"] = j["submit_s"] + r.choice([60, 311, 903])


def cons_res(r, cluster, jobs):
    """Sites of 22.05 and before; later releases have no such plugin."""
    cluster["slurm"]["SelectType"] = "select/cons_res"


# In the order in which they are applied: a later one sees what an earlier one made of the jobs.
FEATURES = (tasks, gpus, memory, constraints, weights, topology, partitions, arrays, dependencies, failures, licences,
            time_min, reservations, fairshare, qos, preemption, begin, cancels)

SPECIAL = (cons_res,)           # in mixtures that name it only


def pick(r, what):
    """Features of a mixture; `what` is their number, "all", or their names: "tasks+topology"."""
    if what.isdigit():
        return [FEATURES[k] for k in sorted(r.sample(range(len(FEATURES)), int(what)))]
    known = {f.__name__.replace("_", "-"): f for f in FEATURES + SPECIAL}
    if what == "all":
        return list(FEATURES)
    names = what.split("+")
    unknown = [n for n in names if n not in known]
    if unknown:
        raise SystemExit("no feature %s; there are %s" % (", ".join(unknown), ", ".join(known)))
    return [f for f in FEATURES + SPECIAL if f.__name__.replace("_", "-") in names]


def mixture(what, seed, size=50):
    """Name, description of the cluster and jobs of the mixture with these features (see pick) and this seed."""
    r = random.Random("mixture %s %d" % (what, seed))
    chosen = pick(r, what)
    cluster, jobs = base_cluster(r), base_jobs(r, size)
    for feature in chosen:
        feature(random.Random("%s %s %d" % (feature.__name__, what, seed)), cluster, jobs)
    names = ", ".join(f.__name__.replace("_", "-") for f in chosen)
    cluster = {"description": "mixture of " + (names if what != "all" else "all features"), **cluster}
    return "M%s-%02d" % (what, seed), cluster, jobs
