# SPDX-License-Identifier: Apache-2.0
"""Renews everything that the program or the tree prints into files: one command after any change of numbers, keys or names.

  names      the names of machines, applications, mixes, metrics … in the JSON schemas
  metrics    the table of docs/metrics.md
  keys       docs/reference/ from the JSON schemas
  commands   docs/reference/commands.md and notebooks/clustersim/questions.py from the table of options
  models     docs/reference/models.md from the heads of the model files
  slurm      docs/slurm/parameters.md and the schemas of sites, from the table of Slurm's parameters; needs three test programs
  tables     the tables of `clustersim validate` in docs/validation.md and README.md
  paper      the tables and numbers of docs/paper/paper.md; needs the test program slurm_player
  constants  the calibrated constants of workloads/frameworks and the rows that each stands on, in docs/validation.md
  answers    what commands print in the pages (takes minutes)

usage: renew.py PROGRAM [--check] [PART ...]
"""
import glob
import os
import subprocess
import sys

from source_files import root

PARTS = {"names": "schema_names.py", "metrics": "metric_tables.py", "keys": "reference_pages.py", "commands": "command_pages.py", "models": "model_page.py", "slurm": None,
         "tables": "validation_tables.py", "paper": "paper_tables.py", "constants": "constant_tables.py", "answers": "printed_answers.py"}
WITHOUT_PROGRAM = ("keys", "models", "constants")
# Hidden cases of test programs that write files; ordinary cases of the same programs check them.
WRITERS = (("slurm_read_parameters_unit", "[write_docs]"), ("slurm_read_yaml_unit", "[write_schema]"),
           ("slurm_read_machine_unit", "[write_schema]"))


def write_slurm(program):
    """Returns whether all that is built has succeeded."""
    succeeded = True
    for name, case in WRITERS:
        found = glob.glob(os.path.join(os.path.dirname(program), "tests/unit", "**", name), recursive=True)
        if not found:
            print(f"slurm: {name} is not built, so what it writes stays as it is")
        elif subprocess.run([found[0], case], stdout=subprocess.DEVNULL).returncode:
            succeeded = False
    return succeeded


def main():
    check = ["--check"] if "--check" in sys.argv else []
    program, *chosen = [word for word in sys.argv[1:] if word != "--check"]
    unknown = [part for part in chosen if part not in PARTS]
    if unknown:
        sys.exit(f"unknown: {', '.join(unknown)}; known: {', '.join(PARTS)}")
    failed = []
    for part in chosen or PARTS:
        if part == "slurm":
            if not check and not write_slurm(os.path.abspath(program)):
                failed.append(part)
            continue
        words = [] if part in WITHOUT_PROGRAM else [os.path.abspath(program)]
        script = os.path.join(root(), "tests/support", PARTS[part])
        if subprocess.run([sys.executable, script, *words, *check]).returncode:
            failed.append(part)
    if failed:
        sys.exit(f"not up to date: {', '.join(failed)}; run tests/support/renew.py PROGRAM" if check
                 else f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
