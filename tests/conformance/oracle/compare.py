#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""compare.py REAL.csv SIM.csv [--json] [--worst N]

Compare two out.csv files (real Slurm against a simulator, or two runs of real
Slurm) job by job.  Only job_id, submit_s, start_s, end_s, state and nodelist
are read, so a simulator needs to write only these.
"""
import argparse
import csv
import json
import re


def expand(expr):
    out = set()
    for m in re.finditer(r"([^,\[\]]+)(?:\[([^\]]*)\])?([^,\[\]]*)", expr or ""):
        pre, rng, post = m.groups()
        if rng is None:
            out.add(pre)
            continue
        for r in rng.split(","):
            a, _, b = r.partition("-")
            for i in range(int(a), int(b or a) + 1):
                out.add(pre + str(i).zfill(len(a)) + post)
    return frozenset(out)


def load(path):
    jobs = {}
    for r in csv.DictReader(open(path, newline="")):
        r["start"] = float(r["start_s"]) if r.get("start_s") not in (None, "") else None
        r["end"] = float(r["end_s"]) if r.get("end_s") not in (None, "") else None
        r["submit"] = float(r["submit_s"]) if r.get("submit_s") not in (None, "") else 0.0
        jobs[r["job_id"]] = r
    return jobs


def kendall(x, y):
    """Kendall's tau-b in O(n log n) (ties in either ranking allowed)."""
    n = len(x)
    if n < 2:
        return 1.0
    idx = sorted(range(n), key=lambda i: (x[i], y[i]))
    ties = lambda v: sum(c * (c - 1) // 2 for c in counts(v).values())

    def counts(v):
        d = {}
        for e in v:
            d[e] = d.get(e, 0) + 1
        return d
    n0 = n * (n - 1) // 2
    n1, n2, n3 = ties(x), ties(y), ties(list(zip(x, y)))
    seq = [y[i] for i in idx]

    def inversions(a):
        if len(a) < 2:
            return 0, a
        m = len(a) // 2
        il, l = inversions(a[:m])
        ir, r = inversions(a[m:])
        out, i, j, inv = [], 0, 0, il + ir
        while i < len(l) and j < len(r):
            if r[j] < l[i]:
                inv += len(l) - i
                out.append(r[j])
                j += 1
            else:
                out.append(l[i])
                i += 1
        return inv, out + l[i:] + r[j:]
    dis, _ = inversions(seq)
    con = n0 - n1 - n2 + n3 - dis
    den = ((n0 - n1) * (n0 - n2)) ** 0.5
    return (con - dis) / den if den else 1.0


def pct(v, q):
    if not v:
        return 0.0
    v = sorted(v)
    k = (len(v) - 1) * q
    i = int(k)
    return v[i] + (v[min(i + 1, len(v) - 1)] - v[i]) * (k - i)


def compare(a, b):
    both = [j for j in a if j in b]
    ran = [j for j in both if a[j]["start"] is not None and b[j]["start"] is not None]
    sa, sb = [a[j]["start"] for j in ran], [b[j]["start"] for j in ran]
    d = [abs(p - q) for p, q in zip(sa, sb)]
    ends = [a[j]["end"] for j in ran if a[j]["end"] is not None] or [0]
    subs = [a[j]["submit"] for j in ran] or [0]
    span = max(max(ends) - min(subs), 1.0)
    oa = sorted(ran, key=lambda j: (a[j]["start"], j))
    ob = sorted(ran, key=lambda j: (b[j]["start"], j))
    # Rank of each job; equal starts share a rank, so that simultaneous starts count as equal.
    rank = lambda v: {s: k for k, s in enumerate(sorted(set(v)))}
    ra, rb = rank(sa), rank(sb)
    wait = lambda x: x["start"] - x["submit"]
    r = {
        "jobs_real": len(a), "jobs_sim": len(b), "jobs_both_started": len(ran),
        "only_real": len([j for j in a if j not in b]),
        "only_sim": len([j for j in b if j not in a]),
        "started_differs": len([j for j in both if (a[j]["start"] is None) !=
                                (b[j]["start"] is None)]),
        "state_match": sum(a[j].get("state") == b[j].get("state") for j in both) /
        max(len(both), 1),
        "kendall_tau": kendall(sa, sb),
        "same_rank": sum(x == y for x, y in zip(oa, ob)) / max(len(ran), 1),
        "same_dense_rank": sum(ra[p] == rb[q] for p, q in zip(sa, sb)) / max(len(ran), 1),
        "exact_start": sum(x <= 0.5 for x in d) / max(len(ran), 1),
        "within_2s": sum(x <= 2 for x in d) / max(len(ran), 1),
        "within_60s": sum(x <= 60 for x in d) / max(len(ran), 1),
        "mean_abs_s": sum(d) / max(len(d), 1), "median_abs_s": pct(d, 0.5),
        "p95_abs_s": pct(d, 0.95), "max_abs_s": max(d, default=0.0),
        "makespan_s": span,
        "mean_abs_rel": sum(d) / max(len(d), 1) / span, "p95_abs_rel": pct(d, 0.95) / span,
        "nodes_match": sum(expand(a[j].get("nodelist")) == expand(b[j].get("nodelist"))
                           for j in ran) / max(len(ran), 1),
        "mean_wait_real_s": sum(wait(a[j]) for j in ran) / max(len(ran), 1),
        "mean_wait_sim_s": sum(wait(b[j]) for j in ran) / max(len(ran), 1),
    }
    r["mean_wait_diff_s"] = r["mean_wait_sim_s"] - r["mean_wait_real_s"]
    return r, sorted(ran, key=lambda j: -abs(a[j]["start"] - b[j]["start"]))


def main():
    ap = argparse.ArgumentParser(description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("real")
    ap.add_argument("sim")
    ap.add_argument("--json", action="store_true")
    ap.add_argument("--worst", type=int, default=0, help="list the N largest differences")
    o = ap.parse_args()
    a, b = load(o.real), load(o.sim)
    r, worst = compare(a, b)
    if o.json:
        print(json.dumps(r, indent=1))
        return
    print("jobs: %d real, %d simulated, %d started in both (%d only real, %d only simulated,"
          " %d started in one only)" % (r["jobs_real"], r["jobs_sim"], r["jobs_both_started"],
                                        r["only_real"], r["only_sim"], r["started_differs"]))
    print("start order: Kendall tau-b %.4f, same rank %.1f%%, same rank with ties merged %.1f%%"
          % (r["kendall_tau"], 100 * r["same_rank"], 100 * r["same_dense_rank"]))
    print("start times: exact %.1f%%, within 2 s %.1f%%, within 60 s %.1f%%" % (
        100 * r["exact_start"], 100 * r["within_2s"], 100 * r["within_60s"]))
    print("|difference|: mean %.1f s, median %.1f s, p95 %.1f s, max %.1f s;"
          " of the makespan (%.0f s): mean %.3f%%, p95 %.3f%%" % (
              r["mean_abs_s"], r["median_abs_s"], r["p95_abs_s"], r["max_abs_s"],
              r["makespan_s"], 100 * r["mean_abs_rel"], 100 * r["p95_abs_rel"]))
    print("nodes: identical sets %.1f%%;  final state equal %.1f%%" % (
        100 * r["nodes_match"], 100 * r["state_match"]))
    print("mean wait: real %.1f s, simulated %.1f s, difference %+.1f s" % (
        r["mean_wait_real_s"], r["mean_wait_sim_s"], r["mean_wait_diff_s"]))
    for j in worst[:o.worst]:
        print("  job %s: real start %.0f on %s, simulated %.0f on %s" % (
            j, a[j]["start"], a[j].get("nodelist"), b[j]["start"], b[j].get("nodelist")))
    print("SUMMARY jobs=%d tau=%.4f exact=%.3f mean=%.1fs p95=%.1fs (%.3f%% of makespan) "
          "nodes=%.3f wait%+.1fs" % (r["jobs_both_started"], r["kendall_tau"],
                                     r["exact_start"], r["mean_abs_s"], r["p95_abs_s"],
                                     100 * r["p95_abs_rel"], r["nodes_match"],
                                     r["mean_wait_diff_s"]))


if __name__ == "__main__":
    main()
