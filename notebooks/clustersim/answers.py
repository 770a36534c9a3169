# SPDX-License-Identifier: Apache-2.0
"""Answers of the program: what it printed as JSON, pandas frames of it, and tables for notebooks."""
import collections.abc
import functools
import html

from . import pandas_later as pd

# Columns of a shown answer: title, metric, divisor of the SI value. Those without any value are left out.
SHOWN = [("nodes", "nodes", 1), ("GPUs", "gpus", 1), ("wait, h", "wait_median_s", 3600), ("wait 5 %, h", "wait_p5_s", 3600),
         ("wait 95 %, h", "wait_p95_s", 3600), ("step, s", "step_time_s", 1), ("efficiency", "efficiency", 1), ("MFU", "mfu", 1),
         ("run time, h", "runtime_s", 3600), ("turnaround, h", "turnaround_median_s", 3600), ("GPU-h", "gpu_hours", 1),
         ("node-h", "node_hours", 1), ("billed", "billed", 1), ("energy, kWh", "energy_J", 3.6e6)]


class Document(collections.abc.Mapping):
    """JSON of the program; `answer["runs"]` reads it as a dictionary."""

    def __init__(self, document):
        self.json = document

    def __getitem__(self, key):
        return self.json[key]

    def __iter__(self):
        return iter(self.json)

    def __len__(self):
        return len(self.json)


class Answer(Document):
    """The answer of `run` and `compare`: one row for each run of the sweep or machine, and job."""

    @functools.cached_property
    def frame(self):
        """Every metric in SI units: system, variant, the settings of the sweep, job, then the metrics (`clustersim.metrics()`)."""
        return pd.DataFrame([{"system": run["system"], "variant": run["variant"], **run["settings"], "job": job["job"], **job["metrics"]}
                             for run in self["runs"] for job in run["jobs"]])

    @functools.cached_property
    def waits(self):
        """The waits of all replicates in seconds: system, variant, job, replicate, wait_s."""
        return pd.DataFrame([{"system": run["system"], "variant": run["variant"], "job": job["job"], "replicate": number, "wait_s": wait}
                             for run in self["runs"] for job in run["jobs"] for number, wait in enumerate(job["waits_s"], 1)])

    def table(self):
        """The frame as people read it: hours, GPU-hours and kWh, and only the columns that have values."""
        out = self.frame[[name for name in ("system", "variant", "job") if self.frame[name].nunique() > 1]].copy()
        for title, metric, scale in SHOWN:
            values = pd.to_numeric(self.frame[metric], errors="coerce") if metric in self.frame else pd.Series(dtype=float)
            if values.notna().any():
                out[title] = values / scale
        return out

    def _repr_html_(self):
        lead = "".join(f"<p>{html.escape(str(self[key]))}</p>" for key in ("title", "background") if self.get(key))
        return lead + self.table().to_html(index=False, escape=True, na_rep="", float_format="{:.3g}".format)

    def __repr__(self):
        return f"{self.get('title', '')}\n{self.table().to_string(index=False, na_rep='', float_format='{:.3g}'.format)}"


class Forecast(Document):
    """The answer of `forecast`: quantiles of the start, the waits of all samples, what they rest on."""

    @property
    def waits_s(self):
        """The wait from the snapshot on in each sample, in seconds; without those in which the job does not start."""
        return pd.Series([wait for wait in self["start"]["waits_s"] if wait is not None], name="wait_s", dtype=float)

    def table(self):
        """5, 50 and 95 % of the wait in hours: simulated and, if there is a past, learned."""
        rows = {"simulated": self["start"], "learned": self["learned"]}
        return pd.DataFrame({name: {f"{share} h": row[key] / 3600 if row[key] is not None else float("nan")
                                    for share, key in (("5 %,", "low_s"), ("50 %,", "median_s"), ("95 %,", "high_s"))}
                             for name, row in rows.items() if row}).T

    def _repr_html_(self):
        says = [f"{self['subject']} on {self['cluster']}: {self['start']['request']}" if self["start"] else str(self["no_start"]),
                f"Trust {self['trust']}." if self.get("trust") else "", *self["sources"]]
        table = self.table().to_html(escape=True, float_format="{:.3g}".format) if self["start"] else ""
        return f"<p>{html.escape(says[0])}</p>{table}" + "".join(f"<p>{html.escape(one)}</p>" for one in says[1:] if one)


class Table(Document):
    """Any other answer with rows: `frame` has them."""

    def __init__(self, document, rows):
        super().__init__(document)
        self._rows = rows

    @functools.cached_property
    def frame(self):
        return pd.json_normalize(self._rows)

    def _repr_html_(self):
        return self.frame.to_html(index=False, escape=True, na_rep="", float_format="{:.4g}".format)
