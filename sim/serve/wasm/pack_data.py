# SPDX-License-Identifier: Apache-2.0
"""Prints the data files of the static edition as one JSON object, by path: pack_data.py ROOT."""
import json
import os
import sys

# Without what only a person, an editor or `validate` reads.
FOLDERS = ["systems", "workloads/applications", "workloads/frameworks", "workloads/engines", "workloads/mixes", "workloads/traces", "scenarios"]
FILES = ["workloads/backlogs.yaml"]
ENDINGS = (".conf", ".csv", ".swf", ".txt", ".yaml")


def paths(root):
    yield from FILES
    for folder in FOLDERS:
        for at, folders, names in os.walk(os.path.join(root, folder)):
            folders.sort()
            for name in sorted(names):
                if name.endswith(ENDINGS):
                    yield os.path.relpath(os.path.join(at, name), root)


def main():
    root = sys.argv[1]
    texts = {}
    for path in paths(root):
        with open(os.path.join(root, path), encoding="utf-8", newline="") as stream:
            texts[path] = stream.read()
    json.dump(texts, sys.stdout, ensure_ascii=False, separators=(",", ":"))


main()
