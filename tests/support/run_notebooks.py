# SPDX-License-Identifier: Apache-2.0
"""Executes the notebooks with Debian's nbclient, as a student does who solves the exercise at the second attempt.

As it is shipped, every cell of a notebook runs, except the check of its exercise (tag `check`): it must fail with the hint. With the
answer of solutions/NAME.py in place of the cell with the tag `answer`, the check must pass. The further parts of a solution make what
"Change one thing" proposes, and assert what it predicts. A part `# %% after cell N` asserts what that cell shows; the cells of
students assert nothing, so that "Run all" reaches the exercise whatever they change. No outputs are stored.

usage: run_notebooks.py PROGRAM [NOTEBOOK…]
"""
import os
import pathlib
import re
import sys
import time

import nbclient
import nbformat

from source_files import root

FOLDER = pathlib.Path(root()) / "notebooks"
NOTEBOOKS = 12
MAX_CELLS = 15


def tagged(cells, tag):
    return [number for number, cell in enumerate(cells) if tag in cell.metadata.get("tags", [])]


def faults_of_form(cells):
    code = [cell for cell in cells if cell.cell_type == "code"]
    if any(re.search(r"^assert ", cell.source, re.M) for cell in code):
        yield "a cell of students asserts something; move it to a part `# %% after cell N` of the solution"
    headings = re.findall(r"^#+ .*$", "\n".join(cell.source for cell in cells if cell.cell_type == "markdown"), re.M)
    if len(cells) > MAX_CELLS:
        yield f"{len(cells)} cells, at most {MAX_CELLS}"
    if any(cell.outputs or cell.execution_count for cell in code):
        yield "outputs are stored; clear them"
    if len({cell.id for cell in cells}) < len(cells):
        yield "two cells have the same id"
    if not code or "cs.version()" not in code[0].source or "seed" not in code[0].source:
        yield "the first code cell does not print version and seed"
    if headings[-2:] != ["## Change one thing", "## Exercise"]:
        yield "it does not end with the headings Change one thing and Exercise"
    if tagged(cells, "answer") != [len(cells) - 2] or tagged(cells, "check") != [len(cells) - 1]:
        yield "the last two cells are not those with the tags answer and check"


def parts_of_solution(path):
    """The parts in order, and those that follow a cell by its number; a part begins with a line `# %% title`."""
    parts, after = [], {}
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    for part in re.split(r"^# %% ", text, flags=re.M)[1:]:
        title, source = part.split("\n", 1)
        if found := re.fullmatch(r"after cell (\d+)", title):
            after[int(found[1])] = source
        else:
            parts.append(source)
    return parts, after


class Student:
    """Executes cells in one kernel."""

    def __init__(self, client):
        self.client = client

    def error_of(self, source):
        """Name and text of the error that a cell ends with, or None; and what it printed."""
        # The tag keeps the kernel from dropping the next cell after an error.
        cell = nbformat.v4.new_code_cell(source, metadata={"tags": ["raises-exception"]})
        self.client.nb.cells.append(cell)
        self.client.execute_cell(cell, len(self.client.nb.cells) - 1)
        errors = [output for output in cell.outputs if output.output_type == "error"]
        printed = "".join(output.text for output in cell.outputs if output.output_type == "stream" and output.name == "stdout")
        return (f"{errors[0].ename}: {errors[0].evalue}" if errors else None), printed


def faults_of_run(student, cells, solution, after):
    for number, cell in enumerate(cells[:-1], 1):
        error = student.error_of(cell.source)[0] if cell.cell_type == "code" else None
        if error:
            yield f"cell {number}: {error}"
            return
        error = student.error_of(after.pop(number))[0] if number in after else None
        if error:
            yield f"after cell {number}: {error}"
    if after:
        yield f"there is no cell {min(after)}"
    check = cells[-1].source
    unsolved = student.error_of(check)[0] or "it passes"
    if not re.match(r"NotSolved: Not solved yet:\n  - .+(\n  - .+)*\nHint: .{20}", unsolved):
        yield f"the exercise does not fail with reason and hint before it is solved: {unsolved}"
    if len(solution) < 2:
        yield "solutions/ has no file with an answer and a check of what Change one thing predicts"
        return
    wrong = student.error_of(solution[0])[0]
    error, printed = student.error_of(check)
    if wrong or error or not printed.startswith("Solved. "):
        yield f"the exercise does not pass with the solution: {wrong or error or printed}"
    for part in solution[1:]:
        error = student.error_of(part)[0]
        if error:
            yield f"Change one thing: {error}"


def faults_of(path):
    cells = nbformat.read(path, as_version=4).cells
    faults = list(faults_of_form(cells))
    if faults:
        return faults
    client = nbclient.NotebookClient(nbformat.v4.new_notebook(), timeout=180, kernel_name="python3",
                                     resources={"metadata": {"path": str(path.parent)}})
    with client.setup_kernel():
        solution, after = parts_of_solution(path.parent / "solutions" / f"{path.stem}.py")
        return list(faults_of_run(Student(client), cells, solution, after))


def main():
    os.environ["CLUSTERSIM"] = os.path.abspath(sys.argv[1])
    os.environ["MPLBACKEND"] = "agg"
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"
    named = [pathlib.Path(path).resolve() for path in sys.argv[2:]]
    paths = named or sorted(FOLDER.glob("*.ipynb"))
    failed = 0
    for path in paths:
        begin = time.monotonic()
        faults = faults_of(path)
        failed += bool(faults)
        print(f"{time.monotonic() - begin:6.1f} s  {path.name}  {'; '.join(faults) or 'fails unsolved, passes solved'}", flush=True)
    if not named and len(paths) != NOTEBOOKS:
        failed += 1
        print(f"{len(paths)} notebooks instead of {NOTEBOOKS}")
    print(f"notebooks: {len(paths)} run, {failed} failed")
    sys.exit(1 if failed else 0)


main()
