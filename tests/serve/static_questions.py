# SPDX-License-Identifier: Apache-2.0
"""Questions that the static edition and the native program answer with the same bytes."""
import glob
import os

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

SCENARIO = """schema: clustersim/scenario/1
title: Llama 7B on eight nodes of LUMI
system: lumi
partition: standard-g
replicates: 4
seed: 1
background: {mix: typical}
jobs:
  train: {application: llama-7b, tokens: 2e9, nodes: 8}
"""
SWEEP = """schema: clustersim/scenario/1
title: GPT-857M on Karolina
system: karolina
partition: qgpu
background: {mix: gpu-centre, load: 0.85, warm-up: 2 d, window: 12 h}
jobs:
  train: {application: gpt-857m, steps: 2000}
sweep:
  jobs.train.nodes: [1, 4]
replicates: 3
seed: 1
"""
TRACE = """schema: clustersim/scenario/1
title: A replayed trace under a policy for teaching
system: vega
partition: gpu
scheduler: easy
background: {mix: itp-trace, load: 0.9, warm-up: 2 d, window: 1 d}
jobs:
  train: {runtime: 3 h, nodes: 4, walltime: 6 h}
replicates: 3
seed: 5
"""
ARRIVALS = """schema: clustersim/scenario/1
title: A stencil code among the jobs of a published model
system: mahti
partition: medium
scheduler: conservative
background: {mix: lublin-cpu, load: 0.8, warm-up: 1 d, window: 6 h}
jobs:
  solve: {application: stencil-2048, steps: 20000, nodes: 16}
replicates: 2
seed: 3
"""
CHOICE = """schema: clustersim/scenario/1
title: BERT-large on Puhti, Mahti or LUMI
system: puhti
partition: gpu
background: {mix: typical, warm-up: 2 d, window: 12 h}
jobs:
  train:
    nodes: 1
    application: bert-large
    steps: 20000
    training: {precision: fp16, global-batch: 256, micro-batch: 8}
replicates: 2
"""
LONG_RUN = """schema: clustersim/scenario/1
title: A long run with failures and checkpoints
system: karolina
partition: qgpu
replicates: 2
background: {mix: gpu-centre, load: 0.7, warm-up: 1 d, window: 6 h}
jobs:
  train:
    application: llama-7b
    tokens: 20e9
    nodes: 16
    walltime: 12 h
    checkpoint: {every: 1 h}
"""
PROJECT = """schema: clustersim/project/1
title: A 7B model
systems: [lumi]
start: 2027-01-11
access: development
replicates: 2
stages:
  pretrain:
    nodes: [16]
    job:
      application: llama-7b
      tokens: 20e9
      checkpoint: {every: 1 h}
"""
SCRIPT = """#!/bin/bash
#SBATCH --job-name=bert
#SBATCH --partition=gpumedium
#SBATCH --account=project_462000001
#SBATCH --nodes=2
#SBATCH --gpus-per-node=4
#SBATCH --time=06:00:00
srun python train.py
"""


def yaml(text):
    return {"yaml": text, "name": "page.yaml"}


def names(folder):
    return sorted(os.path.basename(path)[:-5] for path in glob.glob(os.path.join(ROOT, folder, "*.yaml")))


def exercise(path):
    """As the page asks: the machine of some exercises is named from the shipped data."""
    with open(os.path.join(ROOT, "scenarios", "courses", path), encoding="utf-8") as stream:
        return {"yaml": stream.read().replace(" ./cluster/", " scenarios/courses/cluster/"), "name": path}


QUESTIONS = {
    "step": {"command": "step", "app": "llama-7b", "system": "lumi", "nodes": [2, 8, 64], "format": "json"},
    "step of images": {"command": "step", "app": "resnet50", "system": "mahti", "nodes": [1, 4], "format": "json"},
    "plan": {"command": "plan", "app": "llama-7b", "system": "leonardo", "gpus": 64, "format": "json"},
    "inference": {"command": "inference", "app": "llama-7b", "system": "karolina", "gpus": 1, "rate": 2, "format": "json"},
    "nccl-tests": {"command": "nccl-tests", "system": "leonardo", "nodes": 4, "format": "json"},
    "systems list": {"command": "systems list", "format": "json"},
    "systems show": {"command": "systems show", "system": "lumi", "format": "json"},
    "applications show": {"command": "applications show", "app": "llama-7b", "format": "json"},
    "check": {"command": "check", "scenario": [yaml(SCENARIO.replace("nodes: 8", "nodes: eight"))]},
    "run on LUMI": {"command": "run", "scenario": yaml(SCENARIO), "format": "json"},
    "run of a sweep": {"command": "run", "scenario": yaml(SWEEP), "format": "json"},
    "run of a trace": {"command": "run", "scenario": yaml(TRACE), "format": "json"},
    "run of a model of arrivals": {"command": "run", "scenario": yaml(ARRIVALS), "format": "json"},
    "run with checkpoints": {"command": "run", "scenario": yaml(LONG_RUN), "format": "json"},
    "run as a page": {"command": "run", "scenario": yaml(SWEEP), "page": True},
    "compare": {"command": "compare", "scenario": yaml(CHOICE), "systems": ["puhti", "mahti"], "nodes": [1, 4], "format": "json"},
    "allocate": {"command": "allocate", "project": yaml(PROJECT), "format": "json"},
    "advise": {"command": "advise", "script": {"text": SCRIPT, "name": "job.sbatch"}, "system": "mahti", "replicates": 2,
               "format": "json"},
    "compare as a page": {"command": "compare", "scenario": yaml(CHOICE), "systems": ["puhti", "mahti"], "nodes": [1], "page": True},
    "a proposal": {"command": "allocate", "project": yaml(PROJECT), "format": "markdown"},
    "a wrong scenario": {"command": "run", "scenario": yaml(SWEEP.replace("steps:", "step:").replace("qgpu", "qgpus")), "format": "json"},
    "a wrong question": {"command": "step", "app": "llama-8b", "system": "lumi", "node": 4},
}
QUESTIONS |= {f"exercise {name}": {"command": "check", "scenario": [exercise(name + ".yaml")], "run": True}
              for name in names("scenarios/courses")}
# Many numbers in little time.
QUESTIONS |= {f"step of {name} on {system}": {"command": "step", "app": name, "system": system, "nodes": [16, 64], "format": "json"}
              for name in names("workloads/applications") for system in ("lumi", "jupiter")}
QUESTIONS |= {f"nccl-tests on {name}": {"command": "nccl-tests", "system": name, "nodes": 2, "format": "json"} for name in names("systems")}
QUESTIONS |= {f"plan of {name} on {system}": {"command": "plan", "app": name, "system": system, "gpus": gpus, "format": "json"}
              for name in ("llama-70b", "deepseek-v2-lite", "gpt3-1.3b") for system, gpus in (("lumi", 64), ("marenostrum5", 128))}
QUESTIONS |= {f"inference of {name} on {system}": {"command": "inference", "app": name, "system": system, "gpus": 4, "rate": 3, "format": "json"}
              for name in ("llama-7b", "llama3-8b", "mixtral-8x7b") for system in ("leonardo", "jupiter")}
