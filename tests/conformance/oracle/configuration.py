# SPDX-License-Identifier: Apache-2.0
"""slurm.conf and the other configuration files, written from the description of the cluster."""
import os
import random
import secrets
import shutil
import socket

from formats import expand, hms
from host import NSS, slurm_release

UID0 = 20001
GID0 = 20000


PARTITION_KEYS = (
    ("max_nodes", "MaxNodes"), ("min_nodes", "MinNodes"), ("priority_tier", "PriorityTier"),
    ("priority_job_factor", "PriorityJobFactor"), ("oversubscribe", "OverSubscribe"),
    ("preempt_mode", "PreemptMode"), ("qos", "QOS"), ("lln", "LLN"),
    ("def_mem_per_cpu", "DefMemPerCPU"), ("allow_accounts", "AllowAccounts"),
    ("allow_qos", "AllowQos"))


class Configuration:
    """The files of one run, in its own directory."""

    def p(self, *x):
        return os.path.join(self.dir, *x)

    def ports(self, n):
        for _ in range(200):
            base = random.randrange(5000, 32000 - n)   # below the ephemeral ports
            socks, ok = [], True
            for k in range(n):
                s = socket.socket()
                try:
                    s.bind(("127.0.0.1", base + k))
                    socks.append(s)
                except OSError:
                    ok = False
                    break
            for s in socks:
                s.close()
            if ok:
                return base
        raise RuntimeError("no free port range")

    def users(self):
        u = []
        for a in self.c.get("accounts", []):
            for x in a.get("users", []):
                n = x if isinstance(x, str) else x["name"]
                if n not in u:
                    u.append(n)
        for j in self.jobs:
            if j.get("user") and j["user"] not in u:
                u.append(j["user"])
        for r in self.c.get("reservations", []):
            for n in (r.get("users") or "").split(","):
                if n and n != "root" and n not in u:
                    u.append(n)
        return [x for x in u if x != "root"]

    def write_conf(self):
        """Writes all files and sets the environment of the daemons."""
        c = self.c
        self.nodes = []
        for b in c["nodes"]:
            self.nodes += expand(b["name"])
        base = self.ports(len(self.nodes) + 3)
        self.port_ctld, self.port_dbd, self.port_db = base, base + 1, base + 2
        self.copy_plugins()
        self.write_users()
        gres = []
        lines = ["%s=%s" % kv for kv in self.settings().items()]
        lines += self.node_lines(base + 3, gres)
        lines += [self.partition_line(q) for q in c["partitions"]]
        self.write("slurm.conf", lines)
        self.write("cgroup.conf", ["CgroupAutomount=no" if slurm_release() < (23, 11)
                                   else "CgroupPlugin=disabled"])
        if gres:
            self.write("gres.conf", gres)
        if c.get("topology"):
            self.write("topology.conf", [
                "SwitchName=%s %s" % (s["switch"], "Nodes=" + s["nodes"] if s.get("nodes")
                                      else "Switches=" + s["switches"])
                for s in c["topology"]])
        if self.dbd:
            self.write_dbd_conf()
        self.set_environment()

    def write(self, name, lines):
        with open(self.p(name), "w") as f:
            f.write("\n".join(lines) + "\n")

    def copy_plugins(self):
        self.libdir = None
        for d in ("x86_64-linux-gnu", "aarch64-linux-gnu"):
            src = os.path.join("/usr/lib", d, "slurm-wlm")
            if os.path.isdir(src):
                self.libdir = self.p("lib")
                shutil.copytree(src, self.libdir)

    def write_users(self):
        self.write("passwd", ["root:x:0:0:root:/:/bin/sh"] + [
            "%s:x:%d:%d::%s:/bin/sh" % (u, UID0 + i, GID0, self.p("jobs"))
            for i, u in enumerate(self.users())])
        self.write("group", ["root:x:0:", "jobs:x:%d:" % GID0])

    def settings(self):
        """The general lines of slurm.conf; those of the description come last."""
        conf = {
            "ClusterName": "oracle",
            "SlurmctldHost": "%s(127.0.0.1)" % self.host,
            "SlurmctldPort": self.port_ctld,
            "SlurmUser": "root", "SlurmdUser": "root",
            "AuthType": "auth/munge", "CredType": "cred/munge",
            "AuthInfo": "socket=" + self.p("munge", "sock"),
            "CommunicationParameters": "NoInAddrAny,NoCtldInAddrAny",
            "StateSaveLocation": self.p("state"),
            "SlurmdSpoolDir": self.p("spool", "%n"),
            "SlurmctldPidFile": self.p("slurmctld.pid"),
            "SlurmdPidFile": self.p("spool", "%n.pid"),
            "SlurmctldLogFile": self.p("log", "slurmctld.log"),
            "SlurmdLogFile": self.p("log", "slurmd.%n.log"),
            "SlurmctldDebug": "info", "SlurmdDebug": "error",
            "ProctrackType": "proctrack/pgid", "TaskPlugin": "task/none",
            "JobAcctGatherType": "jobacct_gather/none",
            "MpiDefault": "none", "SwitchType": "switch/none",
            "JobCompType": "jobcomp/filetxt", "JobCompLoc": self.p("log", "jobcomp.txt"),
            "SlurmdParameters": "config_overrides",
            "SelectType": "select/cons_tres",
            "SelectTypeParameters": "CR_Core_Memory",
            "SchedulerType": "sched/backfill",
            "PriorityType": "priority/basic",
            "ReturnToService": 2, "MinJobAge": 30000000, "MaxJobCount": 100000,
            "MessageTimeout": 100, "BatchStartTimeout": 1000,
            "SlurmctldTimeout": 30000, "SlurmdTimeout": 0, "InactiveLimit": 0,
            "UnkillableStepTimeout": 3600, "KillWait": 30, "CompleteWait": 0,
            "RebootProgram": "", "MailProg": "/bin/true",
        }
        if self.dbd:
            conf["AccountingStorageType"] = "accounting_storage/slurmdbd"
            conf["AccountingStorageHost"] = "127.0.0.1"
            conf["AccountingStoragePort"] = self.port_dbd
            conf["AccountingStoragePass"] = self.p("munge", "sock")
            conf["AccountingStorageEnforce"] = "associations,limits,qos"
        else:
            conf["AccountingStorageType"] = "accounting_storage/none"
        if any(b.get("gpus") for b in self.c["nodes"]):
            conf["GresTypes"] = "gpu"
            if self.dbd:
                conf["AccountingStorageTRES"] = "gres/gpu"
        if self.c.get("topology"):
            conf["TopologyPlugin"] = "topology/tree"
        if self.libdir:
            conf["PluginDir"] = self.libdir
        if slurm_release() >= (23, 11):
            # Words that are no longer read: none was and is the default.
            for key, value in list(conf.items()):
                if str(value).endswith("/none") and key != "MpiDefault":
                    del conf[key]
        conf.update(self.c.get("slurm", {}))
        return {k: v for k, v in conf.items() if v not in ("", None)}

    def node_lines(self, port, gres):
        lines = []
        for b in self.c["nodes"]:
            names = expand(b["name"])
            o = ["NodeName=" + b["name"], "NodeHostname=" + self.host, "NodeAddr=127.0.0.1"]
            o.append("Port=%d" % port if len(names) == 1 else
                     "Port=[%d-%d]" % (port, port + len(names) - 1))
            port += len(names)
            cpus, sock = int(b["cpus"]), int(b.get("sockets", 1))
            thr = int(b.get("threads_per_core", 1))
            o += ["CPUs=%d" % cpus, "Sockets=%d" % sock,
                  "CoresPerSocket=%d" % (cpus // sock // thr), "ThreadsPerCore=%d" % thr,
                  "RealMemory=%d" % int(b.get("mem_mb", 1024))]
            if b.get("gpus"):
                o.append(self.gpus_of(b, gres))
            if b.get("features"):
                f = b["features"]
                o.append("Features=" + (f if isinstance(f, str) else ",".join(f)))
            if b.get("weight"):
                o.append("Weight=%d" % int(b["weight"]))
            o.append("State=UNKNOWN")
            lines.append(" ".join(o))
        return lines

    def gpus_of(self, b, gres):
        """Returns the Gres word of a node line; adds the lines of gres.conf."""
        t, n = b.get("gpu_type"), int(b["gpus"])
        for k in range(n):
            open(self.p("dev", "gpu%d" % k), "w").close()
        every = "0" if n == 1 else "[0-%d]" % (n - 1)
        # gpu_cores: one list of cores for all GPUs, or pairs of GPUs and their cores
        near = b.get("gpu_cores") or ""
        for g, cores in near if isinstance(near, list) else [(every, near)]:
            gres.append("NodeName=%s Name=gpu %sFile=%s%s" % (
                b["name"], "Type=%s " % t if t else "", self.p("dev", "gpu" + g),
                " Cores=" + cores if cores else ""))
        return "Gres=gpu:%s%d" % (t + ":" if t else "", n)

    def partition_line(self, q):
        o = ["PartitionName=" + q["name"], "Nodes=" + q.get("nodes", "ALL"),
             "Default=" + ("YES" if q.get("default") else "NO"), "State=UP"]
        for key, name in (("max_time_s", "MaxTime"), ("default_time_s", "DefaultTime")):
            if q.get(key):
                o.append(name + "=" + hms(q[key]))
        o += ["%s=%s" % (name, q[key]) for key, name in PARTITION_KEYS
              if q.get(key) not in (None, "")]
        if q.get("extra"):
            o.append(q["extra"])
        return " ".join(o)

    def write_dbd_conf(self):
        self.dbpw = secrets.token_hex(12)
        with open(os.open(self.p("slurmdbd.conf"), os.O_CREAT | os.O_WRONLY, 0o600), "w") as f:
            f.write("\n".join([
                "AuthType=auth/munge", "AuthInfo=socket=" + self.p("munge", "sock"),
                "DbdHost=" + self.host, "DbdAddr=127.0.0.1",
                "DbdPort=%d" % self.port_dbd, "SlurmUser=root",
                "DebugLevel=info", "LogFile=" + self.p("log", "slurmdbd.log"),
                "PidFile=" + self.p("slurmdbd.pid"),
                "StorageType=accounting_storage/mysql", "StorageHost=127.0.0.1",
                "StoragePort=%d" % self.port_db, "StorageUser=oracle",
                "StoragePass=" + self.dbpw, "StorageLoc=oracle_acct",
                "MessageTimeout=100"]) + "\n")

    def set_environment(self):
        self.env = {
            "PATH": os.environ["PATH"], "TZ": "UTC", "LC_ALL": "C", "HOME": "/",
            "SLURM_CONF": self.p("slurm.conf"), "PWD": "/", "VCLOCK": self.p("clock"),
            "NSS_WRAPPER_PASSWD": self.p("passwd"), "NSS_WRAPPER_GROUP": self.p("group"),
            "LD_PRELOAD": self.p("libvclock.so") + " " + NSS,
        }
        if self.libdir:
            self.env["LD_LIBRARY_PATH"] = self.libdir
        if self.a.real_time:
            del self.env["VCLOCK"]
            self.env["LD_PRELOAD"] = (os.environ.get("LD_PRELOAD", "") + " " + NSS).strip()
            self.env.update({k: v for k, v in os.environ.items() if k.startswith("FAKETIME")})
