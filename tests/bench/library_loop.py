#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Questions in the process of Python, one after the other: milliseconds of wall and processor time for each.

    library_loop.py --program build/release/clustersim [--questions 1000] [--against-program 20]

Asks `step` with another number of nodes each time, then the wait in a queue that is simulated by the first question, and the
same `step` by starting the program for each.
"""
import argparse
import os
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "notebooks"))

import clustersim as cs  # noqa: E402


def timed(name, questions, ask):
    wall, processor = time.perf_counter(), sum(os.times()[:4])
    for number in range(questions):
        ask(number)
    wall, processor = time.perf_counter() - wall, sum(os.times()[:4]) - processor
    print(f"{name:40} {questions:6} questions {1e3 * wall / questions:9.2f} ms each {1e3 * processor / questions:9.2f} ms of processor time")


def step(number):
    cs.questions.step("gpt-857m", system="lumi", nodes=[1 + number % 64])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--questions", type=int, default=1000)
    parser.add_argument("--against-program", type=int, default=20)
    given = parser.parse_args()
    os.environ["CLUSTERSIM"] = os.path.abspath(given.program)
    if not cs.in_process():
        sys.exit("there is no library beside the program")
    step(0)
    timed("step, in the process", given.questions, step)
    queue = cs.Queue("lumi", partition="standard-g")
    timed("wait on LUMI, 20 replicates, first", 1, lambda _: queue.wait(nodes=8, time="12:00:00"))
    timed("wait on LUMI, 20 replicates, later", 5, lambda number: queue.wait(nodes=4 + number, time="12:00:00"))
    os.environ["CLUSTERSIM_IN_PROCESS"] = "0"
    timed("step, a process for each", given.against_program, step)


main()
