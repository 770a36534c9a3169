# SPDX-License-Identifier: Apache-2.0
"""Many askers at once: no error, fair turns, memory that does not grow, latencies.

usage: load.py PROGRAM [--askers N] [--seconds S]
"""
import argparse
import http.client
import json
import os
import random
import sys
import threading
import time

import served
from served import DOCUMENT, PATIENCE, STEP, Server

QUESTIONS = [("step", STEP), ("step", {**STEP, "nodes": [4, 8]}), ("systems/show", {"system": "vega"}),
             ("run", {"scenario": {**DOCUMENT, "replicates": 2}}), ("nccl-tests", {"system": "leonardo", "nodes": 2}),
             ("plan", {"app": "gpt-857m", "system": "leonardo", "gpus": 8, "top": 2}), ("step", {"wrong": 1})]
GROWTH = 64 << 20  # bytes that a server may have more at the end than after its first minute


class Asker(threading.Thread):
    """Asks one question after the other; the answer is one of those that it expects."""

    def __init__(self, server, number, end):
        super().__init__()
        self.server, self.number, self.end = server, number, end
        self.times, self.errors = [], []

    def run(self):
        chance = random.Random(self.number)
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        headers = {"Authorization": f"Bearer {self.server.token}", "X-Clustersim-Asker": f"asker {self.number}"}
        while time.monotonic() < self.end:
            command, question = chance.choice(QUESTIONS)
            begin = time.monotonic()
            try:
                connection.request("POST", f"/api/v1/{command}", json.dumps(question), headers)
                reply = connection.getresponse()
                envelope = json.loads(reply.read())
                if reply.status != (400 if "wrong" in question else 200):
                    self.errors.append((command, reply.status, envelope["problems"]))
            except (OSError, http.client.HTTPException, ValueError) as error:
                self.errors.append((command, repr(error)))
                connection.close()
            self.times.append(time.monotonic() - begin)
        connection.close()


def part(times, share):
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


def memory(server):
    workers = 0
    for worker in server.workers():
        try:
            workers += served.resident(worker)
        except OSError:  # it has just ended
            continue
    return server.resident(), workers


def load(server, askers, seconds, tell=lambda text: None):
    """Raises AssertionError if something is not as it should be."""
    begin = time.monotonic()
    all_askers = [Asker(server, number, begin + seconds) for number in range(askers)]
    for one in all_askers:
        one.start()
    early = None
    while any(one.is_alive() for one in all_askers):
        time.sleep(1)
        passed = time.monotonic() - begin
        if early is None and passed > min(60, seconds / 2):
            early = server.resident()
        if int(passed) % 60 == 0:
            own, workers = memory(server)
            tell(f"{passed:.0f} s: server {own >> 20} MiB, workers {workers >> 20} MiB, {sum(len(one.times) for one in all_askers)} answers")
    errors = [error for one in all_askers for error in one.errors]
    assert not errors, errors[:5]
    times = [each for one in all_askers for each in one.times]
    own, workers = memory(server)
    tell(f"{askers} askers, {seconds} s: {len(times)} answers, p50 {part(times, 0.5):.3f} s, p95 {part(times, 0.95):.3f} s, "
         f"server {own >> 20} MiB, workers {workers >> 20} MiB")
    counts = [len(one.times) for one in all_askers]
    tell(f"answers of an asker: {min(counts)} to {max(counts)}")
    assert early is None or own < early + GROWTH, f"the server grew from {early >> 20} to {own >> 20} MiB"
    # Each has its turns: the questions are the same in the mean, so are their numbers.
    assert len(times) < 20 * askers or min(counts) * 2 > max(counts), counts
    assert server.health()["waiting"] == 0


def main():
    options = argparse.ArgumentParser()
    options.add_argument("program")
    options.add_argument("--askers", type=int, default=50)
    options.add_argument("--seconds", type=float, default=600)
    given = options.parse_args()
    served.PROGRAM = os.path.abspath(given.program)
    with Server() as server:
        load(server, given.askers, given.seconds, lambda text: print(text, flush=True))


if __name__ == "__main__":
    sys.exit(main())
