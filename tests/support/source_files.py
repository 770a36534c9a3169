# SPDX-License-Identifier: Apache-2.0
"""The files of the source tree, without generated ones."""
import os
import sys

SKIPPED = {".git", "build", "results", "__pycache__", ".ipynb_checkpoints", "node_modules"}
TEXT = (".hpp", ".cpp", ".py", ".sh", ".md", ".yaml", ".json", ".cff", ".txt", ".cmake", ".cmd", ".ipynb")


def root():
    return os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def files(endings=TEXT):
    """Returns paths relative to the root, sorted."""
    top = root()
    found = []
    for folder, folders, names in os.walk(top):
        folders[:] = sorted(f for f in folders if f not in SKIPPED)
        for name in names:
            if name.endswith(endings):
                found.append(os.path.relpath(os.path.join(folder, name), top))
    return sorted(found)


def read(path):
    with open(os.path.join(root(), path), encoding="utf-8", newline="") as stream:
        return stream.read()


def finish(what, count, problems):
    """Prints the problems and exits with 1 if there are any."""
    for problem in problems:
        print(problem)
    print(f"{what}: {count} files, {len(problems)} problems")
    if count == 0:
        sys.exit("no files were checked: the list of files must be wrong")
    sys.exit(1 if problems else 0)
