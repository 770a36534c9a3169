# SPDX-License-Identifier: Apache-2.0
"""Plays one workload with the daemons."""
import os
import re
import socket
import tempfile

from clock import NS
from daemons import Daemons
from formats import hms, iso
from host import log


class Oracle(Daemons):
    """One run: its directory, its daemons, its submissions."""

    def __init__(self, cluster, jobs, args):
        self.c = cluster
        self.jobs = jobs
        self.a = args
        self.procs = []
        self.t0 = None
        base = args.workdir or ("/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
        self.dir = tempfile.mkdtemp(prefix="slurm-oracle.", dir=base)
        os.chmod(self.dir, 0o755)
        for d in ("log", "state", "spool", "dev", "jobs", "munge", "db"):
            os.mkdir(os.path.join(self.dir, d))
        os.chmod(os.path.join(self.dir, "jobs"), 0o777)
        os.chmod(os.path.join(self.dir, "munge"), 0o755)
        self.dbd = bool(cluster.get("accounts") or cluster.get("qos"))
        self.host = socket.gethostname().split(".")[0]
        self.idmap = {}
        self.prio = {}
        self.rejected = {}

    def abs_t(self, s):
        return self.t0 + int(float(s))

    def reservations(self):
        for r in self.c.get("reservations", []):
            a = ["ReservationName=" + r["name"], "StartTime=" + iso(self.abs_t(r["start_s"])),
                 "Duration=" + hms(r["duration_s"])]
            if r.get("nodes"):
                a.append("Nodes=" + r["nodes"])
            if r.get("node_count"):
                a.append("NodeCnt=%d" % int(r["node_count"]))
            if r.get("users"):
                a.append("Users=" + r["users"])
            if r.get("accounts"):
                a.append("Accounts=" + r["accounts"])
            if r.get("partition"):
                a.append("PartitionName=" + r["partition"])
            if r.get("flags"):
                a.append("Flags=" + r["flags"])
            self.cmd(["scontrol", "create", "reservation"] + a)

    def dep(self, s):
        def one(m):
            jid, task = m.group(1), m.group(2) or ""
            if jid not in self.idmap:
                raise KeyError("dependency on unknown job " + jid)
            return ":" + self.idmap[jid] + task
        return re.sub(r":(\d+)(_\d+)?", one, s)

    def submit(self, j):
        g = lambda k: str(j.get(k) or "").strip()
        a = ["sbatch", "--parsable", "--output=/dev/null", "--error=/dev/null"]
        if g("user"):
            a.append("--uid=" + g("user"))
        for col, opt in (("account", "account"), ("partition", "partition"), ("qos", "qos"),
                         ("nodes", "nodes"), ("constraint", "constraint"),
                         ("array", "array"), ("reservation", "reservation"),
                         ("gpus", "gpus"), ("nice", "nice"), ("switches", "switches"),
                         ("licenses", "licenses")):
            if g(col):
                a.append("--%s=%s" % (opt, g(col)))
        if g("ntasks"):
            a.append("--ntasks=" + g("ntasks"))
        elif g("nodes"):
            a.append("--ntasks-per-node=1")
        if g("cpus"):
            a.append("--cpus-per-task=" + g("cpus"))
        if g("mem_mb"):
            a.append("--mem=%sM" % g("mem_mb"))
        if g("gpus_per_node") and g("gpus_per_node") != "0":
            a.append("--gpus-per-node=" + g("gpus_per_node"))
        if g("timelimit_s"):
            a.append("--time=" + hms(g("timelimit_s")))
        if g("time_min_s"):
            a.append("--time-min=" + hms(g("time_min_s")))
        if g("exclusive") in ("1", "true", "True", "yes"):
            a.append("--exclusive")
        if g("dependency"):
            try:
                a.append("--dependency=" + self.dep(g("dependency")))
            except KeyError as e:
                self.rejected[g("job_id")] = str(e).strip("'")
                return
        for col in ("begin", "deadline"):
            if g(col + "_s"):
                a.append("--%s=%s" % (col, iso(self.abs_t(g(col + "_s")))))
        a.append("--job-name=" + (g("name") or "j" + g("job_id")))
        if g("extra"):
            a += g("extra").split()
        rt = g("runtime_s")
        if g("exit_code") and g("exit_code") != "0":
            rt += "," + g("exit_code")
        script = "#!%s %s:%s\n" % (self.p("vsleep"), self.p("clock"), rt)
        if self.a.real_time:
            sec, _, code = rt.partition(",")
            sec = sec.split(";")
            script = ("#!/bin/sh\nset -- %s\nshift $((${SLURM_ARRAY_TASK_ID:-0} %% %d))\n"
                      "sleep $1\nexit %s\n" % (" ".join(sec), len(sec), code or "0"))
        r = self.cmd(a, check=False, inp=script)
        if r.returncode:
            self.rejected[g("job_id")] = (r.stderr.strip().split("\n") or ["?"])[-1]
            log("job %s rejected: %s" % (g("job_id"), r.stderr.strip()))
            return
        self.idmap[g("job_id")] = r.stdout.strip().split(";")[0]

    def command(self, words):
        """Runs a command of the description; "@12" in it is the job of that row, "@12_3" its task."""
        try:
            words = [re.sub(r"@(\d+)", lambda m: self.idmap[m.group(1)], w) for w in words]
        except KeyError:
            return              # the job was refused
        self.cmd(words, False)

    def prios(self, ids):
        if not ids or self.a.no_priority:
            return
        r = self.cmd(["squeue", "-h", "-r", "-j", ",".join(self.idmap[i] for i in ids),
                      "-t", "all", "-o", "%F %Q"], False)
        back = {self.idmap[i]: i for i in ids}
        for ln in r.stdout.split("\n"):
            f = ln.split()
            if len(f) == 2 and f[0] in back:
                self.prio.setdefault(back[f[0]], f[1])

    def queue(self):
        r = self.cmd(["squeue", "-h", "-o", "%i %T"], False)
        st = [x.split() for x in r.stdout.strip().split("\n") if x.strip()]
        return r.returncode, st

    def play(self):
        now = self.clock.now // NS
        self.t0 = self.origin + 300
        while self.t0 <= now:
            self.t0 += 300
        if self.a.real_time:
            self.t0 = now + 5
        if self.a.phase:
            self.clock.run_to(int((self.t0 + self.a.phase) * NS))
            self.t0 = int(self.t0 + self.a.phase)
        self.reservations()
        self.clock.run_to(self.t0 * NS)
        log("workload starts at", iso(self.t0))
        # Events: submissions in order, plus scheduled commands of the description.
        ev = [(float(j["submit_s"]), 1, k, j) for k, j in enumerate(self.jobs)]
        ev += [(float(e["at_s"]), 0, k, e) for k, e in
               enumerate(self.c.get("events", []))]
        ev.sort(key=lambda x: x[:3])
        i = 0
        while i < len(ev):
            s = ev[i][0]
            # Half a millisecond into the second: after all turns of the daemons in that second.
            self.clock.run_to(int((self.t0 + s) * NS) + NS // 2000)
            batch = []
            while i < len(ev) and ev[i][0] == s:
                if ev[i][1] == 0:
                    self.command(ev[i][3]["cmd"])
                else:
                    self.submit(ev[i][3])
                    if str(ev[i][3]["job_id"]) in self.idmap:
                        batch.append(str(ev[i][3]["job_id"]))
                self.clock.run_to(self.clock.now + int(self.a.submit_gap * NS))
                i += 1
            self.prios(batch)
        horizon = float(self.c.get("horizon_s", 30 * 86400))
        stuck = 0
        step = float(self.a.poll_s)
        while True:
            rc, q = self.queue()
            if rc == 0 and not q:
                break
            live = [x for x in q if x[1] in ("RUNNING", "COMPLETING", "CONFIGURING",
                                             "SUSPENDED", "STOPPED", "STAGE_OUT")]
            stuck = 0 if live else stuck + 1
            if self.clock.now / NS - self.t0 > horizon or \
                    stuck * step > float(self.c.get("stuck_s", 4 * 3600)):
                log("stopping with %d jobs left" % len(q))
                break
            self.clock.run_to(self.clock.now + int(step * NS))
            for n, pr in self.procs:
                if pr.poll() is not None:
                    raise RuntimeError(n + " ended early, see its log")
        self.vend = self.clock.now / NS - self.t0
