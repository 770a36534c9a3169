# SPDX-License-Identifier: Apache-2.0
"""One sample question for every command, which answers in about a second, and the files that they name."""
import os

from program import ROOT

DOCUMENT = {"schema": "clustersim/scenario/1", "title": "two jobs", "system": "vega", "scheduler": "slurm", "seed": 4, "replicates": 1,
            "background": {"mix": "gpu-centre", "load": 0.9, "warm-up": "2 h", "window": "1 h"},
            "jobs": {"train": {"nodes": 2, "runtime": "1 h", "walltime": "2 h"}}, "sweep": {"jobs.train.nodes": [1, 2]}}
PROJECT = {"schema": "clustersim/project/1", "title": "t", "systems": ["mahti"], "start": "2027-01-11", "replicates": 1,
           "background": {"mix": "itp-trace", "load": 0.5, "warm-up": "1 h", "window": "1 h"},
           "stages": {"work": {"repeat": 3, "job": {"runtime": "1 h", "walltime": "2 h", "nodes": 2}}}}
SCRIPT = "#!/bin/sh\n#SBATCH -A x -p dev-g --nodes=1 --time=0:20:00\nsrun true\n"
CONF = "ClusterName=alpha\nSelectType=select/cons_tres\nNodeName=n[1-4] CPUs=8 RealMemory=1000\nPartitionName=batch Nodes=n[1-4] Default=YES\n"
SACCT = """JobIDRaw|User|Account|Submit|Start|End|TimelimitRaw|ReqNodes|NNodes|ReqCPUS|State|JobName
1|ann|biology|2024-01-31T12:00:00|2024-01-31T12:00:01|2024-01-31T12:10:01|20|4|4|32|COMPLETED|a
"""
EVENT = "-dt 1.5 -e submit_batch_job | -sim-walltime 60 --uid=ann -J jobid_7 -n 8 -t 10 x\n"
DATA = os.path.join(ROOT, "tests", "data")
TRACE = os.path.join(ROOT, "scenarios", "courses", "cluster", "trace.swf")
QUEUE = os.path.join(ROOT, "tests", "conformance", "snapshots", "W05-4000.tar.gz")
PILOT = os.path.join(DATA, "pilot", "gpt-857m-lumi.csv")
COLLECTIVES = os.path.join(ROOT, "workloads", "measurements", "collectives", "nccl_rccl.csv")
KERNELS = os.path.join(ROOT, "workloads", "measurements", "kernels", "azure_h200.csv")

# Command: the words after it, and the same as keys. What is written is called made….
SAMPLES = {
    "run": ("s.yaml --no-results --set jobs.train.walltime=3h --set title=u --format csv",
            {"scenario": "s.yaml", "no-results": True, "set": ["jobs.train.walltime=3h", "title=u"], "format": "csv"}),
    "show": ("result --detail --report made.html", {"result": "result", "detail": True, "report": "made.html"}),
    "check": ("s.yaml p.yaml", {"scenario": ["s.yaml", "p.yaml"]}),
    "compare": ("s.yaml --systems vega,karolina --seed 5 --set sweep={}",
                {"scenario": "s.yaml", "systems": ["vega", "karolina"], "seed": 5, "set": "sweep={}"}),
    "diff": (f"{DATA}/policy/site.yaml --workload {DATA}/policy/jobs.csv --with bf_max_job_test=2 --first 50",
             {"file": f"{DATA}/policy/site.yaml", "workload": f"{DATA}/policy/jobs.csv", "with": ["bf_max_job_test=2"], "first": 50}),
    "sweep": ("s.yaml -o made.sqlite", {"scenario": "s.yaml", "out": "made.sqlite"}),
    "allocate": ("p.yaml --force", {"project": "p.yaml", "force": True}),
    "advise": ("job.sh --system lumi --replicates 1", {"script": "job.sh", "system": "lumi", "replicates": 1}),
    "replay": (f"{TRACE} --procs 64 --first 20", {"trace": TRACE, "procs": 64, "first": 20}),
    "import slurm": ("--conf slurm.conf -o -", {"conf": "slurm.conf", "out": "-"}),
    "import sacct": ("sacct.txt -o -", {"dump": "sacct.txt", "out": "-"}),
    "import events": ("a.events.gz -o -", {"events": "a.events.gz", "out": "-"}),
    "forecast": (f"{QUEUE} --nodes 4 --time 60 --user p1 --account phys --samples 3 --no-alternatives",
                 {"archive": QUEUE, "nodes": 4, "time": 60, "user": "p1", "account": "phys", "samples": 3, "no-alternatives": True}),
    "systems list": ("--format json", {"format": "json"}),
    "systems show": ("lumi", {"system": "lumi"}),
    "systems check": ("lumi vega", {"file": ["lumi", "vega"]}),
    "applications list": ("", {}),
    "applications show": ("gpt-857m", {"app": "gpt-857m"}),
    "applications check": (f"{ROOT}/workloads/applications/gpt-857m.yaml", {"file": f"{ROOT}/workloads/applications/gpt-857m.yaml"}),
    "step": ("gpt-857m --system leonardo --nodes 2,4 --format json",
             {"app": "gpt-857m", "system": "leonardo", "nodes": [2, 4], "format": "json"}),
    "plan": ("gpt-857m --system leonardo --gpus 8 --top 2", {"app": "gpt-857m", "system": "leonardo", "gpus": 8, "top": 2}),
    "inference": ("llama-7b --system karolina --batch 1,4 --precision fp16",
                  {"app": "llama-7b", "system": "karolina", "batch": [1, 4], "precision": "fp16"}),
    "fabric show": ("leonardo --routing minimal", {"system": "leonardo", "routing": "minimal"}),
    "nccl-tests": ("--system leonardo --nodes 2 -b 1M -e 4M -f 2.0",
                   {"system": "leonardo", "nodes": 2, "minbytes": "1M", "maxbytes": "4M", "stepfactor": 2.0}),
    "fit links": (COLLECTIVES, {"file": COLLECTIVES}),
    "fit pilot": (f"gpt-857m {PILOT} --system lumi --scaling strong --nodes 32",
                  {"application": "gpt-857m", "pilot": PILOT, "system": "lumi", "scaling": "strong", "nodes": 32}),
    "fit accelerator": (f"{KERNELS} --accelerator h200-sxm-141", {"table": KERNELS, "accelerator": "h200-sxm-141"}),
    "fit mix": (f"{TRACE} --jobs all", {"file": [TRACE], "jobs": "all"}),
    "fit waits": (f"{DATA}/waits/history.txt.gz --workers 1", {"file": f"{DATA}/waits/history.txt.gz", "workers": 1}),
    "validate": ("--format csv", {"format": "csv"}),
    "validate waits": (f"{DATA}/waits/history.txt.gz --learn 5", {"file": f"{DATA}/waits/history.txt.gz", "learn": 5}),
    "explain": ("CS0103", {"what": "CS0103"}),
    "squeue": ("result --at 1h -o %i", {"result": "result", "at": "1h", "format": "%i"}),
    "sinfo": ("result -s", {"result": "result", "summarize": True}),
    "sprio": ("result -l", {"result": "result", "long": True}),
    "sshare": ("result -a", {"result": "result", "all": True}),
    "sacct": ("result -X", {"result": "result", "allocations": True}),
    "sdiag": ("result", {"result": "result"}),
    "seff": ("result train", {"result": "result", "job": "train"}),
    "init": ("--template one-job -o -", {"template": "one-job", "out": "-"}),
    "help": ("metrics --format json", {"topic": "metrics", "format": "json"}),
}
