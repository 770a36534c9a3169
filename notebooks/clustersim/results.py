# SPDX-License-Identifier: Apache-2.0
"""Reads stored results."""
import pathlib
import sqlite3

import pandas as pd

from .answers import Answer
from .program import answer_of


def table_of(path):
    """A CSV file, without the quote that keeps a spreadsheet from computing a text as a formula."""
    return pd.read_csv(path).apply(
        lambda column: column.str.replace(r"^'(?='*[=+\-@\t\r])", "", regex=True) if column.dtype == object else column)


class Stored(Answer):
    """A result folder: the answer, and the jobs and the queue of the first replicate."""

    def __init__(self, folder):
        # The program refuses a result that was cut, changed, or made by another version.
        super().__init__(answer_of("show", folder))
        self.folder = folder

    @property
    def jobs(self):
        """The study's own jobs of each replicate, one row each."""
        return table_of(self.folder / "jobs.csv")

    @property
    def timeline(self):
        """The queue over time."""
        return table_of(self.folder / "timeline.csv")


class Sweep:
    """A finished sweep in its SQLite file."""

    def __init__(self, path):
        self.path = path

    def table(self, name):
        """A table of the file, as docs/sweeps.md names them: points, runs, jobs, answers, metrics, …"""
        with sqlite3.connect(f"file:{self.path}?mode=ro", uri=True) as file:
            return pd.read_sql_query(f'SELECT * FROM "{name}"', file)  # noqa: S608  (names of its own tables)

    @property
    def frame(self):
        """One row for each point and job: the settings, then every metric in SI units."""
        answers = self.table("answers").pivot(index=["point", "job"], columns="metric", values="value").reset_index()
        return self.table("points").merge(answers, on="point").rename_axis(columns=None)


def load(path):
    """A result folder of `run` (Stored) or the file of a sweep (Sweep). Raises FileNotFoundError, ValueError if it is neither, or
    ClustersimError if the result was cut or changed, or made by another version."""
    path = pathlib.Path(path)
    if not path.exists():
        raise FileNotFoundError(str(path))
    if path.is_dir():
        if not (path / "run.json").exists():
            raise ValueError(f"{path} is no result folder: it has no run.json")
        return Stored(path)
    with open(path, "rb") as stream:
        if stream.read(15) != b"SQLite format 3":
            raise ValueError(f"{path} is neither a result folder nor the file of a sweep")
    # The program refuses a sweep that was cut, changed, or made by another version.
    answer_of("show", path)
    return Sweep(path)
