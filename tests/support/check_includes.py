# SPDX-License-Identifier: Apache-2.0
"""Checks the rule about includes: a file may include its own folder and folders to the left.

Also: a source includes its own header first, includes name the whole path, headers have their guard,
heavy libraries stay in the .cpp files of their layer, only the writers of files open outputs, no file grows too long, units of
most folders do not include each other in a circle, and in a room only what prints or stores an answer includes report.
"""
import collections
import os
import re
import sys

from source_files import files, finish, read, root

COMMANDS = os.path.join(root(), "sim/commands")
# A room for each question: no room includes another.
ROOMS = [f"commands/{room}" for room in sorted(os.listdir(COMMANDS)) if os.path.isdir(os.path.join(COMMANDS, room))]
# The files of a room that know the command line; the others are the question, the answer and how it is printed.
OF_THE_COMMAND = re.compile(r"_(command|options?)\.[ch]pp$")
# Those that print or store the answer; only they and the files of the command may include report.
OF_THE_PRINT = re.compile(r"_(text|json|page|tables?|csv|chart|report|folder)\.[ch]pp$")
# Units of rooms that hold a question or an answer and still include report. None is added: what is printed gets a file
# of its own.
WITH_REPORT = {
    "sim/commands/allocate/project_time", "sim/commands/catalogue/application_facts", "sim/commands/catalogue/system_overview",
    "sim/commands/compare/comparison_rank", "sim/commands/look/export_database", "sim/commands/look/stored_answer",
    "sim/commands/look/stored_replicate", "sim/commands/look/sweep_summary", "sim/commands/model/step_sweep",
    "sim/commands/inference/serving_numbers",
}

# Folders in one step do not include each other.
ORDER = [
    ["core"], ["config"], ["stats"], ["machine"], ["fabric"], ["flow"], ["collective"],
    ["storage", "energy", "billing", "failure"],
    ["application"], ["serving"], ["history"], ["workload"], ["sched"],
    ["slurm/site"], ["slurm/request"], ["slurm/priority"], ["slurm/select"], ["slurm/limits"], ["slurm/controller"],
    ["slurm/read/parameters"], ["slurm/read/conf", "slurm/read/accounting", "slurm/read/yaml"], ["slurm/read/machine", "slurm/read/snapshot"], ["slurm/replay"], ["slurm/views"],
    ["results"], ["engine"], ["scenario"], ["history/fit"], ["study"], ["study/sweep"], ["history/friction"], ["history/waits"], ["report"], ["report/html", "report/sqlite"], ["cli"],
    ROOMS, ["commands"], ["library", "mcp", "serve"], ["serve/http"], ["program"],
]
STEP = {layer: step for step, layers in enumerate(ORDER) for layer in layers}

# Header prefix: layers whose .cpp files may include it.
HEAVY = {
    "yaml-cpp/": {"config"},
    "boost/graph/": {"fabric"},
    "boost/math/": {"stats", "application"},
    "boost/random/": {"core"},
    "Eigen/": {"stats", "application"},
    "unsupported/Eigen/": {"stats"},
    "simgrid/": {"flow"},
    "nlohmann/": {"report", "report/html", "report/sqlite", "workload", "history/waits", "cli", "commands", "mcp", "program", *ROOMS, "serve"},
    "CLI/": {"cli", "commands", "mcp", "program", *ROOMS},
    "archive": {"workload"},
    "sqlite3": {"report/sqlite"},
    "xgboost/": {"stats"},
    "nettle/": {"slurm/read/accounting", "serve"},
    "httplib": {"serve/http"},
}
# Only the commands may include cli, and nothing includes serve/http, so heavy libraries in their headers cost nothing.
HEADERS_TOO = {"cli", "serve/http"}
MAX_LINES = 400
# Everything else writes through atomic_file.hpp and whole_folder.hpp. The others: what SQLite and a job array keep
# until they are finished, and folders that are not replaced.
WRITERS = {"sim/report/atomic_file.cpp", "sim/report/whole_folder.cpp", "sim/report/result_scratch.cpp",
           "sim/report/sqlite/sweep_file.cpp", "sim/commands/sweep/sweep_array.cpp", "sim/commands/sweep/slurm_sweep_command.cpp",
           "sim/cli/man_pages.cpp"}
WRITES = re.compile(r"\b(ofstream|fstream [a-z]|fopen|O_CREAT|O_TMPFILE|mkstemp|mkdtemp|create_director\w+|remove_all|renameat2?|rename)\b *(\w+ *)?[({|]")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def layer_of(path):
    """sim/core/x.hpp -> core, sim/slurm/read/conf/x.hpp -> slurm/read/conf; None outside sim and models, and of the static edition,
    which takes the place of files of several layers."""
    if path.startswith("sim/serve/wasm/"):
        return None
    parts = path.split("/")
    return "/".join(parts[1:-1]) if parts[0] in ("sim", "models") and len(parts) > 2 else None


