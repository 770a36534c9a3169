#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Fits the walltime request model to traces that hold requests and run times.

    fit_request.py TRACE.swf[.gz] LIMIT_HOURS [OTHER.swf[.gz] LIMIT_HOURS ...]

The model: a user picks a round value, or the limit, with a fixed weight among those that cover the
run. An observed request is therefore a left-truncated draw, and the weights are its
maximum-likelihood estimate, found by expectation-maximisation: each job stands for the unseen ones
whose request would have been too short for it. Jobs shorter than ten minutes are left out, as the
shipped trace has none; so are jobs of unknown request. A request between two round values counts as
the next larger one. Printed: the menu, then for each trace the Kolmogorov-Smirnov distances between
observed and modelled requests and ratios of run to request; for traces after the first also those
under the first one's weights.
"""
import bisect
import gzip
import random
import sys

MENU_HOURS = (0.25, 0.5, 1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 20, 24, 30, 36, 48)
SHORTEST = 600
SLACK = 60  # a scheduler kills a little after the limit


def read(path, limit):
    """Pairs of run and request in seconds, both at most the limit, of an SWF trace."""
    opener = gzip.open if path.endswith(".gz") else open
    jobs = []
    with opener(path, "rt", errors="replace") as lines:
        for line in lines:
            field = line.split()
            if len(field) < 9 or field[0].startswith(";"):
                continue
            run, request = float(field[3]), float(field[8])
            if run >= SHORTEST and request > 0:
                request = min(request, limit)
                jobs.append((min(run, request), request))
    return jobs


def values(limit):
    return [int(h * 3600) for h in MENU_HOURS if h * 3600 < limit] + [limit]


def first_covering(menu, seconds):
    return min(bisect.bisect_left(menu, seconds - SLACK), len(menu) - 1)


def fit(jobs, limit):
    menu = values(limit)
    chosen, smallest = [0] * len(menu), [0] * len(menu)
    for run, request in jobs:
        choice = first_covering(menu, request)
        chosen[choice] += 1
        smallest[min(first_covering(menu, run), choice)] += 1
    weights = [1 / len(menu)] * len(menu)
    for _ in range(2000):
        tail, seen = 0.0, [0.0] * (len(menu) + 1)
        for k in reversed(range(len(menu))):
            tail += weights[k]
            seen[k] = seen[k + 1] + (smallest[k] / tail if tail > 0 else 0)
        expected = [chosen[k] + weights[k] * seen[k + 1] for k in range(len(menu))]
        total = sum(expected)
        weights = [e / total for e in expected]
    return menu, weights


def draw(menu, weights, run, rng):
    smallest = first_covering(menu, run)
    if sum(weights[smallest:]) <= 0:
        return menu[-1]
    return rng.choices(menu[smallest:], weights[smallest:])[0]


def distance(a, b):
    """The largest difference of two samples' distribution functions."""
    a, b = sorted(a), sorted(b)
    largest, i, j = 0.0, 0, 0
    while i < len(a) and j < len(b):
        x = min(a[i], b[j])
        while i < len(a) and a[i] <= x:
            i += 1
        while j < len(b) and b[j] <= x:
            j += 1
        largest = max(largest, abs(i / len(a) - j / len(b)))
    return largest


def residuals(name, jobs, menu, weights):
    rng = random.Random(1)
    model = [(run, draw(menu, weights, run, rng)) for run, _ in jobs]
    ratio = [run / request for run, request in jobs]
    model_ratio = [min(1, run / request) for run, request in model]
    print("%s: %d jobs, request KS %.3f, ratio KS %.3f, mean ratio %.3f observed, %.3f modelled, killed at the limit %.3f" % (
        name, len(jobs), distance([q for _, q in jobs], [q for _, q in model]), distance(ratio, model_ratio),
        sum(ratio) / len(ratio), sum(model_ratio) / len(model_ratio), sum(r >= 0.99 for r in ratio) / len(ratio)))


def main():
    arguments = sys.argv[1:]
    if not arguments or len(arguments) % 2:
        sys.exit(__doc__)
    first = None
    for path, hours in zip(arguments[::2], arguments[1::2]):
        limit = int(float(hours) * 3600)
        jobs = read(path, limit)
        menu, weights = fit(jobs, limit)
        if first is None:
            first = (menu, weights)
            for value, weight in zip(menu, weights):
                print("%8.2f h  %.3f" % (value / 3600, weight))
        residuals(path + " (own fit)", jobs, menu, weights)
        if first[0] is not menu:
            kept = [(v, w) for v, w in zip(*first) if v < min(limit, first[0][-1])]
            menu = [v for v, _ in kept] + [limit]
            weights = [w for _, w in kept] + [1 - sum(w for _, w in kept)]
            residuals(path + " (first one's weights)", jobs, menu, weights)


main()
