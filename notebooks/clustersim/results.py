# SPDX-License-Identifier: Apache-2.0
"""Reads stored results."""
import contextlib
import pathlib
import sqlite3

from . import pandas_later as pd
from .answers import Answer
from .errors import ClustersimError
from .questions import show

# Columns with names, of which "001", "NA" and "1e5" are some.
NAMES = {"variant", "job", "system", "partition", "user", "account", "qos", "name", "state", "nodelist", "reason", "started_by"}


def table_of(path):
    """A CSV file: names as texts, everything else as numbers where they are some. Without the quote that keeps a spreadsheet from
    computing a text as a formula."""
    table = pd.read_csv(path, dtype=str, keep_default_na=False)
    for name in table:
        column = table[name]
        if name not in NAMES:
            numbers = pd.to_numeric(column.replace("", None), errors="coerce")
            if numbers.notna().sum() == (column != "").sum():
                table[name] = numbers
                continue
        table[name] = column.str.replace(r"^'(?='*[=+\-@\t\r])", "", regex=True)
    return table


class Stored(Answer):
    """A result folder: the answer, and the jobs, and the queue of the replicate with the median wait."""

    def __init__(self, folder):
        # The program refuses a result that was cut, changed, or made by another version.
        super().__init__(show(folder))
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
        pages = self.read("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").iloc[0, 0]
        if pages != path.stat().st_size or self.read("PRAGMA quick_check").iloc[0, 0] != "ok":
            raise ClustersimError(5, [], f"{path} is damaged: it was cut or changed")

    def read(self, query):
        """What SQLite answers. A ClustersimError if the file is damaged or has no such table."""
        # As an address, because "?", "#" and "%" mean something in one.
        address = self.path.absolute().as_uri() + "?mode=ro"
        try:
            with contextlib.closing(sqlite3.connect(address, uri=True)) as file:
                return pd.read_sql_query(query, file)
        except (sqlite3.Error, pd.errors.DatabaseError) as error:
            raise ClustersimError(5, [], f"{self.path} cannot be read: {error}") from error

    def table(self, name):
        """A table of the file, as docs/sweeps.md names them: points, runs, jobs, answers, metrics, …"""
        quoted = name.replace('"', '""')
        return self.read(f'SELECT * FROM "{quoted}"')  # noqa: S608  (a quoted name)

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
    show(path)
    return Sweep(path)
