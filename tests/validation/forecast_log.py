#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Asks `clustersim forecast` for jobs of a log of the Parallel Workloads Archive, as if their queue had been collected.

usage: forecast_log.py PROGRAM LOG.swf.gz [--questions N] [--days N] [--samples N] [--seed N]

Half of the questions are a job that waits, chosen among all that wait at a random instant; half are the next job that is
submitted after a random instant, at its submission. Each gets the queue of that instant (a first-in first-out Slurm with
backfill on as many nodes as the log has processors), the accounting of the days before it, and nothing else. Prints the
share of true starts in the range of the simulation and in the learned one. docs/forecast.md has the results.
"""
import argparse
import bisect
import datetime
import gzip
import io
import json
import pathlib
import random
import re
import subprocess
import tarfile
import tempfile

TITLES = "JobIDRaw|User|Account|Partition|Submit|Start|End|TimelimitRaw|ReqNodes|NNodes|ReqCPUS|NCPUS|State"
# The loops of its scheduler count from the origin of the log, as in a replay of it.
MANIFEST = "clustersim-queue\t1\nslurm\t22.05.8\ncluster\tlog\nbegan\t{0}\nended\t{0}\nutc_offset\t+0000\nnames\tkept\n"
SDIAG = "sdiag output at x ({0})\n\tLast cycle when: x ({0})\n"
CONFIG = "ClusterName = log\nSelectType = select/cons_tres\nSelectTypeParameters = CR_CPU_MEMORY\nBOOT_TIME = {boot}\nNEXT_JOB_ID = 9000000\n"
FIRST_IN_FIRST_OUT = "PriorityType = priority/basic\n"
BEFORE_S = 300 * 10**6
JOB = ("JobId={} UserId={}(1) Account=a Priority={} JobState={} Reason={} SubmitTime={} EligibleTime={} AccrueTime={} TimeLimit={} "
       "Partition=main NumNodes={} NumCPUs={} CPUs/Task=1 NtasksPerN:B:S:C=1:0:*:* MinMemoryNode=0 OverSubscribe=OK JobName=j")


def date(unix):
    return datetime.datetime.fromtimestamp(unix, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S")


class Log:
    """The jobs of a log: number, submission, start, end, processors, limit in minutes, user."""

    def __init__(self, path):
        with gzip.open(path, "rt", encoding="latin-1") as stream:
            text = stream.read()
        self.origin = int(re.search(r"UnixStartTime: (\d+)", text)[1])
        self.nodes = int(re.search(r"MaxProcs: (\d+)", text)[1])
        self.jobs = []
        for line in text.splitlines():
            if line.startswith(";") or not line.strip():
                continue
            row = [int(float(one)) for one in line.split()]
            size = row[7] if row[7] > 0 else row[4]
            if row[2] < 0 or row[3] < 0 or not 0 < size <= self.nodes or row[8] <= 0:
                continue
            start = row[1] + row[2]
            self.jobs.append((row[0], row[1], start, start + row[3], size, -(-row[8] // 60), f"u{row[11]}"))
        self.jobs.sort(key=lambda job: (job[1], job[0]))
        self.submits = [job[1] for job in self.jobs]

    def before(self, now):
        return self.jobs[:bisect.bisect_left(self.submits, now)]

    def history(self, now, since):
        rows = [TITLES]
        for number, submit, start, end, size, limit, user in self.before(now):
            if end <= now and submit >= since:
                times = "|".join(date(self.origin + one) for one in (submit, start, end))
                rows.append(f"{number}|{user}|a|main|{times}|{limit}|{size}|{size}|{size}|{size}|COMPLETED")
        return "\n".join(rows) + "\n"

    def queue(self, now):
        """The jobs at that instant as scontrol shows them, and the waiting ones; nothing if more runs than there are processors."""
        lines, waiting, used = [], [], 0
        for number, submit, start, end, size, limit, user in self.before(now):
            if end <= now:
                continue
            at, state = self.origin + submit, "PENDING" if start >= now else "RUNNING"
            job = JOB.format(number, user, 10**6 - 1 - len(lines), state, "Priority" if start >= now else "None", at, at, at, limit,
                             f"{size}-{size}", size)
            if start >= now:
                waiting.append(number)
                lines.append(job)
                continue
            used += size
            nodes = f"n[{used - size + 1:04d}-{used:04d}]" if size > 1 else f"n{used:04d}"
            lines.append(f"{job} StartTime={self.origin + start} Scheduler=Main LastSchedEval={self.origin + now} NodeList={nodes} "
                         f"Nodes={nodes} CPU_IDs=0")
        return ("\n".join(lines) + "\n", waiting) if used <= self.nodes else (None, waiting)

    def archive(self, path, now, queue, config=FIRST_IN_FIRST_OUT, **others):
        """Writes what collect.sh would write at that instant."""
        unix = self.origin + now
        texts = {"manifest": MANIFEST.format(unix), "sdiag": SDIAG.format(unix), "jobs": queue, "reservations": "",
                 "nodes": "".join(f"NodeName=n{node:04d} CPUTot=1 RealMemory=1000 State=IDLE\n" for node in range(1, self.nodes + 1)),
                 "partitions": f"PartitionName=main Default=YES Nodes=n[0001-{self.nodes:04d}] State=UP\n",
                 "config": CONFIG.format(boot=self.origin - BEFORE_S) + config, **others}
        with tarfile.open(path, "w") as packed:
            for name, text in texts.items():
                entry = tarfile.TarInfo(f"queue/{name}.txt")
                entry.size = len(text.encode())
                packed.addfile(entry, io.BytesIO(text.encode()))


def ask(program, folder, log, now, question, options):
    answer = json.loads(subprocess.run(
        [program, "-q", "forecast", folder / "queue.tar", *question, "--history", folder / "sacct.txt", "--samples",
         str(options.samples), "--no-alternatives", "--format", "json"], check=True, stdout=subprocess.PIPE, text=True).stdout)
    return answer


def write(folder, log, now, days, queue):
    log.archive(folder / "queue.tar", now, queue)
    (folder / "sacct.txt").write_text(log.history(now, now - 86400 * days))


def pose(log, draw, days, waits):
    """An instant, the queue, the words that ask for a job, and its true start."""
    by_number = {job[0]: job for job in log.jobs}
    while True:
        now = draw.randrange(log.submits[0] + 86400 * days, log.submits[-1])
        if waits:
            queue, waiting = log.queue(now)
            if queue is None or not waiting:
                continue
            job = by_number[draw.choice(waiting)]
            return now, queue, ["--job", str(job[0])], job[2]
        job = log.jobs[bisect.bisect_left(log.submits, now)]
        queue, _ = log.queue(job[1])
        if queue is not None:
            return job[1], queue, ["--nodes", str(job[4]), "--time", str(job[5]), "--user", job[6]], job[2]


def main():
    options = argparse.ArgumentParser()
    options.add_argument("program")
    options.add_argument("log", type=pathlib.Path)
    options.add_argument("--questions", type=int, default=40)
    options.add_argument("--days", type=int, default=60)
    options.add_argument("--samples", type=int, default=40)
    options.add_argument("--seed", type=int, default=1)
    options = options.parse_args()
    log = Log(options.log)
    draw = random.Random(options.seed)
    print("kind     asked  simulated range holds  later  learned range holds  later  no learned range  trusted range holds")
    for kind in ("waiting", "new"):
        counts = dict.fromkeys(("asked", "sim", "sim later", "past", "past later", "none", "trusted", "held"), 0)
        for _ in range(options.questions // 2):
            now, queue, question, start = pose(log, draw, options.days, kind == "waiting")
            with tempfile.TemporaryDirectory() as folder:
                folder = pathlib.Path(folder)
                write(folder, log, now, options.days, queue)
                answer = ask(options.program, folder, log, now, question, options)
            wait = start - now
            simulated, learned = answer["start"], answer["learned"]
            low, high = (simulated[key] if simulated[key] is not None else 10**9 for key in ("low_s", "high_s"))
            in_sim = low <= wait <= high
            counts["asked"] += 1
            counts["sim"] += in_sim
            counts["sim later"] += wait > high
            in_past = learned is not None and learned["low_s"] <= wait <= learned["high_s"]
            counts["past"] += in_past
            counts["past later"] += learned is not None and wait > learned["high_s"]
            counts["none"] += learned is None
            word = answer["trust"].split()[1]
            if word in ("simulation:", "learned"):
                counts["trusted"] += 1
                counts["held"] += in_sim if word == "simulation:" else in_past
            print(kind, question, wait, (low, simulated["median_s"], high), learned and
                  (learned["rests_on"], learned["low_s"], learned["median_s"], learned["high_s"]), answer["trust"][:40],
                  flush=True)
        print(f"{kind:8} {counts['asked']:5}  {counts['sim']:21}  {counts['sim later']:5}  {counts['past']:19}  "
              f"{counts['past later']:5}  {counts['none']:16}  {counts['held']} of {counts['trusted']}", flush=True)


if __name__ == "__main__":
    main()
