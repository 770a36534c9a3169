# SPDX-License-Identifier: Apache-2.0
"""Compiles a plain C program against the library, without any other header of the tree, and asks a question with it.

usage: check_c.py LIBRARY
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
QUESTION = {"command": "step", "app": "gpt-857m", "system": "lumi", "nodes": [1, 2], "format": "json"}


def main():
    library = pathlib.Path(sys.argv[1]).resolve()
    compiler = shutil.which("cc")
    if compiler is None or b"__asan_" in library.read_bytes():
        print("needs a C compiler, and a library without sanitizers")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(ROOT / "sim/library/clustersim.h", folder)
        program = os.path.join(folder, "ask")
        # The library itself has the path by which the linker found it; its name inside is that of its interface.
        os.symlink(library, os.path.join(folder, "libclustersim.so"))
        os.symlink(library, os.path.join(folder, "libclustersim.so.0"))
        subprocess.run([compiler, "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I", folder, HERE / "ask.c", "-o", program,
                        "-L", folder, "-lclustersim", f"-Wl,-rpath,{folder}"], check=True)
        # What is no C must not come out of it.
        shown = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=False).stdout
        names = {line.split()[-1].split("@")[0] for line in shown.splitlines()}
        foreign = sorted(name for name in names if not name.startswith("clustersim_"))
        if foreign:
            sys.exit(f"{len(foreign)} other symbols are visible: {', '.join(foreign[:5])}")
        done = subprocess.run([program, ROOT, json.dumps(QUESTION)], capture_output=True, text=True, check=True)
        answer = json.loads(done.stdout)
        steps = json.loads(answer["text"])["steps"]
        if answer["exit_code"] != 0 or [step["nodes"] for step in steps] != [1, 2]:
            sys.exit(done.stdout + done.stderr)
        if subprocess.run([program, folder, "{}"], capture_output=True, check=False).returncode != 5:
            sys.exit("a folder without data was opened")
    print(f"{len(names)} functions, {len(steps)} steps")


main()
