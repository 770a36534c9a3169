#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Kills a sweep at random moments, and fills its disk: after --resume its file has the bytes of an undisturbed one.

    check_kills.py PROGRAM [--kills 100]

Each kill begins a sweep anew, ends it with SIGKILL at a random moment of its whole duration, and resumes it. The points
that were stored before the kill are there after it."""
import argparse
import contextlib
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

SCENARIO = """schema: clustersim/scenario/1
title: Killed
system: karolina
partition: qgpu
background: {mix: itp-trace, load: 0.5, warm-up: 12 h, window: 2 h}
jobs:
  train: {application: gpt-857m, nodes: 1, steps: 2000, training: {accumulation: 16}}
replicates: 3
sweep:
  background.load: [0.30, 0.34, 0.38, 0.42, 0.46, 0.50, 0.54, 0.58, 0.62, 0.66, 0.70, 0.74, 0.78, 0.82, 0.86, 0.90]
  jobs.train.nodes: [1, 2, 3, 4, 6, 8, 12, 16]
"""


class Check:
    def __init__(self, program):
        self.program = os.path.abspath(program)
        self.root = tempfile.mkdtemp(prefix="clustersim-kills-")
        self.faults = []
        self.ends = {"before the first point": 0, "between points": 0, "after the last point": 0, "complete": 0}
        with open(self.at("s.yaml"), "w", encoding="utf-8") as stream:
            stream.write(SCENARIO)
        began = time.monotonic()
        done = self.run(self.at("whole.sqlite"))
        self.duration = time.monotonic() - began
        if done.returncode != 0:
            sys.exit(done.stderr)
        self.expected = self.bytes_of(self.at("whole.sqlite"))
        with contextlib.closing(sqlite3.connect(self.at("whole.sqlite"))) as whole:
            self.points = whole.execute("SELECT count(*) FROM points").fetchone()[0]

    def at(self, name):
        return os.path.join(self.root, name)

    @staticmethod
    def bytes_of(path):
        if not os.path.exists(path):
            return None
        with open(path, "rb") as stream:
            return stream.read()

    def command(self, out):
        return [self.program, "sweep", self.at("s.yaml"), "-o", out, "--workers", "2", "--resume"]

    def run(self, out, **options):
        return subprocess.run(self.command(out), capture_output=True, text=True, timeout=120, **options)

    def stored(self, out):
        """The points of the unfinished file: None without one. A copy is read, because reading it repairs it."""
        if not os.path.exists(out + ".part"):
            return None
        for end in "", "-journal":
            if os.path.exists(out + ".part" + end):
                shutil.copy(out + ".part" + end, self.at("copy.sqlite" + end))
        try:
            with contextlib.closing(sqlite3.connect(self.at("copy.sqlite"))) as part:
                return part.execute("SELECT count(*) FROM runs").fetchone()[0]
        except sqlite3.OperationalError:
            return 0  # killed before it had tables
        finally:
            for end in "", "-journal":
                with contextlib.suppress(FileNotFoundError):
                    os.remove(self.at("copy.sqlite" + end))

    def judge(self, name, out, before):
        done = self.run(out)
        if done.returncode != 0 or self.bytes_of(out) != self.expected:
            self.faults.append(f"{name}: {done.returncode}, other bytes: {done.stderr}")
        if before and f"{before} of {self.points} points are answered already" not in done.stderr:
            self.faults.append(f"{name}: {before} points were stored: {done.stderr}")
        left = [entry for entry in os.listdir(os.path.dirname(out))
                if entry.startswith(os.path.basename(out) + ".")]
        if left:
            self.faults.append(f"{name}: left behind {left}")

    def kill(self, number, moment):
        out = self.at("r.sqlite")
        for entry in os.listdir(self.root):
            if entry.startswith("r.sqlite"):
                os.remove(self.at(entry))
        process = subprocess.Popen(self.command(out), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(moment)
        process.kill()
        process.wait()
        before = self.stored(out)
        complete = os.path.exists(out)
        self.ends["complete" if complete else "before the first point" if not before else
                  "after the last point" if before == self.points else "between points"] += 1
        if complete and self.bytes_of(out) != self.expected:
            self.faults.append(f"kill {number}: the file is there and not whole")
        self.judge(f"kill {number} after {moment:.3f} s", out, 0 if complete else before)

    def kills(self, count):
        generator = random.Random(1)
        for number in range(count):
            self.kill(number, generator.uniform(0.0, 1.05 * self.duration))

    def full_disks(self):
        """On small disks of their own, where one may be mounted."""
        disk = self.at("disk")
        os.makedirs(disk)
        for kilobytes in 8, 120, 300, 500:
            if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", disk],
                              capture_output=True).returncode:
                print("no small disk can be mounted here: skipped")
                return
            try:
                out = os.path.join(disk, "r.sqlite")
                done = self.run(out)
                if done.returncode != 5 or not re.search("cannot write the (result|file)", done.stderr) or os.path.exists(out):
                    self.faults.append(f"{kilobytes} kB: {done.returncode}: {done.stderr}")
                before = self.stored(out)
                subprocess.run(["mount", "-o", "remount,size=20m", disk], check=True)
                self.judge(f"{kilobytes} kB", out, before)
                print(f"disk of {kilobytes} kB: full after {before} points")
            finally:
                subprocess.run(["umount", disk], check=True)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("program")
    options.add_argument("--kills", type=int, default=100)
    options = options.parse_args()
    check = Check(options.program)
    try:
        check.full_disks()
        check.kills(options.kills)
    finally:
        shutil.rmtree(check.root, ignore_errors=True)
    print(f"{options.kills} kills of a sweep of {check.points} points and {check.duration:.2f} s: {check.ends}")
    print(f"{len(check.faults)} faults")
    for fault in check.faults[:20]:
        print("  " + fault)
    # A test whose kills all miss the sweep proves nothing.
    hit = check.ends["between points"] > 0 or options.kills < 10
    return 1 if check.faults or not hit else 0


if __name__ == "__main__":
    sys.exit(main())
