#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write cluster.json and jobs.csv of the workloads (deterministic: fixed seeds).

    make_workloads.py [NUMBER ...]
"""
import random
import sys

import workloads_days
import workloads_features
import workloads_mixed
import workloads_queue
import workloads_rules
import workloads_sites
import workloads_suspend


def main():
    only = sys.argv[1:]
    for module in (workloads_queue, workloads_features, workloads_mixed, workloads_sites, workloads_rules,
                   workloads_suspend, workloads_days):
        for name in sorted(vars(module)):
            if name[0] == "w" and name[1:].isdigit() and (not only or name[1:] in only):
                getattr(module, name)(random.Random(1000 + int(name[1:])))


if __name__ == "__main__":
    main()