def check_quoted(path, layer, target):
    if path.startswith("sim/serve/wasm/math/"):  # sources of other programs, beside these in the build
        return None
    if not os.path.exists(os.path.join(root(), target)):
        return f'"{target}" is not a path from the root of the tree'
    other = layer_of(target)
    if layer in ROOMS and other == layer and OF_THE_COMMAND.search(target) and not OF_THE_COMMAND.search(path):
        return "in a room, only *_command, *_option and *_options know the command line"
    if layer is None or other == layer:
        return None
    if other is None:
        return f'"{target}" lies outside sim and models'
    if STEP[other] >= STEP[layer]:
        return f"{layer} may not include {other} (order: tests/support/check_includes.py)"
    if other == "cli" and layer in ROOMS and not OF_THE_COMMAND.search(path):
        return "in a room, only *_command, *_option and *_options know the command line"
    if is_report(other) and layer in ROOMS and not may_report(path):
        return "in a room, a question or an answer knows no report: print it in a file *_text, *_json, *_page, *_table, … of its own"
    return None


def is_report(layer):
    return layer is not None and layer.split("/")[0] == "report"


def may_report(path):
    return OF_THE_COMMAND.search(path) or OF_THE_PRINT.search(path) or unit_of(path) in WITH_REPORT


def check_angled(path, layer, target):
    for prefix, layers in HEAVY.items():
        if not target.startswith(prefix) or layer is None:
            continue
        if prefix == "CLI/" and layer in ROOMS and not OF_THE_COMMAND.search(path):
            return "in a room, only *_command, *_option and *_options know the command line"
        if layer not in layers:
            return f"<{target}> may be included only by {', '.join(sorted(layers))}"
        # Forward declarations are light.
        if not path.endswith(".cpp") and not target.endswith("_fwd.hpp") and layer not in HEADERS_TOO and not (prefix == "CLI/" and layer in ROOMS):
            return f"<{target}> is too heavy for a header"
    return None


def check(path):
    layer = layer_of(path)
    if layer is not None and layer not in STEP:
        return [f"{path}:1: the folder {layer} is not in the order of includes"]
    problems = []
    text = read(path)
    lines = text.split("\n")
    if len(lines) > MAX_LINES:
        problems.append(f"{path}:{len(lines)}: more than {MAX_LINES} lines; split it by concept")
    if not lines[0].startswith("// SPDX-License-Identifier:"):
        problems.append(f"{path}:1: the first line must name the licence (SPDX-License-Identifier)")
    if path.endswith(".hpp") and "#pragma once" not in text:
        problems.append(f"{path}:1: #pragma once is missing")
    included = []
    for number, line in enumerate(lines, 1):
        if layer is not None and path not in WRITERS and WRITES.search(line.split("//")[0]):
            problems.append(f"{path}:{number}: write through sim/report/atomic_file.hpp or whole_folder.hpp")
        match = INCLUDE.match(line)
        if not match:
            continue
        quote, target = match.groups()
        included.append(target)
        problem = (check_quoted if quote == '"' else check_angled)(path, layer, target)
        if problem:
            problems.append(f"{path}:{number}: {problem}")
    own = re.sub(r"\.cpp$", ".hpp", path)
    if own != path and os.path.exists(os.path.join(root(), own)) and included[:1] != [own]:
        problems.append(f'{path}:1: its own header "{own}" comes first')
    return problems


def unit_of(path):
    return re.sub(r"\.[ch]pp$", "", path)


def circles(paths):
    """Sets of units (header and source) that include each other: strongly connected components, by Tarjan."""
    included = collections.defaultdict(set)
    for path in paths:
        if layer_of(path) is not None:
            targets = [unit_of(match[2]) for match in map(INCLUDE.match, read(path).split("\n")) if match and match[1] == '"']
            included[unit_of(path)] |= {target for target in targets if target != unit_of(path)}
    number, low, stack, found = {}, {}, [], []

    def visit(unit):
        number[unit] = low[unit] = len(number)
        stack.append(unit)
        for other in sorted(included[unit]):
            if other not in number:
                visit(other)
            low[unit] = min(low[unit], low.get(other, low[unit]) if other in stack else low[unit])
        if low[unit] == number[unit]:
            at = stack.index(unit)
            if len(stack) > at + 1:
                found.append(sorted(stack[at:]))
            del stack[at:]

    sys.setrecursionlimit(10_000)
    for unit in sorted(included):
        if unit not in number:
            visit(unit)
    return found


def check_circles(paths):
    return [f"{circle[0]}:1: {len(circle)} units include each other: {', '.join(circle)}"
            for circle in circles(paths)]


def check_with_report(paths):
    """WITH_REPORT only shrinks: a unit that no longer includes report leaves it."""
    still = {unit_of(path) for path in paths if layer_of(path) in ROOMS and not (OF_THE_COMMAND.search(path) or OF_THE_PRINT.search(path))
             and any(match and is_report(layer_of(match[2])) for match in map(INCLUDE.match, read(path).split("\n")))}
    return [f"{unit}:1: it includes no report any more: remove it from WITH_REPORT" for unit in sorted(WITH_REPORT - still)]


def main():
    paths = files((".hpp", ".cpp"))
    problems = [problem for path in paths for problem in check(path)]
    finish("includes", len(paths), problems + check_circles(paths) + check_with_report(paths))


main()
