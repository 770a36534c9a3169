# SPDX-License-Identifier: Apache-2.0
"""Checks that the compiler refuses every case of a *.refused.cpp file except case 0.

usage: check_refused.py COMPILER FILE
"""
import re
import subprocess
import sys

from source_files import root


def compiles(compiler, path, case):
    command = [compiler, "-std=c++20", "-fsyntax-only", f"-DCASE={case}", f"-I{root()}", path]
    return subprocess.run(command, capture_output=True, text=True)


def main():
    compiler, path = sys.argv[1:]
    with open(path, encoding="utf-8") as stream:
        cases = [int(number) for number in re.findall(r"CASE == (\d+)", stream.read())]
    if cases != list(range(len(cases))) or len(cases) < 2:
        sys.exit(f"{path}: the cases are not numbered 0, 1, 2, …: {cases}")
    failed = 0
    for case in cases:
        done = compiles(compiler, path, case)
        if (done.returncode == 0) != (case == 0):
            failed += 1
            print(f"{path}: case {case} {'does not compile: ' + done.stderr if case == 0 else 'compiles'}")
    print(f"refused: {len(cases) - 1} cases, {failed} failures")
    sys.exit(1 if failed else 0)


main()
