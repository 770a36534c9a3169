#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bad_input.py PLAYER: the player refuses invalid descriptions with all problems and writes nothing."""
import json
import os
import subprocess
import sys
import tempfile

NODES = [{"name": "n[1-2]", "cpus": 4, "mem_mb": 1000}]
PARTITIONS = [{"name": "main", "default": True, "max_time_s": 3600}]
GOOD = {"nodes": NODES, "partitions": PARTITIONS}
JOBS = "job_id,submit_s,user,nodes,cpus,mem_mb,timelimit_s,runtime_s\n1,0,u1,1,1,100,60,30\n"

# name, cluster.json, jobs.csv, exit status, parts of the message
CASES = [
    ("good", GOOD, JOBS, 0, []),
    ("numbers in quotes", {**GOOD, "nodes": [{**NODES[0], "cpus": "4"}], "stuck_s": "600"},
     JOBS, 0, []),
    ("lists for words", {**GOOD, "partitions": [{**PARTITIONS[0], "nodes": ["n1", "n2"]}],
                         "reservations": [{"name": "r", "start_s": 9, "duration_s": 60,
                                           "nodes": ["n1"], "users": ["u1", "u2"]}]},
     JOBS, 0, []),
    ("unknown keys", {**GOOD, "partition": []}, JOBS.replace("user", "usr"), 0,
     ['unknown key "partition"', 'unknown column "usr"']),
    ("no JSON", "{", JOBS, 3, ["not JSON"]),
    ("a list for a map", [], JOBS, 3, ["must be a map"]),
    ("all at once", {"nodes": [{"name": "n1", "cpus": 4, "sockets": 0}], "partitions": {},
                     "qos": "x", "horizon_s": []},
     "job_id,submit_s,runtime_s,exit_code\n1,soon,5;x,none\n", 3,
     ["node entry 1.sockets", "partitions must be a list", "qos must be a list",
      "horizon_s must be a number", 'submit_s: "soon"', 'runtime_s: "x"', 'exit_code: "none"']),
    ("missing", {"nodes": [{}], "partitions": [{}], "events": [{"cmd": ["scontrol"]}]}, JOBS, 3,
     ['node entry 1: "name" is missing', '"cpus" is missing', 'partition 1: "name"', '"at_s"']),
    ("reservation of no number", {**GOOD, "reservations": [
        {"name": "r", "start_s": 0, "duration_s": 60, "node_count": "some"}]}, JOBS, 3,
     ["reservation 1.node_count must be a number"]),
]


def play(player, folder, cluster, jobs):
    with open(os.path.join(folder, "cluster.json"), "w") as file:
        file.write(cluster if isinstance(cluster, str) else json.dumps(cluster))
    with open(os.path.join(folder, "jobs.csv"), "w") as file:
        file.write(jobs)
    return subprocess.run([player, folder, os.path.join(folder, "out.csv")],
                          capture_output=True, text=True, timeout=60)


def main():
    wrong = []
    for name, cluster, jobs, status, said in CASES:
        with tempfile.TemporaryDirectory() as folder:
            done = play(sys.argv[1], folder, cluster, jobs)
            if done.returncode != status:
                wrong.append(f"{name}: ended with {done.returncode}: {done.stderr}")
            wrong += [f"{name}: the message lacks {text!r}: {done.stderr}"
                      for text in said if text not in done.stderr]
            if os.path.exists(os.path.join(folder, "out.csv")) != (status == 0):
                wrong.append(f"{name}: the table exists although it should not, or is missing")
    sys.exit("\n".join(wrong) or 0)


if __name__ == "__main__":
    main()
