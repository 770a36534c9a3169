# SPDX-License-Identifier: Apache-2.0
"""Executes the notebooks with Debian's nbclient and checks their form: no outputs stored, few cells.

usage: run_notebooks.py PROGRAM [NOTEBOOK…]
"""
import glob
import os
import sys
import time

import nbclient
import nbformat

from source_files import root

MAX_CELLS = 15


def faults_of_form(notebook):
    cells = notebook.cells
    code = [cell for cell in cells if cell.cell_type == "code"]
    if len(cells) > MAX_CELLS:
        yield f"{len(cells)} cells, at most {MAX_CELLS}"
    if any(cell.outputs or cell.execution_count for cell in code):
        yield "outputs are stored; clear them"
    if not code or "cs.version()" not in code[0].source or "seed" not in code[0].source:
        yield "the first code cell does not print version and seed"
    if "Exercise" not in cells[-1].source:
        yield "it does not end in an exercise"


def run(path):
    notebook = nbformat.read(path, as_version=4)
    faults = list(faults_of_form(notebook))
    try:
        nbclient.NotebookClient(notebook, timeout=180, kernel_name="python3",
                                resources={"metadata": {"path": os.path.dirname(path)}}).execute()
    except nbclient.exceptions.CellExecutionError as error:
        faults.append(str(error))
    return faults


def main():
    os.environ["CLUSTERSIM"] = os.path.abspath(sys.argv[1])
    os.environ["MPLBACKEND"] = "agg"
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    paths = sys.argv[2:] or sorted(glob.glob(os.path.join(root(), "notebooks", "*.ipynb")))
    failed = 0
    for path in paths:
        begin = time.monotonic()
        faults = run(path)
        failed += bool(faults)
        print(f"{time.monotonic() - begin:6.1f} s  {os.path.basename(path)}  {'; '.join(faults) or 'ok'}")
    print(f"notebooks: {len(paths)} run, {failed} failed")
    sys.exit(1 if failed or not paths else 0)


main()
