#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run a workload through a real Slurm (Debian's packages) and record the outcome.

    run_oracle.py --cluster cluster.json --jobs jobs.csv --out out.csv

Everything runs on 127.0.0.1 in one temporary directory, under a virtual
clock (vclock.h).  See README.md for the formats.  Standard library only.
"""
import argparse
import json
import os
import shutil
import signal
import sys
import time

import host
from formats import read_jobs
from record import collect, copy_log, slipped
from workload import Oracle

log = host.log
# What slurmctld logs for --log.
LOGGED = {"SlurmctldDebug": "debug2", "DebugFlags": "Backfill,BackfillMap,Reservation"}


def main():
    ap = argparse.ArgumentParser(description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--cluster", required=True)
    ap.add_argument("--jobs", required=True)
    ap.add_argument("--out", required=True)
    ap.add_argument("--workdir", help="parent of the temporary directory")
    ap.add_argument("--keep", action="store_true", help="keep logs and configuration")
    ap.add_argument("--no-priority", action="store_true", help="do not ask for priorities")
    ap.add_argument("--submit-gap", type=float, default=0.01,
                    help="virtual seconds between two submissions of one instant")
    ap.add_argument("--poll-s", type=float, default=120,
                    help="virtual seconds between queries of the queue after the last submission")
    ap.add_argument("--real-time", action="store_true",
                    help="no virtual clock (may itself be run under `faketime -f '+0 x20'`)")
    ap.add_argument("--phase", type=float, default=0,
                    help="start the workload this many virtual seconds later, so that the "
                         "daemons' periodic cycles come at other times")
    ap.add_argument("--gap-us", type=int, default=100,
                    help="real microseconds between the two checks before a clock step")
    ap.add_argument("--set", action="append", default=[], metavar="KEY=VALUE",
                    help="override a slurm.conf line")
    ap.add_argument("--sdiag", help="write the output of sdiag to this file")
    ap.add_argument("--log", help="write the log of slurmctld to this file, with times on the scale of submit_s; "
                                  "slurmctld then logs every decision")
    ap.add_argument("-q", "--quiet", action="store_true")
    a = ap.parse_args()
    host.quiet = a.quiet
    if os.geteuid():
        raise SystemExit("run_oracle.py needs root (slurmd starts jobs as their users)")
    with open(a.cluster) as f:
        cluster = json.load(f)
    for s in a.set:
        k, _, v = s.partition("=")
        cluster.setdefault("slurm", {})[k] = v
    if a.log:
        a.log = os.path.abspath(a.log)
        cluster["slurm"] = {**LOGGED, **cluster.get("slurm", {})}
    jobs = read_jobs(a.jobs)
    a.out = os.path.abspath(a.out)
    if a.sdiag:
        a.sdiag = os.path.abspath(a.sdiag)
    host.sbin_path()
    host.ensure_packages()
    host.private_network()
    if os.uname().machine == "x86_64":
        host.short_slices()

    def on_term(sig, frame):
        raise SystemExit("stopped by signal %d" % sig)
    signal.signal(signal.SIGTERM, on_term)
    os.umask(0o022)
    o = Oracle(cluster, jobs, a)
    t = [time.monotonic()]
    ok = False
    try:
        o.build()
        o.write_conf()
        o.start()
        t.append(time.monotonic())
        o.play()
        t.append(time.monotonic())
        rows, sdiag = collect(o, a.out)
        if a.sdiag:
            with open(a.sdiag, "w") as f:
                f.write(sdiag)
        if a.log:
            copy_log(o, a.log)
        ok = True
        late = [] if a.real_time else slipped(o, rows)
        st = {}
        for r in rows:
            st[r["state"]] = st.get(r["state"], 0) + 1
        log("%d records %s; virtual %.0f s in %.1f s (+%.1f s start-up), %d clock steps" % (
            len(rows), st, o.vend, t[2] - t[1], t[1] - t[0], o.clock.steps))
    finally:
        o.stop()
        if a.keep or not ok:
            log("kept", o.dir)
        else:
            shutil.rmtree(o.dir, ignore_errors=True)
    if late:
        log("the clock slipped:", ", ".join(late))
        sys.exit(3)


if __name__ == "__main__":
    main()
