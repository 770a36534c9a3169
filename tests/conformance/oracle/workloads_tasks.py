# SPDX-License-Identifier: Apache-2.0
"""Tasks without a count of nodes, on nodes of which some are partly used: one job after another (W45-W47)."""
from workload_parts import BF, PART, nodes, write

# Cores that other jobs use all the time; the other nodes are idle.
USED = {"n1": 2, "n2": 5, "n3": 8, "n4": 12, "n6": 3}
ASKED = """-n4
-n4 --ntasks-per-node=4
-n4 --ntasks-per-node=2
-n8 --ntasks-per-node=4
-n24
-n24 --ntasks-per-node=12
-n32 --ntasks-per-node=4
-n40 --ntasks-per-node=4
-n6 --ntasks-per-node=4
-n10 --ntasks-per-node=4
-n2 --ntasks-per-node=4
-n8 --ntasks-per-node=4 -c2
-n5 --ntasks-per-node=4 -c3
-n3 -c5
-n12 -c2
-N2 --ntasks-per-node=4
-N2 --ntasks-per-node=1 -c4
-N2 --ntasks-per-node=1 -c12
-N2 -n6 --ntasks-per-node=4
-N1-4 -n12 --ntasks-per-node=4
-N2-4 -n20
-n8 --ntasks-per-node=4 --exclusive
-n24 --ntasks-per-node=12 --exclusive
-n20 --exclusive
-n8 --ntasks-per-node=4 --mem-per-cpu=4000
-n20 --mem-per-cpu=6000
-n50
-n50 --ntasks-per-node=10
-n36 --ntasks-per-node=12
-n1
-n7
-n11
-n13
-n16
-n17
-n6 --ntasks-per-socket=2
-n12 --ntasks-per-node=6 --ntasks-per-socket=3
-N1 -c9
-N1 -c13
-N3 -c9""".split("\n")


def tasks(name, description, **more):
    jobs = [{"job_id": i, "submit_s": 1, "user": "u1", "nodes": "", "cpus": "", "mem_mb": "" if "-cpu=" in words else 1000,
             "timelimit_s": 7200, "runtime_s": 3000, "extra": words} for i, words in
            enumerate(("-w %s -n%d" % (node, used) for node, used in USED.items()), 1)]
    for words in ASKED:
        i = len(jobs) + 1
        jobs.append({"job_id": i, "submit_s": 20 * (i - len(USED)), "user": "u2", "nodes": "", "cpus": "",
                     "mem_mb": "" if "-cpu=" in words else 1000, "timelimit_s": 60, "runtime_s": 12, "extra": words})
    slurm = {"SchedulerParameters": BF, "PriorityType": "priority/basic", **more.pop("slurm", {})}
    write(name, {"description": description, "stuck_s": 300,
                 "nodes": [nodes(name="n[1-8]", cpus=16, gpus=0, mem_mb=64000)], "partitions": PART, **more,
                 "slurm": slurm}, jobs)


def w45(r):
    tasks("W45-tasks", "tasks with and without counts of nodes, one job after another")


def w46(r):
    tasks("W46-tasks-topology", "the jobs of W45 under topology/tree",
          topology=[{"switch": "s1", "nodes": "n[1-3]"}, {"switch": "s2", "nodes": "n[4-8]"},
                    {"switch": "top", "switches": "s[1-2]"}])


def w47(r):
    tasks("W47-tasks-cons-res", "the jobs of W45 under select/cons_res", slurm={"SelectType": "select/cons_res"})
