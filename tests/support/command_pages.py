# SPDX-License-Identifier: Apache-2.0
"""Writes what the program makes from its table of options, or checks it: docs/reference/commands.md, and the functions of the Python package.

usage: command_pages.py PROGRAM [--check]
"""
import os
import subprocess
import sys

from source_files import root

FILES = {"docs/reference/commands.md": "--reference", "notebooks/clustersim/questions.py": "--python"}


def main():
    program = os.path.abspath(sys.argv[1])
    stale = []
    for name, option in FILES.items():
        text = subprocess.run([program, "help", option], check=True, capture_output=True, text=True).stdout
        path = os.path.join(root(), name)
        before = open(path, encoding="utf-8").read() if os.path.exists(path) else ""
        if before == text:
            continue
        stale.append(name)
        if "--check" not in sys.argv:
            with open(path, "w", encoding="utf-8") as stream:
                stream.write(text)
    if stale and "--check" in sys.argv:
        sys.exit(f"{', '.join(stale)}: not what this program prints; run tests/support/renew.py PROGRAM")


if __name__ == "__main__":
    main()
