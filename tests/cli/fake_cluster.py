# SPDX-License-Identifier: Apache-2.0
"""A login node whose commands of Slurm print what a test says, for collect.sh."""
import json
import os
import subprocess
import tarfile

from program import CommandCase

TOOLS = ("sdiag", "scontrol", "squeue", "sinfo", "sprio", "sshare", "sacctmgr")

# Prints jobs as Slurm 22.05 and 24.11 do: scontrol with words, squeue -O with columns of fixed width.
FAKE = '''#!/usr/bin/python3
import json, os, sys, time
with open(os.environ["FAKE_CLUSTER"], encoding="utf-8") as stream:
    cluster = json.load(stream)
tool, words = os.path.basename(sys.argv[0]), sys.argv[1:]
asked = " ".join([tool, *words])
if tool == cluster["hangs"]:
    time.sleep(30)
out = sys.stdout.buffer
raw = lambda text: out.write(text.encode("utf-8", "surrogateescape"))
if asked in cluster["output"]:
    raw(cluster["output"][asked])
elif asked == "scontrol -o -d -a show job":
    for job in cluster["jobs"]:
        raw(" ".join(key + "=" + value for key, value in job.items()) + "\\n")
elif tool == "squeue" and cluster["squeue"] and "-O" in words:
    plain = {"UserId": lambda text: text.split("(")[0]}
    names = cluster["columns"]
    for job in cluster["jobs"]:
        for column in words[words.index("-O") + 1].split(","):
            field, width = column.split(":")
            value = plain.get(names[field], str)(job.get(names[field], "N/A")).encode("utf-8", "surrogateescape")
            out.write(value[:int(width)].ljust(int(width)))
        raw("\\n")
else:
    sys.stderr.write(cluster["error"] + "\\n")
    sys.exit(1)
'''

CONFIG = """Configuration data as of 1704157901
ClusterName             = {cluster}
SLURM_VERSION           = {version}
SelectType              = select/cons_tres
SelectTypeParameters    = CR_CORE
SchedulerType           = {scheduler}
StateSaveLocation       = /secret/path
BOOT_TIME               = 1704000000
"""


def job(number, name, user="alice", account="physics", **others):
    """The words of one job, in Slurm's order."""
    words = {"JobId": str(number), "JobName": name, "UserId": f"{user}(1001)", "GroupId": "domain users(100)",
             "MCS_label": "N/A", "Priority": "10", "Nice": "0", "Account": account, "QOS": "normal", "JobState": "PENDING",
             "Reason": "Resources", "Dependency": "(null)", "SubmitTime": "1704157000", "EligibleTime": "1704157000",
             "StartTime": "Unknown", "EndTime": "Unknown", "TimeLimit": "01:00:00", "Partition": "batch", "NodeList": "",
             "NumNodes": "1-1", "NumCPUs": "4", "NumTasks": "1", "CPUs/Task": "4", "OverSubscribe": "OK",
             "Command": "alice/secret.sh", "WorkDir": "work/alice"}
    return {**words, **others}


def running(number, name, user="bob", **others):
    return job(number, name, user, JobState="RUNNING", Reason="None", StartTime="1704156001", EndTime="1704159601",
               NodeList="n1", NumNodes="1", Nodes="n1", CPU_IDs="0-3", Mem="0", GRES="", **others)


class Collected(CommandCase):
    """Runs collect.sh on such a login node."""

    def cluster(self, jobs=None, squeue=False, cluster="tiny", version="23.11.4", scheduler="sched/backfill", config="",
                error="Access/permission denied", hangs="", output=None):
        """Describes the cluster; returns the environment of its login node."""
        script = self.write("collect.sh", self.succeed("forecast", "--collector").stdout)
        with open(script, encoding="utf-8") as stream:
            text = stream.read()
        columns = text.split("columns='")[1].split("'")[0].split()
        tools = self.path("tools")
        os.makedirs(tools, exist_ok=True)
        for name in TOOLS:
            with open(os.path.join(tools, name), "w", encoding="utf-8") as stream:
                stream.write(FAKE)
            os.chmod(os.path.join(tools, name), 0o755)
        shown = {
            "sdiag": "sdiag output at Tue Jan 02 00:00:00 2024 (1704157901)\n\talice  ( 1001) count:20\n",
            "scontrol -o -d -a show node":
                "NodeName=n1 CPUTot=4 CoresPerSocket=4 Sockets=1 ThreadsPerCore=1 RealMemory=1000 State=ALLOCATED Weight=1 "
                "OS=Linux secret Reason=alice broke it [root@2024-01-01T00:00:00]\n",
            "scontrol -o -a show partition":
                "PartitionName=batch AllowAccounts=physics Default=YES MaxTime=1-00:00:00 Nodes=n1 State=UP\n",
            "scontrol -o -a show reservation": "",
            "scontrol show config": CONFIG.format(cluster=cluster, version=version, scheduler=scheduler) + config}
        jobs = jobs if jobs is not None else [job(7, "secret plan", Comment="call bob"), running(8, "run")]
        self.write("cluster.json", json.dumps({
            "jobs": jobs, "squeue": squeue, "error": error, "hangs": hangs, "output": {**shown, **(output or {})},
            "columns": {column.split(":")[0]: column.split(":")[2] for column in columns}}))
        return {**os.environ, "PATH": tools + ":" + os.environ["PATH"], "FAKE_CLUSTER": self.path("cluster.json"),
                "TMPDIR": self.folder}

    def run_script(self, environment, *options, cwd=None):
        return subprocess.run(["sh", self.path("collect.sh"), "-o", self.path("queue.tar.gz"), *options], capture_output=True,
                              text=True, env=environment, cwd=cwd or self.folder, timeout=60)

    def collect(self, *options, **cluster):
        done = self.run_script(self.cluster(**cluster), *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.path("queue.tar.gz"), done.stdout

    def texts(self, *options, **cluster):
        return self.text_of(self.collect(*options, **cluster)[0])

    def text_of(self, archive):
        with tarfile.open(archive) as packed:
            return {os.path.basename(m.name): packed.extractfile(m).read().decode("utf-8", "surrogateescape")
                    for m in packed if m.isfile()}
