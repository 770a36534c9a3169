#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Asks `clustersim forecast` for jobs of a year's log with that year's accounting and without it.

usage: forecast_year.py PROGRAM LOG.swf.gz [--nodes N] [--questions N] [--ask-days N] [--samples N] [--recorded]

The people, sizes, run times and limits are those of the log. The starts are those of an emulated Slurm with fair share on
N nodes, so that the rules of the site are known exactly and the answers differ only by what the accounting tells; with
`--recorded` they are those of the log, whose scheduler nobody knows. The last days are asked about; the waits are learned once,
from all before them. Half of the questions are a job that waits at a random instant, half the next one to be submitted.
docs/forecast.md has the results.
"""
import argparse
import bisect
import csv
import json
import math
import pathlib
import random
import statistics
import subprocess
import tempfile

import forecast_log

HALF_LIFE_S = 7 * 86400
PHASE_S = 60  # the queue that is asked about does not know the phases of the scheduler's loops: a start is right to the minute
SITE = """schema: clustersim/site/1
settings:
  cluster_name: log
  priority: {{type: multifactor, weight_age: 1000, weight_fairshare: 10000, max_age: 604800 s, decay_half_life: {half_life} s}}
  enforce: {{associations: true}}
  accounting_storage: true
nodes:
  - {{names: 'n[0001-{nodes:04d}]', cpus: 1, real_memory: 1000 MiB}}
partitions:
  main: {{nodes: 'n[0001-{nodes:04d}]', is_default: true}}
associations:
  - {{account: root}}
  - {{account: root, user: root, is_default: true}}
  - {{account: a, parent: root}}
