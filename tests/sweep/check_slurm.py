#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`sweep --executor slurm` under a real Slurm: the same bytes as a sweep on this machine.

    check_slurm.py PROGRAM

The daemons of Debian's packages run on a private loopback, started as the recorder of tests/conformance/oracle starts
them, without its clock. One case has tasks that fail at first; one kills the waiting program and resumes. Exits with 77
if a package is missing or this is not root."""
import argparse
import os
import shutil
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "conformance", "oracle"))

import host  # noqa: E402
from workload import Oracle  # noqa: E402

SCENARIO = """schema: clustersim/scenario/1
title: Under Slurm
system: karolina
partition: qgpu
background: {mix: itp-trace, load: 0.5, warm-up: 12 h, window: 2 h}
jobs:
  train: {application: gpt-857m, nodes: 1, steps: 2000, training: {accumulation: 16}}
replicates: 2
sweep:
  background.load: [0.3, 0.5, 0.7]
  jobs.train.nodes: [1, 2, 4, 8]
"""
CLUSTER = {"nodes": [{"name": "n[1-2]", "cpus": 2, "mem_mb": 1000}],
           "partitions": [{"name": "main", "default": True, "max_time_s": 3600}],
           "slurm": {"SchedulerParameters": "bf_interval=1,sched_min_interval=100000", "MinJobAge": 10}}


class Check:
    def __init__(self, program, slurm):
        self.program = program
        self.slurm = slurm
        self.scenario = slurm.p("s.yaml")
        with open(self.scenario, "w", encoding="utf-8") as stream:
            stream.write(SCENARIO)
        self.faults = []
        self.run("whole.sqlite")
        self.expected = self.bytes_of("whole.sqlite")

    def bytes_of(self, name):
        try:
            with open(self.slurm.p(name), "rb") as stream:
                return stream.read()
        except FileNotFoundError:
            return None

    def command(self, name, *options):
        return [self.program, "sweep", self.scenario, "-o", self.slurm.p(name), *options]

    def run(self, name, *options):
        # Slurm's commands find their daemons by the environment; the program itself needs none of it.
        return subprocess.run(self.command(name, *options), env={**os.environ, "SLURM_CONF": self.slurm.p("slurm.conf")},
                              capture_output=True, text=True, timeout=300)

    def judge(self, name, done):
        if done.returncode != 0:
            self.faults.append(f"{name}: exit code {done.returncode}: {done.stderr}")
        if self.bytes_of(name) != self.expected:
            self.faults.append(f"{name}: other bytes than on this machine")
        left = [entry for entry in os.listdir(self.slurm.dir) if entry.startswith(name + ".")]
        if left:
            self.faults.append(f"{name}: left behind {left}")

    def undisturbed(self):
        done = self.run("plain.sqlite", "--executor", "slurm", "--tasks", "5", "--poll", "0.5")
        self.judge("plain.sqlite", done)
        if "5 tasks" not in done.stderr:
            self.faults.append(f"plain.sqlite: no job array: {done.stderr}")

    def failing_tasks(self):
        """Tasks that Slurm ends in the middle are submitted again."""
        process = subprocess.Popen(self.command("failing.sqlite", "--executor", "slurm", "--tasks", "4", "--poll", "0.5",
                                                "--workers", "1", "--set", "replicates=150"),
                                   env={**os.environ, "SLURM_CONF": self.slurm.p("slurm.conf")},
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        cancelled = []
        end = time.monotonic() + 60
        while time.monotonic() < end and len(cancelled) < 2 and process.poll() is None:
            for line in self.slurm.cmd(["squeue", "-h", "-r", "-t", "R", "-o", "%i %K"]).stdout.splitlines():
                number, task = line.split()
                if task not in cancelled and len(cancelled) < 2:
                    self.slurm.cmd(["scancel", number])
                    cancelled.append(task)
            time.sleep(0.1)
        _, stderr = process.communicate(timeout=300)
        subprocess.run(self.command("expected.sqlite", "--set", "replicates=150"), capture_output=True, check=True)
        if process.returncode != 0 or len(cancelled) != 2 or "that ended without a complete part" not in stderr:
            self.faults.append(f"failing.sqlite: {process.returncode}, cancelled {cancelled}: {stderr}")
        if self.bytes_of("failing.sqlite") != self.bytes_of("expected.sqlite"):
            self.faults.append("failing.sqlite: other bytes than on this machine")

    def killed_driver(self):
        """The array survives the program that waits for it, and is not submitted twice."""
        process = subprocess.Popen(self.command("killed.sqlite", "--executor", "slurm", "--tasks", "3", "--poll", "0.5"),
                                   env={**os.environ, "SLURM_CONF": self.slurm.p("slurm.conf")},
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        jobs = self.slurm.p("killed.sqlite.parts", "jobs")
        while not os.path.exists(jobs) and process.poll() is None:
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
        process.wait()
        done = self.run("killed.sqlite", "--executor", "slurm", "--poll", "0.5", "--resume")
        if "task" in done.stderr:
            self.faults.append(f"killed.sqlite: submitted again: {done.stderr}")
        self.judge("killed.sqlite", done)

    def refused(self):
        done = self.run("refused.sqlite", "--executor", "slurm", "--sbatch=--partition=missing")
        if done.returncode != 5 or "sbatch refuses" not in done.stderr or "partition" not in done.stderr:
            self.faults.append(f"refused.sqlite: {done.returncode}: {done.stderr}")


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("program")
    options = options.parse_args()
    host.sbin_path()
    needed = ("slurmctld", "slurmd", "sbatch", "squeue", "munged")
    missing = [name for name in needed if shutil.which(name) is None]
    if missing or os.geteuid() != 0:
        print(f"skipped: {', '.join(missing) or 'root'} needed (Debian: slurmctld slurmd slurm-client munge)")
        return 77
    host.quiet = True
    host.private_network()
    os.umask(0o022)
    arguments = argparse.Namespace(real_time=True, workdir=None)
    slurm = Oracle(CLUSTER, [], arguments)
    try:
        slurm.write_conf()
        slurm.env["LD_PRELOAD"] = ""
        slurm.start()
        check = Check(os.path.abspath(options.program), slurm)
        for case in check.undisturbed, check.failing_tasks, check.killed_driver, check.refused:
            began = time.monotonic()
            case()
            print(f"{case.__name__}: {time.monotonic() - began:.1f} s")
    finally:
        slurm.stop()
        shutil.rmtree(slurm.dir, ignore_errors=True)
    print(f"{len(check.faults)} faults")
    for fault in check.faults:
        print("  " + fault)
    return 1 if check.faults else 0


if __name__ == "__main__":
    sys.exit(main())
