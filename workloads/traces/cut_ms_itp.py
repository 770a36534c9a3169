#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Cuts ms-itp-six-weeks.csv out of the published archive of ten clusters.

    cut_ms_itp.py raw-traces.tar.gz > ms-itp-six-weeks.csv
"""
import csv
import io
import sys
import tarfile

WEEK = 7 * 86400
CLUSTERS = ("cluster02", "cluster03", "cluster04", "cluster06")
FIRST_WEEK, WEEKS = 1, 6


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    begin, end = FIRST_WEEK * WEEK, (FIRST_WEEK + WEEKS) * WEEK
    jobs = []
    with tarfile.open(sys.argv[1]) as archive:
        for cluster in CLUSTERS:
            text = io.TextIOWrapper(archive.extractfile(cluster + ".csv"), encoding="utf-8")
            for row in csv.DictReader(text):
                submission = int(row["submission_time"])
                if begin <= submission < end:
                    jobs.append((submission - begin, int(row["duration"]), int(row["num_gpu"])))
    print("submission_time_s,duration_s,gpus")
    for job in sorted(jobs):
        print("%d,%d,%d" % job)


main()
