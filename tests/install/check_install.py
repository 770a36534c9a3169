# SPDX-License-Identifier: Apache-2.0
"""Installs the build into an empty folder and uses it from elsewhere, where only its own data can be found.

usage: check_install.py CMAKE BUILD_FOLDER
"""
import glob
import os
import subprocess
import sys
import tempfile

FLOWS = ["nccl-tests", "--system", "meluxina", "--nodes", "2", "--placement", "random", "--model", "flow",
         "--background", "0.5", "--traffic", "flows", "-b", "1G", "-e", "1G"]


def main():
    cmake, build = sys.argv[1:]
    with tempfile.TemporaryDirectory() as prefix:
        subprocess.run([cmake, "--install", build, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
        program = os.path.join(prefix, "bin", "clustersim")
        data = os.path.join(prefix, "share", "clustersim")
        failures = []

        def check(arguments, code, said):
            done = subprocess.run([program, *arguments], cwd=prefix, capture_output=True, text=True, timeout=120)
            good = done.returncode == code and said in done.stdout + done.stderr
            print(f"clustersim {arguments[0]}: {'ok' if good else done.stdout + done.stderr}")
            if not good:
                failures.append(arguments[0])

        check(["--version"], 0, "clustersim")
        check(["systems", "list"], 0, "leonardo")
        check(["run", os.path.join(data, "scenarios/first-steps/one-job.yaml"), "--no-results"], 0, "wait")

        for name in ("man/man1/clustersim.1", "man/man1/clustersim-run.1", "man/man7/clustersim-units.7",
                     "bash-completion/completions/clustersim", "zsh/site-functions/_clustersim",
                     "fish/vendor_completions.d/clustersim.fish"):
            if not os.path.exists(os.path.join(prefix, "share", name)):
                failures.append(f"share/{name} is not installed")

        # The library, as a program in C and the Python package find it.
        configuration = glob.glob(os.path.join(prefix, "lib*/**/pkgconfig/clustersim.pc"), recursive=True)
        if not configuration or not os.path.exists(os.path.join(prefix, "include/clustersim.h")):
            failures.append("clustersim.pc or clustersim.h is not installed")
        else:
            library = os.path.join(os.path.dirname(os.path.dirname(configuration[0])), "libclustersim.so")
            if b"__asan_" not in open(library, "rb").read():
                code = "import clustersim as cs; print(cs.in_process(), len(cs.step('gpt-857m', system='lumi', nodes=2).frame))"
                path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../notebooks")
                done = subprocess.run(["/usr/bin/python3", "-B", "-c", code], cwd=prefix, capture_output=True, text=True, timeout=120,
                                      env={**os.environ, "CLUSTERSIM": program, "PYTHONPATH": path})
                print(f"library: {done.stdout}{done.stderr}")
                if done.stdout != "True 1\n":
                    failures.append("the Python package does not find the library")

        # SimGrid is found in the installed tree when it is asked for, and by nothing else.
        if "simgrid" in subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout:
            failures.append("the program itself loads SimGrid")
        check(FLOWS, 0, "flow by flow")
        os.remove(os.path.join(prefix, "libexec", "clustersim", "clustersim-simgrid"))
        check(FLOWS, 5, "SimGrid cannot be started: no clustersim-simgrid")
        check(["systems", "list"], 0, "leonardo")
    sys.exit("; ".join(failures) if failures else 0)


main()
