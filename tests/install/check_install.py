# SPDX-License-Identifier: Apache-2.0
"""Installs the build into an empty folder and uses it from elsewhere, where only its own data can be found.

usage: check_install.py CMAKE BUILD_FOLDER
"""
import os
import subprocess
import sys
import tempfile


def main():
    cmake, build = sys.argv[1:]
    with tempfile.TemporaryDirectory() as prefix:
        subprocess.run([cmake, "--install", build, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
        program = os.path.join(prefix, "bin", "clustersim")
        data = os.path.join(prefix, "share", "clustersim")
        failed = 0
        for arguments, said in (
            (["--version"], "clustersim"),
            (["systems", "list"], "leonardo"),
            (["run", os.path.join(data, "scenarios/first-steps/one-job.yaml"), "--no-results"], "wait"),
        ):
            done = subprocess.run([program, *arguments], cwd=prefix, capture_output=True, text=True, timeout=120)
            good = done.returncode == 0 and said in done.stdout
            failed += not good
            print(f"clustersim {arguments[0]}: {'ok' if good else done.stdout + done.stderr}")
    sys.exit(1 if failed else 0)


main()
