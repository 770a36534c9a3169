# SPDX-License-Identifier: Apache-2.0
"""Runs scenarios and projects with the program; the `expect:` blocks of scenarios are the test.

Every shipped scenario must run. Those of tests/scenario expect an answer; one
whose name ends in .unmet.yaml holds an expectation that must fail with exit code 1.

usage: run_scenarios.py PROGRAM [--replicates N] [--slowdown N] [--answers FOLDER] [FILE…]

One runs on each core, because the search for the steady state of a queue takes one core at a time.

--replicates N: simulate only N queues for scenarios without an `expect:` block.
--slowdown N: of a sanitized program, which may take N times as long.
--answers FOLDER: keep each answer there, to compare programs by their bytes.
"""
import argparse
import glob
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from source_files import root


def expects(path):
    with open(os.path.join(root(), path), encoding="utf-8") as file:
        return any(line.startswith("expect:") for line in file)


def runs(path):
    """False for a file that a scenario refers to, such as a copied site."""
    with open(os.path.join(root(), path), encoding="utf-8") as file:
        kinds = [line for line in file if line.startswith("schema: clustersim/")]
    return not kinds or kinds[0].startswith(("schema: clustersim/scenario/", "schema: clustersim/project/"))


def problem_of(program, path, replicates, slowdown, answers):
    """The problem of the run, or None."""
    is_project = os.path.dirname(path).endswith("projects")
    verb = ["allocate", path, "--force"] if is_project else ["run", path, "--no-results"]
    command = [program, "-q", *verb, "--format", "json"]
    if replicates and not expects(path):
        command += ["--replicates", str(replicates)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=root(), timeout=300 * slowdown,
                          env={**os.environ, "CLUSTERSIM_WORKERS": "1"})
    if answers:
        with open(os.path.join(answers, path.replace("/", "-") + ".json"), "w", encoding="utf-8") as kept:
            kept.write(done.stdout)
    wanted = 1 if path.endswith(".unmet.yaml") else 0
    if done.returncode != wanted:
        return f"exit code {done.returncode} instead of {wanted}: {done.stderr[-800:]}"
    answer = json.loads(done.stdout)
    if not answer.get("machines" if is_project else "runs"):
        return "the answer has no run"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--replicates", type=int, default=0)
    parser.add_argument("--slowdown", type=float, default=1)
    parser.add_argument("--answers")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    if options.answers:
        os.makedirs(options.answers, exist_ok=True)
    program = os.path.abspath(options.program)
    patterns = ["scenarios/*/*.yaml", "scenarios/*/*/*.yaml", "tests/scenario/*.yaml"]
    paths = options.files or sorted(p for pattern in patterns for p in glob.glob(pattern, root_dir=root()) if runs(p))
    def run(path):
        begin = time.monotonic()
        problem = problem_of(program, path, options.replicates, options.slowdown, options.answers)
        print(f"{time.monotonic() - begin:6.1f} s  {path}  {problem or 'ok'}\n", end="", flush=True)
        return problem

    with ThreadPoolExecutor(os.cpu_count()) as cores:
        failed = sum(problem is not None for problem in cores.map(run, paths))
    print(f"scenarios: {len(paths)} run, {failed} failed")
    sys.exit(1 if failed or not paths else 0)


main()
