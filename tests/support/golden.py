# SPDX-License-Identifier: Apache-2.0
"""Runs each tests/golden/NAME.cmd and compares its output with NAME.approved.txt.

A .cmd file holds one shell command with $CLUSTERSIM for the program and $SCRATCH for an empty folder;
lines that begin with # describe the case. It runs in the root of the tree. The approved text
holds exit code, stdout and stderr. CLUSTERSIM_APPROVE=1 approves the new output; read the
difference before you commit it. A case that differs leaves NAME.received.txt in RECEIVED_FOLDER.
A case with the line `# only with XGBoost 1` is left out if the program has another release of it, whose trees differ.

usage: golden.py PROGRAM RECEIVED_FOLDER [--xgboost RELEASE] [NAME…]
"""
import argparse
import difflib
import os
import subprocess
import sys
import tempfile

from source_files import root

CASES = os.path.join(root(), "tests", "golden")


def lines_of(name):
    with open(os.path.join(CASES, name + ".cmd"), encoding="utf-8") as stream:
        return [line.strip() for line in stream]


def command_of(name):
    lines = lines_of(name)
    commands = [line for line in lines if line and not line.startswith("#")]
    if len(commands) != 1:
        sys.exit(f"{name}.cmd holds {len(commands)} commands, not one")
    return commands[0]


def environment(program, scratch):
    """Without the caller's settings: the same text on every machine."""
    return {
        "PATH": "/usr/bin:/bin",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "HOME": scratch,
        "CLUSTERSIM": program,
        "SCRATCH": scratch,
    }


def run(name, program):
    command = command_of(name)
    with tempfile.TemporaryDirectory() as scratch:
        done = subprocess.run(["/bin/sh", "-c", command], cwd=root(), capture_output=True, timeout=120,
                              env=environment(program, scratch), stdin=subprocess.DEVNULL)
        out, err = (part.decode("utf-8", "replace").replace(program, "clustersim").replace(scratch, "SCRATCH")
                    for part in (done.stdout, done.stderr))
    shown = command.replace('"$CLUSTERSIM"', "clustersim").replace("$CLUSTERSIM", "clustersim")
    text = f"$ {shown}\n--- exit {done.returncode}\n"
    for title, part in (("stdout", out), ("stderr", err)):
        if part:
            text += f"--- {title}\n{part}" + ("" if part.endswith("\n") else "\n--- no newline at the end\n")
    return text


def check(name, program, received_folder):
    """True if the output is as approved."""
    approved_path = os.path.join(CASES, name + ".approved.txt")
    received = run(name, program)
    approved = ""
    if os.path.exists(approved_path):
        with open(approved_path, encoding="utf-8", newline="") as stream:
            approved = stream.read()
    if received == approved:
        return True
    if os.environ.get("CLUSTERSIM_APPROVE") == "1":
        with open(approved_path, "w", encoding="utf-8", newline="") as stream:
            stream.write(received)
        print(f"{name}: approved the new output")
        return True
    os.makedirs(received_folder, exist_ok=True)
    received_path = os.path.join(received_folder, name + ".received.txt")
    with open(received_path, "w", encoding="utf-8", newline="") as stream:
        stream.write(received)
    print(f"{name}: differs, see {received_path}")
    sys.stdout.writelines(difflib.unified_diff(approved.splitlines(True), received.splitlines(True),
                                               "approved", "received"))
    return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("received_folder")
    parser.add_argument("--xgboost", default="1", help="the first number of its release")
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    program, received_folder = os.path.abspath(given.program), given.received_folder
    names = given.names or sorted(f[:-4] for f in os.listdir(CASES) if f.endswith(".cmd"))
    stray = [f for f in os.listdir(CASES)
             if f.endswith(".approved.txt") and not os.path.exists(os.path.join(CASES, f[:-13] + ".cmd"))]
    for name in stray:
        print(f"{name}: there is no .cmd file for it")
    if given.xgboost != "1":
        other = [name for name in names if "# only with XGBoost 1" in lines_of(name)]
        print(f"left out, because the trees of XGBoost {given.xgboost} differ: {' '.join(other)}")
        names = [name for name in names if name not in other]
    failed = [name for name in names if not check(name, program, received_folder)]
    print(f"golden: {len(names)} cases, {len(failed)} differ")
    if failed:
        print("if the new text is right: CLUSTERSIM_APPROVE=1 ctest --preset dev -L golden")
    sys.exit(1 if failed or stray or not names else 0)


main()
