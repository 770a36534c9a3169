# SPDX-License-Identifier: Apache-2.0
"""The daemons of one run: build, start, wait for, query, and end them by process id."""
import os
import shutil
import signal
import struct
import subprocess
import threading
import time

from accounting import Accounting
from clock import EPOCH, NS, Clock, RealClock
from configuration import Configuration
from host import log

HERE = os.path.dirname(os.path.realpath(__file__))


class Daemons(Configuration, Accounting):
    """All processes of one run, with files in its directory."""

    def spawn(self, name, argv, shim=True, extra=None):
        env = dict(self.env, **(extra or {})) if shim else dict(os.environ, TZ="UTC")
        out = open(self.p("log", name + ".out"), "ab")
        pr = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                              env=env, cwd=self.dir, start_new_session=True)
        out.close()
        self.procs.append((name, pr))
        return pr

    def cmd(self, argv, check=True, inp=None):
        """Run a client command.  The clock advances only if the command needs it."""
        pr = subprocess.Popen(argv, env=self.env, cwd=self.p("jobs"), text=True,
                              stdin=subprocess.PIPE if inp is not None else subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if self.a.real_time:
            return self.finish(argv, pr, pr.communicate(inp), check)
        self.clock.add_pid(pr.pid)
        step = 10 ** 4
        done = [None]

        def pump():
            done[0] = pr.communicate(inp)
        th = threading.Thread(target=pump, daemon=True)
        th.start()
        th.join(0.03)
        while th.is_alive():
            self.clock.run_to(self.clock.now)       # all processes idle, clock stopped
            th.join(0.004)
            if th.is_alive():
                self.clock.run_to(self.clock.now + step)
                step = min(step * 2, 10 ** 8)
        return self.finish(argv, pr, done[0], check)

    def finish(self, argv, pr, out, check):
        r = subprocess.CompletedProcess(argv, pr.returncode, *out)
        if check and r.returncode:
            raise RuntimeError("%s: %s%s" % (" ".join(argv), r.stdout, r.stderr))
        return r

    def build(self):
        for out, source, opts in (("libvclock.so", "shim.c", ["-shared", "-fPIC"]),
                                  ("vclockd", "governor.c", []),
                                  ("vsleep", "vsleep.c", ["-static"])):
            subprocess.check_call(["gcc", "-O2", "-o", self.p(out), os.path.join(HERE, source)] +
                                  opts + ["-ldl", "-lpthread"])
            os.chmod(self.p(out), 0o755)

    def wait(self, what, cond, virt_step=1.0, real_timeout=120, procs=()):
        end = time.monotonic() + real_timeout
        while not cond():
            if time.monotonic() > end:
                raise RuntimeError("timeout waiting for " + what)
            for n, pr in self.procs:
                if pr.poll() is not None:
                    raise RuntimeError("%s ended while waiting for %s" % (n, what))
            if virt_step:
                self.clock.run_to(self.clock.now + int(virt_step * NS))
            time.sleep(0.02)

    def start(self):
        if self.a.real_time:
            self.clock = RealClock()
        else:
            self.start_clock()
        self.start_daemons()

    def start_clock(self):
        self.spawn("vclockd", [self.p("vclockd"), self.p("clock"), str(EPOCH),
                               str(self.a.gap_us)], shim=False)
        end = time.monotonic() + 5
        while not (os.path.exists(self.p("clock")) and
                   os.path.getsize(self.p("clock")) > 4096):
            if time.monotonic() > end:
                raise RuntimeError("vclockd did not start")
            time.sleep(0.01)
        time.sleep(0.05)
        self.clock = Clock(self.p("clock"))

    def start_daemons(self):
        # munge: real time, private key and socket
        with open(self.p("munge", "key"), "wb") as f:
            f.write(os.urandom(128))
        os.chmod(self.p("munge", "key"), 0o400)
        m = self.spawn("munged", [
            "munged", "--foreground", "--force", "--num-threads=4",
            "--key-file=" + self.p("munge", "key"), "--socket=" + self.p("munge", "sock"),
            "--pid-file=" + self.p("munge", "pid"), "--log-file=" + self.p("munge", "log"),
            "--seed-file=" + self.p("munge", "seed")], shim=False)
        self.clock.add_pid(m.pid)
        self.wait("munged", lambda: os.path.exists(self.p("munge", "sock")), 0)

        if self.dbd:
            self.start_db()
        # The daemons look at their own program name ("slurmctld", not Debian's "slurmctld-wlm") to
        # decide what to load, so they get the plain names. Copies in the folder of the run are not
        # evicted from memory.
        os.mkdir(self.p("bin"))
        for d in ("slurmctld", "slurmd", "slurmstepd"):
            shutil.copy(os.path.realpath(shutil.which(d + "-wlm") or shutil.which(d)),
                        self.p("bin", d))
        # The daemons' timers count from this instant: a whole second, so that all of them have a
        # known position relative to the submissions.
        self.clock.run_to((self.clock.now // NS + 1) * NS)
        self.origin = self.clock.now // NS
        turns = {"VCLOCK_TICK": "10", "VCLOCK_CORE": "1"}
        if "GANG" in self.c.get("slurm", {}).get("PreemptMode", "").upper():
            turns["VCLOCK_GANG"] = "1"
        self.spawn("slurmctld", [self.p("bin", "slurmctld"), "-D", "-c"], extra=turns)
        self.wait("slurmctld", lambda: self.cmd(
            ["scontrol", "ping"], False).stdout.find("is UP") > 0)
        slurmd, stepd = self.p("bin", "slurmd"), self.p("bin", "slurmstepd")
        os.makedirs(self.p("spool"), exist_ok=True)
        for k, n in enumerate(self.nodes):
            os.makedirs(self.p("spool", n), exist_ok=True)
            self.spawn("slurmd." + n, [slurmd, "-D", "-N", n, "-d", stepd])
            if k % 16 == 15:
                time.sleep(0.1)
        self.wait("nodes", lambda: self.idle_nodes() >= len(self.nodes), 1.0, 300)
        if self.dbd:
            self.limits()

    def idle_nodes(self):
        out = self.cmd(["sinfo", "-h", "-N", "-t", "idle,reserved,planned", "-o", "%N"],
                       False).stdout
        return len(set(out.split()))

    def stop(self):
        """End exactly the processes started here, newest first."""
        if hasattr(self, "clock") and not self.a.real_time:
            try:        # let late timers fire while the processes end
                struct.pack_into("<q", self.clock.m, 16, self.clock.now + 10 ** 7 * NS)
            except Exception:
                pass
        order = [x for x in self.procs if x[0].startswith("slurmctld")] + \
                [x for x in self.procs if x[0].startswith("slurmd.")] + \
                [x for x in self.procs if x[0] == "slurmdbd"] + \
                [x for x in self.procs if x[0] == "mariadbd"] + \
                [x for x in self.procs if x[0] in ("munged",)]
        for group in ("slurmctld", "slurmd.", "slurmdbd", "mariadbd", "munged"):
            g = [pr for n, pr in order if n == group or
                 (group == "slurmd." and n.startswith(group))]
            for pr in g:
                if pr.poll() is None:
                    pr.terminate()
            end = time.monotonic() + 10
            for pr in g:
                while pr.poll() is None and time.monotonic() < end:
                    time.sleep(0.02)
                if pr.poll() is None:
                    pr.kill()
                    pr.wait()
        self.kill_steps()
        for n, pr in self.procs:
            if n == "vclockd" and pr.poll() is None:
                self.clock.quit() if hasattr(self, "clock") else pr.terminate()
                try:
                    pr.wait(5)
                except subprocess.TimeoutExpired:
                    pr.kill()
                    pr.wait()

    def kill_steps(self):
        """Job steps that outlived their slurmd: only process ids that use our clock file."""
        mine = self.p("clock")
        for d in os.listdir("/proc"):
            if not d.isdigit() or int(d) == os.getpid():
                continue
            try:
                maps = open("/proc/%s/maps" % d).read()
            except OSError:
                continue
            if mine in maps and not any(pr.pid == int(d) for _, pr in self.procs):
                try:
                    os.kill(int(d), signal.SIGKILL)
                except OSError:
                    pass
