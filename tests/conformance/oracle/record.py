# SPDX-License-Identifier: Apache-2.0
"""Records the outcome of each job under the daemons as a table."""
import csv
import gzip
import re

from formats import OUT_COLS, unix


def collect(run, path):
    """Writes the table to path; returns its rows and the report of sdiag."""
    txt = run.cmd(["scontrol", "-o", "-a", "-d", "show", "job"], False).stdout
    sdiag = run.cmd(["sdiag"], False).stdout
    back = {v: k for k, v in run.idmap.items()}
    runs = {}
    try:
        for ln in open(run.p("log", "jobcomp.txt")):
            d = dict(re.findall(r"(\w+)=(\S*)", ln))
            key = d.get("JobId")
            runs.setdefault(key, []).append((d.get("StartTime"), d.get("EndTime"),
                                             d.get("NodeList"), d.get("JobState")))
    except FileNotFoundError:
        pass
    rel = lambda s: "" if unix(s) is None else unix(s) - run.t0
    rows, seen = [], set()
    run.suspended = set()       # jobs that were suspended at some time
    subm = {str(j["job_id"]): j for j in run.jobs}
    for ln in txt.split("\n"):
        if not ln.startswith("JobId="):
            continue
        d = dict(re.findall(r"([\w/:]+)=(\S*)", ln))
        root = d.get("ArrayJobId", d["JobId"])
        if root not in back:
            continue
        jid = back[root]
        seen.add(jid)
        name = jid
        if "ArrayTaskId" in d:
            name = "%s_%s" % (jid, d["ArrayTaskId"])
        if d.get("SuspendTime", "None") != "None":
            run.suspended.add(name)
        started = d["JobState"] not in ("PENDING",) and d.get("StartTime") != "Unknown"
        nl = d.get("NodeList", "")
        if nl == "(null)":
            nl = ""
        if not nl and d["JobState"] in ("CANCELLED", "PENDING", "DEADLINE"):
            started = False
        rr = ["%s-%s@%s:%s" % (rel(a), rel(b), n, s)
              for a, b, n, s in runs.get(d["JobId"], [])]
        gres = re.findall(r"GRES=(\S+)", ln)
        rows.append({
            "job_id": name, "submit_s": subm[jid]["submit_s"],
            "eligible_s": rel(d.get("EligibleTime")),
            "start_s": rel(d.get("StartTime")) if started else "",
            "end_s": rel(d.get("EndTime")) if started else "",
            "state": d["JobState"], "nodelist": nl,
            "nnodes": d.get("NumNodes", "").split("-")[0], "ncpus": d.get("NumCPUs"),
            "prio_submit": run.prio.get(jid, ""), "prio_last": d.get("Priority"),
            "partition": d.get("Partition"), "restarts": d.get("Restarts", "0"),
            "reason": d.get("Reason", ""), "gres": ";".join(g for g in gres if g),
            "runs": "|".join(rr) if len(rr) > 1 else "", "slurm_id": d["JobId"]})
    for jid, why in run.rejected.items():
        rows.append({"job_id": jid, "submit_s": subm[jid]["submit_s"],
                     "state": "REJECTED", "reason": why})
    order = {str(j["job_id"]): k for k, j in enumerate(run.jobs)}

    def key(r):
        a, _, t = str(r["job_id"]).partition("_")
        return (order.get(a, 0), int(t) if t.isdigit() else -1)
    rows.sort(key=key)
    with open(path, "w", newline="") as f:
        w = csv.DictWriter(f, OUT_COLS, restval="", lineterminator="\n")
        w.writeheader()
        w.writerows(rows)
    return rows, sdiag


def copy_log(run, path):
    """Writes the log of slurmctld with times on the scale of submit_s, compressed if the name ends in .gz."""
    run.checks = set()          # seconds of the half minute at which time limits were checked
    with open(run.p("log", "slurmctld.log"), errors="replace") as log, \
            (gzip.open if path.endswith(".gz") else open)(path, "wt") as out:
        for line in log:
            stamp = re.match(r"\[([\d:T-]+)(\.\d+)?\] ", line)
            if stamp:
                at = unix(stamp[1]) - run.t0
                out.write("%d%s %s" % (at, stamp[2] or "", line[stamp.end():]))
                if at > 0 and "Testing job time limits" in line:
                    run.checks.add(at % 30)


def slipped(run, rows):
    """Jobs that ended by themselves, but not after their run time.

    Under the virtual clock this is an error: the clock moved while a message was in transit,
    which happens about once in ten thousand starts on a busy machine.
    """
    checks = getattr(run, "checks", set())
    late = ["in the background loop"] if checks - {-int(run.a.phase) % 30} else []
    for r in rows:
        root, _, task = str(r["job_id"]).partition("_")
        if r.get("state") not in ("COMPLETED", "FAILED") or not r.get("nodelist"):
            continue
        times = [j for j in run.jobs if j["job_id"] == root][0]["runtime_s"].split(";")
        length = float(times[int(task) % len(times) if task.isdigit() else 0])
        if length == int(length) and int(r["end_s"]) - int(r["start_s"]) != length and \
                r["job_id"] not in run.suspended:
            late.append(r["job_id"])
    return late
