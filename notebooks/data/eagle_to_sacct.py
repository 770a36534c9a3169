# SPDX-License-Identifier: Apache-2.0
"""Writes the sample of NREL's Eagle (data/sample_eagle_data.csv of github.com/NREL/eagle-jobs) as sacct --parsable2 prints it.

usage: eagle_to_sacct.py sample_eagle_data.csv.gz | gzip -9n > eagle.txt.gz
"""
import sys

import pandas as pd

jobs = pd.read_csv(sys.argv[1]).sort_values(["submit_time", "job_id"])
# The sample has the number of an array but not of its tasks: they are counted here.
task = jobs.groupby("job_id").cumcount().astype(str)
is_array = jobs.job_id.duplicated(keep=False)
table = pd.DataFrame({
    "JobID": jobs.job_id.astype(str).where(~is_array, jobs.job_id.astype(str) + "_" + task),
    "User": jobs.user, "Account": jobs.account, "Partition": jobs.partition, "QOS": jobs.qos,
    "Submit": jobs.submit_time.str.replace(" ", "T"), "Start": jobs.start_time.str.replace(" ", "T"), "End": jobs.end_time.str.replace(" ", "T"),
    "ElapsedRaw": jobs.run_time.astype(int), "TimelimitRaw": (jobs.wallclock_req // 60).astype(int), "ReqNodes": jobs.nodes_req,
    "NNodes": jobs.nodes_req, "ReqCPUS": jobs.processors_req, "State": jobs.state})
table.to_csv(sys.stdout, sep="|", index=False)
