# SPDX-License-Identifier: Apache-2.0
"""A queue that is asked again and again."""
import pathlib
import tempfile

from . import pandas_later as pd
from . import library, questions
from .answers import Answer

JOB = "job"
MEGABYTES_PER_REPLICATE = 6  # on the largest machines


class Text(str):
    """A text that a notebook shows as it is."""

    __slots__ = ()

    def __repr__(self):
        return str(self)


class Wait:
    """How long a job waits: `median`, `low` and `high` are pandas Timedeltas, NaT if the job does not start; `samples_s` has the seconds of
    each simulated queue, and `answer` is the whole Answer of `run`."""

    def __init__(self, answer):
        self.answer = answer
        job = answer["runs"][0]["jobs"][0]
        self.samples_s = pd.Series(job["waits_s"], name="wait_s", dtype=float)
        self.low, self.median, self.high = (timedelta(job["metrics"][f"wait_{name}_s"]) for name in ("p5", "median", "p95"))

    def within(self, limit):
        """The share of the simulated queues in which the job starts within this time: `wait.within("6h")`."""
        return float((self.samples_s <= pd.Timedelta(limit).total_seconds()).mean())

    def __repr__(self):
        return f"median {text_of(self.median)} (5 – 95 %: {text_of(self.low)} – {text_of(self.high)}), {len(self.samples_s)} simulated queues"


def timedelta(seconds):
    return pd.NaT if seconds is None else pd.Timedelta(seconds=seconds)


def text_of(wait):
    """To the minute: "1 d 3 h 20 min"."""
    if pd.isna(wait):
        return "never"
    minutes = round(wait.total_seconds() / 60)
    parts = ((minutes // 1440, "d"), (minutes // 60 % 24, "h"), (minutes % 60, "min"))
    return " ".join(f"{count} {unit}" for count, unit in parts if count) or "0 min"


class Queue:
    """The queue of a partition with its usual users, simulated `replicates` times:

        queue = clustersim.Queue("lumi", partition="standard-g", seed=1)
        queue.wait(nodes=8, time="12:00:00")
        queue.wait(nodes=16, time="6:00:00").within("1d")

    The first question simulates the queue; later ones submit their job to the same queues, and take a fraction of its time if they are
    answered in the process (`in_process()`). The answers are those of `run` for the scenario that `scenario` shows. `partition` is the
    default one of the machine, and `background` the usual load of the partition, if they are None; `background` and the further keys
    are those of a scenario, with `_` for `-`: user={"usage": "typical"}, scheduler="slurm"."""

    def __init__(self, system, partition=None, *, seed=1, replicates=20, background=None, **further):
        given = {"system": system, "partition": partition, "seed": seed, "replicates": replicates, **further}
        self._common = {"schema": "clustersim/scenario/1", "title": f"The queue of {system}", "background": background or {"mix": "typical"},
                        **{name.replace("_", "-"): value for name, value in given.items() if value is not None}}
        self._kept_bytes = max(library.KEPT_BYTES, (int(replicates) * MEGABYTES_PER_REPLICATE) << 20)
        self._door = None
        self._is_closed = False

    def __repr__(self):
        return f"Queue({', '.join(f'{name}={value!r}' for name, value in self._common.items() if name not in ('schema', 'title'))})"

    def scenario(self, nodes=None, time=None, **job):
        """The scenario of a job, as a dictionary. The keys are those of a job of a scenario, with `_` for `-`; `time` is its walltime,
        as for sbatch, and also its run time unless `runtime` or `application` says what it does."""
        if time is not None:
            job["walltime"] = time
        if "runtime" not in job and "application" not in job and "walltime" in job:
            job["runtime"] = job["walltime"]
        if nodes is not None:
            job["nodes"] = nodes
        return {**self._common, "jobs": {JOB: {name.replace("_", "-"): value for name, value in job.items() if value is not None}}}

    def wait(self, nodes=None, time=None, **job):
        """How long the job waits if it is submitted at a random hour of the week (Wait)."""
        return Wait(self.run(nodes, time, **job))

    def start(self, nodes=None, time=None, *, at=None, **job):
        """When the job starts if it is submitted now, or `at` this time: a Series with the index 5 %, 50 %, 95 %."""
        submitted = pd.Timestamp.now().floor("s") if at is None else pd.Timestamp(at)
        wait = self.wait(nodes, time, **job)
        return pd.Series([submitted + one for one in (wait.low, wait.median, wait.high)], index=["5 %", "50 %", "95 %"], name="start")

    def why(self, nodes=None, time=None, **job):
        """Why the job waits in the queue with the median wait, as `clustersim explain` says it. Needs scheduler: slurm, which machines
        have by default."""
        with self._through(), tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "result"
            questions.run(self.scenario(nodes, time, **job), out=out)
            return Text(questions.explain(out, job=JOB))

    def run(self, nodes=None, time=None, **job):
        """The whole Answer of `run`: also what the job costs, and with `application` how fast it runs."""
        with self._through():
            return Answer(questions.run(self.scenario(nodes, time, **job), no_results=True))

    def close(self):
        """Frees the memory of the queue."""
        self._is_closed = True
        if self._door is not None:
            self._door.close()

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.close()

    def _through(self):
        """The door of this queue, so that other questions do not displace it."""
        if self._is_closed:
            raise ValueError("this queue is closed")
        if self._door is None or self._door.is_closed:  # by a fork
            self._door = library.own_door(self._kept_bytes)
        return library.through(self._door)
