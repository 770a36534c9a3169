# SPDX-License-Identifier: Apache-2.0
"""The formats of the workloads: node lists, times, job tables."""
import csv
import json
import re
from datetime import datetime, timezone

JOB_COLS = ["job_id", "submit_s", "user", "account", "partition", "qos", "nodes",
            "ntasks", "cpus", "mem_mb", "gpus_per_node", "gpus", "timelimit_s",
            "time_min_s", "runtime_s", "exit_code", "exclusive", "dependency",
            "array", "constraint", "nice", "reservation", "begin_s", "deadline_s",
            "licenses", "name", "switches", "extra"]
OUT_COLS = ["job_id", "submit_s", "eligible_s", "start_s", "end_s", "state",
            "nodelist", "nnodes", "ncpus", "prio_submit", "prio_last",
            "partition", "restarts", "reason", "gres", "runs", "slurm_id"]


def expand(expr):
    """n[001-003,7],x -> list of names."""
    out, depth, cur = [], 0, ""
    parts = []
    for ch in expr:
        if ch == "[":
            depth += 1
        if ch == "]":
            depth -= 1
        if ch == "," and depth == 0:
            parts.append(cur)
            cur = ""
        else:
            cur += ch
    parts.append(cur)
    for p in parts:
        m = re.match(r"(.*)\[([^]]*)\](.*)$", p)
        if not m:
            if p:
                out.append(p)
            continue
        for r in m.group(2).split(","):
            if "-" in r:
                a, b = r.split("-")
                ids = [str(i).zfill(len(a)) for i in range(int(a), int(b) + 1)]
            else:
                ids = [r]
            out += [m.group(1) + i + m.group(3) for i in ids]
    return out


def hms(sec):
    """Seconds -> Slurm time (Slurm itself rounds up to whole minutes)."""
    sec = int(float(sec))
    d, r = divmod(sec, 86400)
    h, r = divmod(r, 3600)
    m, s = divmod(r, 60)
    return "%d-%02d:%02d:%02d" % (d, h, m, s)


def iso(t):
    return datetime.fromtimestamp(t, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S")


def unix(s):
    if not s or s in ("Unknown", "None", "N/A", "NONE"):
        return None
    return int(datetime.strptime(s, "%Y-%m-%dT%H:%M:%S")
               .replace(tzinfo=timezone.utc).timestamp())


def read_jobs(path):
    if path.endswith(".json"):
        with open(path) as f:
            jobs = json.load(f)
    else:
        with open(path, newline="") as f:
            jobs = list(csv.DictReader(f))
    for j in jobs:
        j["job_id"] = str(j["job_id"])
        for k in j:
            if k not in JOB_COLS:
                raise SystemExit("unknown job column: %s" % k)
    return jobs