"""


# The same for an archive.
CONFIG = f"""PriorityType = priority/multifactor
PriorityWeightAge = 1000
PriorityWeightFairShare = 10000
PriorityMaxAge = 7-00:00:00
PriorityDecayHalfLife = {HALF_LIFE_S // 86400}-00:00:00
AccountingStorageType = accounting_storage/slurmdbd
AccountingStorageEnforce = associations
"""
PEOPLE = "Cluster|Account|User|Partition|ParentName|Share|QOS\nlog|root||||1|\nlog| root|root|||1|\nlog| a|||root|1|\n"


class Year(forecast_log.Log):
    """A log on a site with fair share; its starts are recorded or emulated."""

    def __init__(self, path, nodes):
        super().__init__(path)
        self.nodes = nodes or self.nodes
        self.jobs = [job for job in self.jobs if job[4] <= self.nodes]
        self.submits = [job[1] for job in self.jobs]
        users = sorted({job[6] for job in self.jobs})
        self.site = SITE.format(nodes=self.nodes, half_life=HALF_LIFE_S) + "".join(
            f"  - {{account: a, user: {user}, is_default: true}}\n" for user in users)
        self.people = PEOPLE + "".join(f"log|  a|{user}|||1|\n" for user in users)

    def emulate(self, program):
        """Replaces the starts by those of the emulated Slurm."""
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "site.yaml").write_text(self.site)
            with open(folder / "jobs.csv", "w", newline="") as stream:
                table = csv.writer(stream)
                table.writerow("job_id,submit_s,user,account,partition,nodes,cpus,timelimit_s,runtime_s".split(","))
                for number, submit, start, end, size, limit, user in self.jobs:
                    table.writerow((number, submit, user, "a", "main", size, 1, 60 * limit, end - start))
            subprocess.run([program, "-q", "replay", folder / "jobs.csv", "--site", folder / "site.yaml", "--outcomes",
                            folder / "out.csv"], check=True, stdout=subprocess.DEVNULL)
            with open(folder / "out.csv", newline="") as stream:
                played = {int(row["job_id"]): (int(row["start_s"]), int(row["end_s"]))
                          for row in csv.DictReader(stream) if row["start_s"]}
        self.jobs = [job[:2] + played[job[0]] + job[4:] for job in self.jobs if job[0] in played]
        self.submits = [job[1] for job in self.jobs]

    def usage(self, now):
        """usage.txt: processor seconds, halved with every half-life (the integral of 2^(-age / half-life))."""
        scale, used = HALF_LIFE_S / math.log(2), {}
        for _, _, start, end, size, _, user in self.before(now):
            if start < now:
                old, young = (now - start) / scale, (now - min(end, now)) / scale
                used[user] = used.get(user, 0.0) + size * scale * (math.exp(-young) - math.exp(-old))
        total = sum(used.values())
        return "".join(f"Account={account} UserName={user} UsageRaw/Norm/Efctv={usage:.2f}/0/0 GrpWall=N(0) "
                       f"GrpTRESMins=cpu=N({usage / 60:.2f}),billing=N({usage / 60:.2f})\n" for account, user, usage in
                       [("root", "", total), ("a", "", total)] + [("a", user, used[user]) for user in sorted(used)])

    def write(self, folder, now, queue):
        self.archive(folder / "queue.tar", now, queue, CONFIG, usage=self.usage(now), qos="Name|Priority\nnormal|0\n",
                     associations=self.people)
        (folder / "sacct.txt").write_text(self.history(now, self.submits[0]))


def learn(program, log, begin, folder):
    (folder / "past.txt").write_text(log.history(begin, log.submits[0]))
    subprocess.run([program, "-q", "fit", "waits", folder / "past.txt", "-o", folder / "waits.json"], check=True,
                   stdout=subprocess.DEVNULL)
    return folder / "waits.json"


def ask(program, folder, question, samples, *options):
    return json.loads(subprocess.run(
        [program, "-q", "forecast", folder / "queue.tar", *question, "--samples", str(samples), "--no-alternatives", "--format", "json",
         *options], check=True, stdout=subprocess.PIPE, text=True).stdout)


def range_of(start):
    return tuple(start[key] if start[key] is not None else 10**9 for key in ("low_s", "high_s"))


class Score:
    """How often a range of 5 to 95 % holds the wait, and how wide it is."""

    def __init__(self):
        self.asked = self.held = self.later = 0
        self.widths, self.factors = [], []

    def add(self, low, high, wait):
        self.asked += 1
        self.held += low - PHASE_S <= wait <= high + PHASE_S
        self.later += wait > high + PHASE_S
        self.widths.append((high - low) / 3600)
        self.factors.append(math.log10((high + 60) / (low + 60)))

    def __str__(self):
        if not self.asked:
            return "none"
        return (f"{self.held:3} of {self.asked:3} held ({100 * self.held / self.asked:4.1f} %), {self.later:3} later, median width "
                f"{statistics.median(self.widths):6.2f} h, of log10(wait + 1 min) {statistics.median(self.factors):5.2f}")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("program")
    options.add_argument("log", type=pathlib.Path)
    options.add_argument("--nodes", type=int)
    options.add_argument("--questions", type=int, default=100)
    options.add_argument("--ask-days", type=int, default=30)
    options.add_argument("--samples", type=int, default=40)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--recorded", action="store_true")
    options = options.parse_args()
    log = Year(options.log, options.nodes)
    if not options.recorded:
        log.emulate(options.program)
    begin = log.submits[-1] - 86400 * options.ask_days
    past = bisect.bisect_left(log.submits, begin)
    print(f"{len(log.jobs)} jobs, {past} before the questions; mean wait "
          f"{statistics.mean(job[2] - job[1] for job in log.jobs) / 3600:.2f} h", flush=True)
    draw = random.Random(options.seed)
    days = (begin - log.submits[0]) // 86400
    scores = {name: Score() for name in ("without: simulated", "with: simulated", "with: learned", "with: trusted")}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        model = learn(options.program, log, begin, folder)
        for count in range(options.questions):
            now, queue, question, start = forecast_log.pose(log, draw, days, count % 2 == 0)
            log.write(folder, now, queue)
            alone = ask(options.program, folder, question, options.samples)
            both = ask(options.program, folder, question, options.samples, "--history", folder / "sacct.txt", "--waits-model",
                       model)
            wait, learned = start - now, both["learned"]
            simulated = range_of(both["start"])
            scores["without: simulated"].add(*range_of(alone["start"]), wait)
            scores["with: simulated"].add(*simulated, wait)
            if learned is not None:
                scores["with: learned"].add(learned["low_s"], learned["high_s"], wait)
            word = both["trust"].split()[1]
            if word in ("simulation:", "learned"):
                scores["with: trusted"].add(*(simulated if word == "simulation:" else (learned["low_s"], learned["high_s"])), wait)
            print(now, question, wait, range_of(alone["start"]), simulated,
                  learned and (learned["low_s"], learned["high_s"]), both["trust"][:40], flush=True)
    for name, score in scores.items():
        print(f"{name:20} {score}")


if __name__ == "__main__":
    main()
