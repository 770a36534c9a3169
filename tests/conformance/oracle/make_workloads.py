#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write cluster.json and jobs.csv of the workloads (deterministic: fixed seeds).

    make_workloads.py [NUMBER ...]
    make_workloads.py --mixtures WHAT [--seeds 1-6] [--jobs 50] [--to FOLDER]

WHAT is the number of features of each mixture (workloads_mixtures.py), "all", or names such as "tasks+topology".
"""
import argparse
import random

import workloads_days
import workloads_features
import workloads_mixed
import workloads_mixtures
import workloads_queue
import workloads_rules
import workloads_sites
import workloads_suspend
import workloads_tasks
from workload_parts import FOLDER, write


def mixtures(args):
    first, _, last = args.seeds.partition("-")
    for seed in range(int(first), int(last or first) + 1):
        write(*workloads_mixtures.mixture(args.mixtures, seed, args.jobs), folder=args.to)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("numbers", nargs="*", metavar="NUMBER")
    ap.add_argument("--mixtures", metavar="WHAT")
    ap.add_argument("--seeds", default="1-6")
    ap.add_argument("--jobs", type=int, default=50)
    ap.add_argument("--to", default=FOLDER, help="another folder for the mixtures")
    args = ap.parse_args()
    if args.mixtures:
        mixtures(args)
        return
    only = args.numbers
    for module in (workloads_queue, workloads_features, workloads_mixed, workloads_sites, workloads_rules,
                   workloads_suspend, workloads_days, workloads_tasks):
        for name in sorted(vars(module)):
            if name[0] == "w" and name[1:].isdigit() and (not only or name[1:] in only):
                getattr(module, name)(random.Random(1000 + int(name[1:])))


if __name__ == "__main__":
    main()
