#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Ends `clustersim run --out D` at each of its writes, in many ways, and judges what is left.

    check_results.py PROGRAM LIBRARY [--long]

After each run D is the earlier result whole or the new one whole; a run that fails leaves nothing beside it; after the
next run nothing of the ended one is left, whatever ended it. LIBRARY is write_faults.cpp, built to be preloaded."""
import argparse
import errno
import os
import random
import resource
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time

SCENARIO = """schema: clustersim/scenario/1
title: T
system: vega
seed: %d
background: {mix: none}
replicates: 1
jobs:
  train: {nodes: 1, runtime: 1 h, walltime: 2 h}
"""


def bytes_of(folder):
    """The contents by name, or None where there is no folder."""
    if not os.path.isdir(folder):
        return None
    found = {}
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as stream:
            found[name] = stream.read()
    return found


class Check:
    def __init__(self, program, library):
        self.program = os.path.abspath(program)
        self.library = os.path.abspath(library)
        self.root = tempfile.mkdtemp(prefix="clustersim-faults-")
        self.faults = []
        self.runs = 0
        self.outcomes = {"earlier": 0, "new": 0}
        for number in 1, 2:
            with open(self.at(f"{number}.yaml"), "w", encoding="utf-8") as stream:
                stream.write(SCENARIO % number)
            done = self.run(number, self.at(f"result-{number}"))
            if done.returncode != 0:
                sys.exit(done.stderr)
        self.earlier, self.new = (bytes_of(self.at(f"result-{number}")) for number in (1, 2))
        assert self.earlier != self.new

    def at(self, name):
        return os.path.join(self.root, name)

    def command(self, number, out):
        return [self.program, "-q", "run", self.at(f"{number}.yaml"), "--out", out]

    def run(self, number, out, fault=None, **options):
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        if fault:
            environment.update(fault, LD_PRELOAD=self.library, ASAN_OPTIONS="verify_asan_link_order=0:detect_leaks=0")
        self.runs += 1
        return subprocess.run(self.command(number, out), env=environment, capture_output=True, text=True, timeout=60,
                              **options)

    def fresh(self, earlier, link):
        """A folder with the earlier result in it, or without; the name to write to."""
        shutil.rmtree(self.at("work"), ignore_errors=True)
        os.makedirs(self.at("work/inner"))
        if earlier:
            shutil.copytree(self.at("result-1"), self.at("work/inner/r"))
            os.chmod(self.at("work/inner/r"), 0o2750)
        if link:
            os.symlink("inner/r", self.at("work/link"))
            return self.at("work/link")
        return self.at("work/inner/r")

    def complain(self, name, what):
        self.faults.append(f"{name}: {what}")

    def judge(self, name, earlier, link, done=None, exchange=True):
        """`done` is a run that ended by itself, or None."""
        target = self.at("work/inner/r")
        found = bytes_of(target)
        beside = [entry for entry in os.listdir(self.at("work/inner")) if entry != "r"]
        aside = [entry for entry in beside if os.path.isdir(self.at(f"work/inner/{entry}/old"))]
        before = self.earlier if earlier else None
        if found is None and aside and not exchange:
            # Between two renames; what looks at the folder next brings it back. A refused run looks, and writes nothing.
            self.run(1, target, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)))
            found = bytes_of(target)
        if done is not None and done.returncode == 130:
            # Ctrl-C came before the answer was whole: an incomplete result, where no complete one is.
            incomplete = found is not None and b'"complete": false' in found["run.json"]
            if found != before and not (before is None and incomplete):
                self.complain(name, "interrupted, and the result is another")
        elif found not in (before, self.new):
            self.complain(name, f"neither the earlier result nor the new one: {found and sorted(found)}")
        else:
            self.outcomes["new" if found == self.new else "earlier"] += 1
        if done is not None and done.returncode == 5 and (found != before):
            self.complain(name, "the run failed and the result is another")
        if done is not None and done.returncode not in (0, 5, 130):
            self.complain(name, f"exit code {done.returncode}: {done.stderr}")
        again = self.run(2, self.at("work/link") if link else target)
        if again.returncode != 0 or bytes_of(target) != self.new:
            self.complain(name, f"the next run: {again.returncode} {again.stderr}")
        if os.listdir(self.at("work/inner")) != ["r"]:
            self.complain(name, f"left behind: {sorted(os.listdir(self.at('work/inner')))}")
        if link and not os.path.islink(self.at("work/link")):
            self.complain(name, "the link is gone")
        if earlier and stat.S_IMODE(os.stat(target).st_mode) != 0o2750:
            self.complain(name, f"mode {stat.S_IMODE(os.stat(target).st_mode):o}")

    def writes(self, earlier, link, extra):
        out = self.fresh(earlier, link)
        done = self.run(2, out, {"WRITE_FAULT": "count", "WRITE_FAULT_COUNT": self.at("count"), **extra})
        with open(self.at("count"), encoding="utf-8") as stream:
            count = int(stream.read())
        if done.returncode != 0 or count < 10:
            self.complain("count", f"{count} writes, exit code {done.returncode}: {done.stderr}")
        return count

    def at_each_write(self, ends, earlier, link, exchange):
        extra = {} if exchange else {"WRITE_FAULT_NO_EXCHANGE": "1"}
        for place in range(1, self.writes(earlier, link, extra) + 1):
            for kind, number in ends:
                name = f"{kind} {number} at write {place}, earlier={earlier} link={link} exchange={exchange}"
                out = self.fresh(earlier, link)
                done = self.run(2, out, {"WRITE_FAULT": f"{kind} {number}", "WRITE_FAULT_AT": str(place), **extra})
                ended = kind == "signal" and done.returncode == -number
                self.judge(name, earlier, link, None if ended else done, exchange)

    def at_random(self, times):
        generator = random.Random(1)
        for number in range(times):
            out = self.fresh(True, False)
            self.runs += 1
            process = subprocess.Popen(self.command(2, out), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(generator.uniform(0.0, 0.06))
            process.kill()
            process.wait()
            self.judge(f"kill -9 number {number}", True, False)

    def limits(self):
        for size in 0, 100, 1000, 10000:
            def limit(most=size):
                resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
            done = self.run(2, self.fresh(True, False), preexec_fn=limit)
            if done.returncode != 5:
                self.complain(f"files of at most {size} bytes", f"exit code {done.returncode}")
            self.judge(f"files of at most {size} bytes", True, False, done)

    def full_disk(self):
        """On a small disk of its own, where one may be mounted."""
        disk = self.at("disk")
        os.makedirs(disk)
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk], capture_output=True).returncode:
            print("no small disk can be mounted here: skipped")
            return
        try:
            if self.run(1, f"{disk}/r").returncode:
                self.complain("full disk", "the first result does not fit")
            of_first = sum(os.stat(f"{disk}/r/{name}").st_size for name in os.listdir(f"{disk}/r"))
            room = os.statvfs(disk)
            with open(f"{disk}/filler", "wb") as stream:
                stream.write(bytes(room.f_bavail * room.f_frsize - of_first // 2))
            done = self.run(2, f"{disk}/r")
            if done.returncode != 5 or bytes_of(f"{disk}/r") != self.earlier or os.listdir(disk) != ["filler", "r"] \
                    and os.listdir(disk) != ["r", "filler"]:
                self.complain("full disk", f"{done.returncode} {done.stderr} {os.listdir(disk)}")
        finally:
            subprocess.run(["umount", disk], check=True)

    def read_only(self):
        """As somebody who may not write."""
        self.fresh(True, False)
        os.chmod(self.root, 0o755)
        prefix = []
        if os.getuid() == 0:
            if shutil.which("setpriv") is None:
                return
            prefix = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        for folder, mode in (("work/inner", 0o555), ("work/inner/r", 0o555)):
            os.chmod(self.at("work/inner"), 0o755)
            os.chmod(self.at(folder), mode)
            done = subprocess.run([*prefix, *self.command(2, self.at("work/inner/r"))], capture_output=True, text=True)
            if done.returncode != 5 or bytes_of(self.at("work/inner/r")) != self.earlier:
                self.complain(f"read-only {folder}", f"{done.returncode} {done.stderr}")
        os.chmod(self.at("work/inner"), 0o755)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("program")
    options.add_argument("library")
    options.add_argument("--long", action="store_true", help="every signal, every kind of folder, 50 random kills")
    options = options.parse_args()
    check = Check(options.program, options.library)
    try:
        disk_full, killed = ("errno", errno.ENOSPC), ("signal", signal.SIGKILL)
        if options.long:
            ends = [disk_full, ("errno", errno.EIO), ("errno", errno.EACCES), killed, ("signal", signal.SIGTERM),
                    ("signal", signal.SIGHUP), ("signal", signal.SIGINT), ("signal", signal.SIGQUIT)]
            for earlier, link, exchange in ((True, False, True), (True, True, True), (False, False, True), (True, False, False)):
                check.at_each_write([(kind, int(number)) for kind, number in ends], earlier, link, exchange)
            check.at_random(50)
        else:
            check.at_each_write([(kind, int(number)) for kind, number in (disk_full, killed)], True, False, True)
            check.at_each_write([("signal", int(signal.SIGKILL))], True, True, False)
            check.at_random(5)
        check.limits()
        check.full_disk()
        check.read_only()
    finally:
        shutil.rmtree(check.root, ignore_errors=True)
    print(f"{check.runs} runs: the earlier result {check.outcomes['earlier']} times, the new one "
          f"{check.outcomes['new']} times, {len(check.faults)} faults")
    for fault in check.faults[:20]:
        print("  " + fault)
    return 1 if check.faults else 0


if __name__ == "__main__":
    sys.exit(main())
