# SPDX-License-Identifier: Apache-2.0
"""ReFrame tests whose reference values are predictions: reframe -c checks.py -r"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import reframe as rfm  # noqa: E402
import reframe.utility.sanity as sn  # noqa: E402
from clustersim_reference import nccl_reference, step_reference  # noqa: E402

MACHINE = "leonardo"  # as `clustersim systems list` names it
GPUS_PER_NODE = 4


@rfm.simple_test
class TrainingStep(rfm.RunOnlyRegressionTest):
    """A training run must be as fast as its model says. Change the three lines of the command to yours."""

    nodes = parameter([1, 2, 4])  # noqa: F821 - a name that ReFrame puts into the class
    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    executable = "./train.sh"  # prints a line "tokens/s: 108947" for each step
    time_limit = "20m"

    @run_after("init")  # noqa: F821
    def ask_for_nodes(self):
        self.num_tasks_per_node = GPUS_PER_NODE
        self.num_tasks = GPUS_PER_NODE * self.nodes

    @run_before("performance")  # noqa: F821
    def take_reference(self):
        predicted = step_reference("gpt-857m", MACHINE, self.nodes, slack=0.05)
        self.reference = {"*": {"tokens_per_second": predicted["tokens_per_second"]}}

    @sanity_function  # noqa: F821
    def has_steps(self):
        return sn.assert_found(r"tokens/s: \S+", self.stdout)

    @performance_function("tokens/s")  # noqa: F821
    def tokens_per_second(self):
        return sn.extractsingle(r"tokens/s: (\S+)", self.stdout, 1, float, item=-1)


@rfm.simple_test
class AllReduce(rfm.RunOnlyRegressionTest):
    """The bus bandwidth of the largest messages of nccl-tests."""

    nodes = parameter([2, 4])  # noqa: F821
    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    executable = "all_reduce_perf"
    executable_opts = ["-b", "128M", "-e", "128M", "-g", "1"]
    time_limit = "10m"

    @run_after("init")  # noqa: F821
    def ask_for_nodes(self):
        self.num_tasks_per_node = GPUS_PER_NODE
        self.num_tasks = GPUS_PER_NODE * self.nodes

    @run_before("performance")  # noqa: F821
    def take_reference(self):
        predicted = nccl_reference(MACHINE, self.nodes, minbytes="128M", maxbytes="128M")
        self.reference = {"*": {"busbw": next(iter(predicted.values()))}}

    @sanity_function  # noqa: F821
    def is_correct(self):
        return sn.assert_found(r"# Out of bounds values : 0 OK", self.stdout)

    @performance_function("GB/s")  # noqa: F821
    def busbw(self):
        return sn.extractsingle(r"^ +134217728 +(?:\S+ +){6}(\S+)", self.stdout, 1, float)
