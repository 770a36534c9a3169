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
import json
import pathlib
import random
import re
import subprocess
import tempfile

TITLES = "JobIDRaw|User|Account|Partition|Submit|Start|End|TimelimitRaw|ReqNodes|NNodes|ReqCPUS|NCPUS|State"
COLUMNS = ("job_id,submit_s,user,account,partition,qos,nodes,cpus,mem_mb,gpus_per_node,timelimit_s,name,extra,state,reason,"
           "eligible_s,accrue_s,start_s,end_s,priority,estimated_cpus,allocated_cpus,devices_per_node,places")
SITE = """schema: clustersim/site/1
settings: {{cluster_name: log, priority: {{type: basic}}}}
nodes:
  - {{names: 'n[0001-{nodes:04d}]', cpus: 1, real_memory: 1000 MiB}}
partitions:
  main: {{nodes: 'n[0001-{nodes:04d}]', is_default: true}}
"""
SNAPSHOT = """schema: clustersim/queue/1
cluster: log
slurm: '23.11.4'
taken: '{taken}Z'
names: kept
origin_unix_s: {origin}
now_s: {now}
next_job_id: 9000000
last_pass_s: {now}
last_calculation_s: {now}
last_cycle_s: {now}
time_of_day_s: 0
usage_known: true
"""


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
        """jobs.csv at that instant and the waiting jobs; nothing if more runs than there are processors."""
        rows, waiting, used = [COLUMNS], [], 0
        for number, submit, start, end, size, limit, user in self.before(now):
            if end <= now:
                continue
            job = f"{number},{submit},{user},a,main,,{size},1,0,,{60 * limit},j,"
            if start >= now:
                waiting.append(number)
                rows.append(f"{job},PENDING,Priority,{submit},{submit},,,{10**6 - len(rows)},{size},,,")
                continue
            used += size
            places = f"n[{used - size + 1:04d}-{used:04d}]/0/?/?" if size > 1 else f"n{used:04d}/0/?/?"
            rows.append(f"{job},RUNNING,,{submit},{submit},{start},,{10**6 - len(rows)},,{size},,{places}")
        return ("\n".join(rows) + "\n", waiting) if used <= self.nodes else (None, waiting)


def ask(program, folder, log, now, question, options):
    answer = json.loads(subprocess.run(
        [program, "-q", "forecast", folder / "now", *question, "--history", folder / "sacct.txt", "--samples",
         str(options.samples), "--no-alternatives", "--format", "json"], check=True, stdout=subprocess.PIPE, text=True).stdout)
    return answer


def write(folder, log, now, days, queue):
    (folder / "now").mkdir(exist_ok=True)
    (folder / "now/site.yaml").write_text(SITE.format(nodes=log.nodes))
    (folder / "now/jobs.csv").write_text(queue)
    (folder / "now/usage.csv").write_text("account,user,partition,qos,raw_usage,wall_s,tres\n")
    (folder / "now/snapshot.yaml").write_text(
        SNAPSHOT.format(taken=date(log.origin + now), origin=log.origin, now=now))
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
