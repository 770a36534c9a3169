# SPDX-License-Identifier: Apache-2.0
"""Does what README.md promises on a bare Debian: both commands of bootstrap.sh, from nothing but the tree.

usage: check_bootstrap.py PROGRAM RELEASE [--root FOLDER] [--without-tests]

PROGRAM answers the same questions on this machine: the quickstart and all shipped scenarios must have the same bytes. Then the
Debian package that was built there is installed in another bare Debian. --root keeps the systems and the answers in a folder, or
takes the systems that are there; --without-tests leaves out `bootstrap.sh test`, the longest part. debootstrap makes the systems
from the mirror of this machine, which needs root; otherwise the test is skipped (77).
"""
import argparse
import glob
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from check_package import SKIPPED, Chroot, check, mirror, run, say

ROOT = pathlib.Path(__file__).resolve().parents[2]
QUICKSTART = ["run", "scenarios/first-steps/quickstart.yaml", "--no-results"]
SCENARIOS = ["tests/support/run_scenarios.py", "--replicates", "2", "--answers"]
TREE = "/srv/clustersim"
NEEDED_BYTES = 12e9


def unwanted(folder, names):
    """What a checkout has not."""
    top = pathlib.Path(folder) == ROOT
    return [name for name in names if name in ("node_modules", "__pycache__") or (top and name in (".git", "build", "results"))]


class Release:
    """The tree in a bare Debian, and what was seen there."""

    def __init__(self, debian, program):
        self.debian, self.program, self.wrong = debian, program, []
        shutil.copytree(ROOT, debian.root + TREE, ignore=unwanted, symlinks=True, dirs_exist_ok=True)

    def __call__(self, what, command, **more):
        begin = time.monotonic()
        done = self.debian("sh", "-c", f"cd {TREE} && {command}", check=False, **more)
        say(f"{time.monotonic() - begin:6.0f} s  {what}, exit code {done.returncode}")
        if done.returncode != 0:
            self.wrong.append(f"{what} ended with {done.returncode}")
        return done

    def bootstrap(self, words):
        """stdout of bootstrap.sh; its compiler must have nothing to say."""
        with tempfile.TemporaryFile("w+") as told:
            done = self(f"bootstrap.sh {words}", f"./bootstrap.sh {words}", stdout=subprocess.PIPE, stderr=told)
            told.seek(0)
            text = told.read()
        warnings = [line for line in text.splitlines() if re.search(r"\bwarning: |CMake.* Warning", line)]
        self.wrong += [f"bootstrap.sh {words}: {line[:300]}" for line in warnings[:5]]
        if done.returncode != 0:
            say(text[-4000:], done.stdout[-20000:])
        return done.stdout

    def quickstart(self):
        here = run(self.program, *QUICKSTART, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        if self.bootstrap(" ".join(QUICKSTART)) != here:
            self.wrong.append("the quickstart differs")

    def scenarios(self, folder):
        """The answers to all shipped scenarios, here and there."""
        here, there = os.path.join(folder, "here"), self.debian.root + "/tmp/answers"
        python = "/usr/bin/python3"
        run(python, ROOT / SCENARIOS[0], self.program, *SCENARIOS[1:], here, stdout=subprocess.DEVNULL)
        program = "build/release/clustersim"
        self("all scenarios", f"{python} {SCENARIOS[0]} {program} {' '.join(SCENARIOS[1:])} /tmp/answers", stdout=subprocess.DEVNULL)
        names = sorted(set(os.listdir(here)) | set(os.listdir(there)))
        different = [name for name in names if read(here, name) != read(there, name)]
        say(f"{len(names)} scenarios, the answers to {len(different)} differ")
        self.wrong += [f"{name} differs" for name in different]

    def package(self, bare):
        """The package of this release, in a system without the tools and headers of the build."""
        self.debian("apt-get", "-q", "install", "-y", "--no-install-recommends", "file", "dpkg-dev", stdout=subprocess.DEVNULL)
        self("cpack", "cd build/release && cpack", stdout=subprocess.DEVNULL)
        for deb in glob.glob(self.debian.root + TREE + "/build/release/*.deb"):
            self.wrong += check(bare(), deb)


def read(folder, name):
    path = pathlib.Path(folder, name)
    return path.read_bytes() if path.exists() else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("release")
    parser.add_argument("--root")
    parser.add_argument("--without-tests", action="store_true")
    given = parser.parse_args()
    archive = mirror()
    if os.geteuid() != 0 or not all(map(shutil.which, ("debootstrap", "unshare"))) or archive is None:
        say("needs root, debootstrap and a Debian mirror")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as scratch:
        folder = given.root or scratch
        if shutil.disk_usage(folder).free < NEEDED_BYTES:
            say(f"needs {NEEDED_BYTES / 1e9:.0f} GB of disk in {folder}")
            sys.exit(SKIPPED)
        try:
            debian = Chroot(os.path.join(folder, given.release), archive, given.release)
        except subprocess.CalledProcessError as error:
            say("no Debian could be made:", error)
            sys.exit(SKIPPED)
        there = Release(debian, os.path.abspath(given.program))
        there.quickstart()
        if given.without_tests:
            debian("apt-get", "-q", "install", "-y", "--no-install-recommends", "python3", stdout=subprocess.DEVNULL)
        else:
            say(there.bootstrap("test")[-3000:])
        there.scenarios(folder)
        there.package(lambda: Chroot(os.path.join(folder, given.release + "-bare"), archive, given.release))
    sys.exit("\n".join(there.wrong) if there.wrong else 0)


main()
