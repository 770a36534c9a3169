# SPDX-License-Identifier: Apache-2.0
"""Checks that every simulation has a horizon: outside the two engines nothing advances a queue event by event without a
limit, or to an instant that never comes."""
import re

from source_files import files, finish, read

# The engines themselves, whose loops take an instant or a horizon.
ENGINES = ("sim/engine/simulation.", "sim/engine/policy_queue.", "sim/slurm/controller/controller.")
# Rows of a database, not events.
ROWS = "sim/report/sqlite/"
RULES = [
    (re.compile(r"[.>](?:run_until|run_to_end|step)\((?:\w+::)*never\(\)\)"), "a queue runs to an instant that never comes"),
    (re.compile(r"[.>]run_to_end\(\)"), "a queue runs to its end without a limit"),
    (re.compile(r"[.>]step\(\)"), "a queue is advanced event by event without a limit"),
]


def check(path):
    return [f"{path}:{number}: {why}: give it a Horizon (sim/core/horizon.hpp)"
            for number, line in enumerate(read(path).split("\n"), 1)
            for pattern, why in RULES if pattern.search(line)]


def main():
    paths = [p for p in files() if p.startswith("sim/") and p.endswith((".cpp", ".hpp"))
             and not p.startswith(ENGINES) and not p.startswith(ROWS)]
    finish("horizon", len(paths), [problem for path in paths for problem in check(path)])


main()
