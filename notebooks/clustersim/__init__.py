# SPDX-License-Identifier: Apache-2.0
"""Runs the program clustersim and gives its answers as pandas frames.

    import clustersim as cs
    answer = cs.run(cs.shipped("scenarios/first-steps/quickstart.yaml"), replicates=5)
    answer                                  # a table in a notebook
    answer.frame[["nodes", "efficiency"]]   # every metric of every variant, in SI units

Paths are relative to the folder of the caller, as everywhere in Python; `shipped` names the files that come with the program.
What the program refuses is an exception that names each place (ClustersimError.problems). `questions` has every command as a function
that gives its JSON: `cs.questions.fit_links("measured.csv")`.
"""
from . import questions
from .answers import Answer, Forecast, Table
from .commands import allocate, ask, compare, fabric, forecast, inference, metrics, nccl_tests, plan, run, step, system, systems
from .errors import ClustersimError, ImpossibleError, InputError, InternalError, Problem, UsageError
from .exercise import NotSolved, grade
from .hearing import progress
from .library import in_process
from .program import call, program, shipped, version
from .queue import Queue, Wait
from .results import load
from .traces import replay, write_swf

__all__ = ["Answer", "ClustersimError", "Forecast", "ImpossibleError", "InputError", "InternalError", "NotSolved", "Problem", "Queue",
           "Table", "UsageError", "Wait", "allocate", "ask", "call", "compare", "fabric", "forecast", "grade", "in_process", "inference",
           "load", "metrics", "nccl_tests", "plan", "program", "progress", "questions", "replay", "run", "shipped", "step", "system",
           "systems", "version", "write_swf"]
