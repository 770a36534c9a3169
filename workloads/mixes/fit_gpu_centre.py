#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Fits the GPU-centre generator to a GPU trace and prints the numbers of gpu-centre.yaml.

    fit_gpu_centre.py ../traces/ms-itp-six-weeks.csv [OTHER.csv[.gz]]

Fitted, and told with the residual:
- batches: jobs of equal size, each at most 5 minutes after the one before; the share of each size
  among batches, and per size the number of jobs: one, or 1 + ceil(lognormal);
- runs per size: shortest + lognormal mixture of two (expectation-maximisation), and how much of the
  variance of ln(run - shortest) lies between batches (intra-class correlation);
- weights of the hours of the day and days of the week, from the beginnings of batches.
Residual: Kolmogorov-Smirnov distance between the trace and the fitted distribution. A second trace
is only compared: the distance of its runs of 10 minutes and more to those fitted, size by size.
"""
import csv
import datetime
import gzip
import math
import sys

SHORTEST = 599  # the trace holds no run below 600 s
GAP = 300
SIZES = (1, 2, 4, 8, 16, 32, 64)


def read(path):
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rt") as text:
        for row in csv.DictReader(text):
            submit = row.get("submission_time_s") or row["timestamp"]
            if ":" in submit:
                submit = datetime.datetime.fromisoformat(submit + "+00:00").timestamp()
            run = float(row.get("duration_s") or row["duration"])
            yield float(submit), run, int(row.get("gpus") or row["num_gpus"])


def batches_of(jobs):
    """Lists of (submit, run) by size."""
    done, last = {size: [] for size in SIZES}, {}
    for submit, run, gpus in sorted(jobs):
        if gpus not in done:
            continue
        if gpus in last and submit - last[gpus][-1][0] <= GAP:
            last[gpus].append((submit, run))
        else:
            last[gpus] = [(submit, run)]
            done[gpus].append(last[gpus])
    return done


def phi(z):
    return 0.5 * math.erfc(-z / math.sqrt(2))


def mixture(x, rounds=300):
    """(weight, mu, sigma) of two normals, by expectation-maximisation from the halves."""
    x = sorted(x)
    half = len(x) // 2
    parts = []
    for part in (x[:half], x[half:]):
        mean = sum(part) / len(part)
        parts.append((0.5, mean, math.sqrt(sum((v - mean) ** 2 for v in part) / len(part)) + 0.1))
    for _ in range(rounds):
        sums = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
        for v in x:
            density = [w / s * math.exp(-0.5 * ((v - m) / s) ** 2) + 1e-300 for w, m, s in parts]
            total = sum(density)
            for k in (0, 1):
                r = density[k] / total
                sums[k][0] += r
                sums[k][1] += r * v
                sums[k][2] += r * v * v
        parts = []
        for n, s1, s2 in sums:
            mean = s1 / n
            parts.append((n / len(x), mean, max(0.1, math.sqrt(max(0.0, s2 / n - mean * mean)))))
    return parts


def distance(sample, cdf):
    sample = sorted(sample)
    n = len(sample)
    return max(max((i + 1) / n - cdf(v), cdf(v) - i / n) for i, v in enumerate(sample))


def run_cdf(parts):
    return lambda v: sum(w * phi((v - m) / s) for w, m, s in parts)


def between_batches(groups):
    """Intra-class correlation of ln(run - shortest): one-way analysis of variance."""
    groups = [g for g in groups if len(g) > 1]
    n = sum(len(g) for g in groups)
    if len(groups) < 3 or n == len(groups):
        return 0.0
    grand = sum(sum(g) for g in groups) / n
    within = sum(sum((v - sum(g) / len(g)) ** 2 for v in g) for g in groups) / (n - len(groups))
    between = sum(len(g) * (sum(g) / len(g) - grand) ** 2 for g in groups) / (len(groups) - 1)
    size = (n - sum(len(g) ** 2 for g in groups) / n) / (len(groups) - 1)
    spread = max(0.0, (between - within) / size)
    return spread / (spread + within)


def batch_fit(counts):
    """Share of single-job batches and the lognormal of the others' (jobs - 1), which is rounded up."""
    single = sum(c == 1 for c in counts) / len(counts)
    rest = [math.log(c - 1.5) for c in counts if c > 1] or [0.0]  # middle of the interval rounded up
    mu = sum(rest) / len(rest)
    sigma = math.sqrt(sum((v - mu) ** 2 for v in rest) / len(rest))
    return single, mu, sigma


def batch_cdf(single, mu, sigma):
    def cdf(count):
        return single + ((1 - single) * phi((math.log(count - 1) - mu) / sigma) if count > 1 and sigma > 0 else 0)
    return cdf


def discrete_distance(counts, cdf):
    return max(abs(sum(c <= v for c in counts) / len(counts) - cdf(v)) for v in set(counts))


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    jobs = list(read(sys.argv[1]))
    done = batches_of(jobs)
    total = sum(len(b) for b in done.values())
    starts = sorted(b[0][0] for batches in done.values() for b in batches)
    print("# %d jobs, %d batches" % (len(jobs), total))
    gaps = [b[i + 1][0] - b[i][0] for batches in done.values() for b in batches for i in range(len(b) - 1)]
    print("mean gap within a batch: %.1f s" % (sum(gaps) / len(gaps)))
    print("largest batch: %d" % max(len(b) for batches in done.values() for b in batches))
    fits = {}
    for size, batches in done.items():
        runs = [math.log(max(run - SHORTEST, 0.5)) for b in batches for _, run in b]
        parts = fits[size] = mixture(runs)
        counts = [len(b) for b in batches]
        single, mu, sigma = batch_fit(counts)
        same = between_batches([[math.log(max(run - SHORTEST, 0.5)) for _, run in b] for b in batches])
        print("  - {gpus: %d, share: %.4f, batch: {single: %.3f, mu: %.3f, sigma: %.3f}, alike: %.2f," % (
            size, len(batches) / total, single, mu, sigma, same))
        print("     runs: [%s]}" % ", ".join("{weight: %.3f, mu: %.3f, sigma: %.3f}" % p for p in parts))
        print("     # %d jobs, %d batches; KS runs %.3f, jobs of a batch %.3f" % (
            len(runs), len(batches), distance(runs, run_cdf(parts)), discrete_distance(counts, batch_cdf(single, mu, sigma))))
    for name, step, n in (("hours", 3600, 24), ("days", 86400, 7)):
        counts = [0] * n
        for start in starts:
            counts[int(start // step) % n] += 1
        print("%s: [%s]" % (name, ", ".join("%.2f" % (c * n / len(starts)) for c in counts)))
    between = [b - a for a, b in zip(starts, starts[1:])]
    mean = sum(between) / len(between)
    print("# gaps between batches: mean %.0f s, KS to exponential %.3f" % (
        mean, distance(between, lambda v: 1 - math.exp(-v / mean))))
    if len(sys.argv) == 3:
        others = {size: [] for size in SIZES}
        for _, run, gpus in read(sys.argv[2]):
            if gpus in others and run >= SHORTEST + 1:
                others[gpus].append(math.log(run - SHORTEST))
        for size, runs in others.items():
            if len(runs) >= 50:
                print("# other trace, %d GPUs: %d runs, KS to these %.3f" % (size, len(runs), distance(runs, run_cdf(fits[size]))))


main()
