# SPDX-License-Identifier: Apache-2.0
"""Grades every exercise of scenarios/courses as it is shipped, which must fail with a reason and the hint, and as its
solution, which must pass. The cluster of the course must be what its slurm.conf and make_trace.py give.

usage: run_course.py PROGRAM
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

from source_files import root

COURSE = "scenarios/courses"
EXERCISES = 10


def run(program, *words):
    return subprocess.run([program, "-q", *words], capture_output=True, text=True, cwd=root(), timeout=300)


def text_of(path):
    with open(os.path.join(root(), path), encoding="utf-8") as stream:
        return stream.read()


def told(path, key):
    """The value of a key that stands on one line, in the exercise's block or in a condition."""
    return [value.strip('"') for value in re.findall(rf"\b{key}: ([^\n}}]*)", text_of(path))]


def problems_of(program, name):
    unsolved, solved = f"{COURSE}/{name}", f"{COURSE}/solutions/{name}"
    if not os.path.exists(os.path.join(root(), solved)):
        return ["it has no solution"]
    found = []
    graded = run(program, "check", "--run", unsolved)
    if graded.returncode != 1 or "not solved yet" not in graded.stderr:
        found.append(f"unsolved, it ends with {graded.returncode}: {graded.stdout}{graded.stderr[-600:]}")
    if not any(reason in graded.stderr for reason in told(unsolved, "reason")):
        found.append("no reason is given for what is wrong")
    if told(unsolved, "hint")[0] not in graded.stderr:
        found.append("the hint is not given")
    shown = run(program, "run", "--no-results", unsolved)
    if shown.returncode != 0 or "Exercise: " + told(unsolved, "task")[0] not in shown.stdout:
        found.append(f"run ends with {shown.returncode}, or without the task: {shown.stderr[-600:]}")
    passed = run(program, "check", "--run", solved)
    if passed.returncode != 0 or ": solved, " not in passed.stdout:
        found.append(f"solved, it ends with {passed.returncode}: {passed.stderr[-900:]}")
    return found


def stale_files(program):
    made = subprocess.run([sys.executable, f"{COURSE}/cluster/make_trace.py"], capture_output=True, text=True,
                          cwd=root(), check=True).stdout
    if made != text_of(f"{COURSE}/cluster/trace.swf"):
        yield "trace.swf is not what make_trace.py writes"
    with tempfile.TemporaryDirectory() as folder:
        site = os.path.join(folder, "cluster.yaml")
        run(program, "import", "slurm", "--conf", f"{COURSE}/cluster/slurm.conf", "-o", site)
        with open(site, encoding="utf-8") as stream:
            if stream.read() != text_of(f"{COURSE}/cluster/cluster.yaml"):
                yield "cluster.yaml is not what import slurm makes of slurm.conf"


def main():
    program = os.path.abspath(sys.argv[1])
    names = sorted(os.path.basename(path) for path in glob.glob(os.path.join(root(), COURSE, "[0-9]*.yaml")))
    problems = list(stale_files(program))
    if len(names) != EXERCISES:
        problems.append(f"{len(names)} exercises instead of {EXERCISES}")
    for name in names:
        found = problems_of(program, name)
        print(f"{name}: {'; '.join(found) or 'fails unsolved, passes solved'}", flush=True)
        problems += found
    sys.exit("\n".join(problems) if problems else 0)


main()
