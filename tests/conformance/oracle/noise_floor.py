#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compare the recorded repeats of every workload; print a table and write noise_floor.csv next to them.

out.csv against out.r*.csv: the same run again (error of the harness).
out.csv against out.p*.csv: daemons at another phase (noise of real Slurm itself).
"""
import csv
import glob
import os

import compare

HERE = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "slurm")
KEYS = ["jobs_both_started", "kendall_tau", "exact_start", "within_2s", "within_60s",
        "mean_abs_s", "median_abs_s", "p95_abs_s", "max_abs_s", "makespan_s", "p95_abs_rel",
        "nodes_match", "state_match", "mean_wait_real_s", "mean_wait_diff_s"]


def main():
    rows = []
    for d in sorted(glob.glob(os.path.join(HERE, "W*"))):
        ref = os.path.join(d, "out.csv")
        for o in sorted(glob.glob(os.path.join(d, "out.[pr]*.csv"))):
            if not os.path.exists(ref):
                continue
            r, _ = compare.compare(compare.load(ref), compare.load(o))
            rows.append(dict({"workload": os.path.basename(d),
                              "repeat": os.path.basename(o)[4:-4]},
                             **{k: round(r[k], 5) for k in KEYS}))
    if not rows:
        return
    with open(os.path.join(HERE, "noise_floor.csv"), "w", newline="") as f:
        w = csv.DictWriter(f, list(rows[0]), lineterminator="\n")
        w.writeheader()
        w.writerows(rows)
    print("| workload | repeat | jobs | Kendall tau | exact start | within 60 s | mean abs s |"
          " p95 abs s | p95 of makespan | same nodes | mean wait s | wait diff s |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|")
    for r in rows:
        print("| %s | %s | %d | %.4f | %.0f %% | %.0f %% | %.1f | %.1f | %.2f %% | %.0f %% |"
              " %.0f | %+.1f |" % (
                  r["workload"], r["repeat"], r["jobs_both_started"], r["kendall_tau"],
                  100 * r["exact_start"], 100 * r["within_60s"], r["mean_abs_s"],
                  r["p95_abs_s"], 100 * r["p95_abs_rel"], 100 * r["nodes_match"],
                  r["mean_wait_real_s"], r["mean_wait_diff_s"]))


if __name__ == "__main__":
    main()
