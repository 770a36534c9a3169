# SPDX-License-Identifier: Apache-2.0
"""Writes accounting.txt.gz and starts.csv: the jobs of a recorded Slurm (tests/conformance/slurm/W43-eleven-days) that had ended at
the snapshot queue.tar.gz, as sacct --parsable2 prints them, and when the jobs that waited then really started.

usage: from_recording.py
"""
import csv
import datetime
import gzip
import pathlib

HERE = pathlib.Path(__file__).parent
RECORDING = HERE.parents[1] / "tests/conformance/slurm/W43-eleven-days"
AT, CORES = 820800, 64  # seconds from the start of the recording to the snapshot, cores of a node
BEGIN = datetime.datetime(2024, 1, 2, 0, 5, 2, tzinfo=datetime.timezone.utc)  # of the recording, by sdiag.txt of the archive


def rows(name):
    with open(RECORDING / name, encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def main():
    asked = {job["job_id"]: job for job in rows("jobs.csv")}
    accounting = ["JobIDRaw|User|Account|Partition|Submit|Start|End|TimelimitRaw|ReqNodes|NNodes|ReqCPUS|NCPUS|State"]
    starts = ["job_id,nodes,timelimit_s,user,submit_s,start_s"]  # seconds after the snapshot
    for row in rows("out.csv"):
        job = asked[row["job_id"]]
        times = [int(row[key]) for key in ("submit_s", "start_s", "end_s")]
        if times[2] <= AT:
            stamps = [(BEGIN + datetime.timedelta(seconds=time)).strftime("%Y-%m-%dT%H:%M:%S") for time in times]
            nodes, cores = job["nodes"], str(CORES * int(job["nodes"]))
            accounting.append("|".join([row["slurm_id"], job["user"], job["account"], "main", *stamps, str(int(job["timelimit_s"]) // 60),
                                        nodes, nodes, cores, cores, row["state"]]))
        elif times[0] <= AT < times[1]:
            starts.append(",".join([row["slurm_id"], job["nodes"], job["timelimit_s"], job["user"], str(times[0] - AT), str(times[1] - AT)]))
    (HERE / "starts.csv").write_text("\n".join(starts) + "\n", encoding="utf-8")
    with gzip.GzipFile(HERE / "accounting.txt.gz", "wb", 9, mtime=0) as stream:
        stream.write(("\n".join(accounting) + "\n").encode())


main()
