# SPDX-License-Identifier: Apache-2.0
"""The commands of the program as functions. What a function does not name is passed on: `plan("llama3-8b", system="leonardo", gpus=16)`
is `clustersim plan llama3-8b --system leonardo --gpus 16`."""
import io
import json
import os

import pandas as pd

from .answers import Answer, Forecast, Table
from .errors import UsageError
from .program import call


def plain(value):
    """What json cannot write as it is: numbers and arrays of numpy and pandas, ranges, and paths."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, range):
        return list(value)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError(f"{value!r} is no value of a question")


def json_of(value):
    """A value as the program reads it: JSON is YAML."""
    return json.dumps(value, ensure_ascii=False, default=plain)


def ask(command, **question):
    """Asks any command that answers in JSON, such as `ask("systems show", system="lumi")`; returns the parsed JSON.

    The keys are the arguments of the command in lower case and its options, with `_` for `-` and after a word of Python (`from_`);
    `clustersim help --schema COMMAND` lists them. False and None are left out. A dictionary in place of a path is the document itself."""
    given = {name.rstrip("_").replace("_", "-"): value.tolist() if hasattr(value, "tolist") else value for name, value in question.items()}
    given = {name: value for name, value in given.items() if value is not None and value is not False}
    said = call("ask", "-", stdin=json_of({"command": command, **given, "format": "json"}))
    try:
        return json.loads(said)
    except ValueError as error:
        raise UsageError(2, [], f"clustersim {command} gives no JSON: {said[:200]}") from error


def assignments(settings):
    """What --set takes to change single values. A text is a text, whatever YAML would read in it."""
    return [f"{key}={json_of(value)}" for key, value in settings.items()] if settings else None


def document(scenario):
    """A scenario or a project as a question holds it: a path, or a dictionary as in the file."""
    return scenario if isinstance(scenario, dict) else str(scenario)


def run(scenario, settings=None, **options):
    """Answers a scenario (Answer). `settings` maps dotted keys to values, as --set does; `options` are those of `clustersim run`: seed,
    replicates, precision, workers, out. Without `out` no result folder is written."""
    return Answer(ask("run", **{"scenario": document(scenario), "set": assignments(settings), "no_results": "out" not in options, **options}))


def compare(scenario, systems=None, nodes=None, settings=None, **options):
    """Answers a scenario on several machines (Answer); all machines if `systems` is None."""
    return Answer(ask("compare", scenario=document(scenario), set=assignments(settings), systems=systems, nodes=nodes, **options))


def allocate(project, settings=None, **options):
    """Plans a project of several stages (Table: one row for each machine and stage): a path, or a dictionary as in the file.
    `settings` and `options` are as for `run`; force=True accepts a project that needs more than is granted."""
    answer = ask("allocate", project=document(project), set=assignments(settings), **options)
    return Table(answer, [{"system": machine["system"], **stage} for machine in answer["machines"] for stage in machine["stages"]])


def forecast(archive, **request):
    """When a job starts in the queue that the script of `clustersim forecast --collector` archived (Forecast): job=123456, or
    script="job.sbatch", or nodes=8, time="4:00:00", user=…; history="sacct.txt" and the other options of `clustersim forecast`."""
    return Forecast(ask("forecast", archive=archive, **request))


def step(application, **options):
    """Time, throughput, memory and energy of a training step (Table); options of `clustersim step`: system, nodes, plan, …"""
    answer = ask("step", app=application, **options)
    return Table(answer, answer["steps"])


def plan(application, **options):
    """The fastest parallel plans that fit in memory (Table); options of `clustersim plan`: system, gpus, …"""
    answer = ask("plan", app=application, **options)
    return Table(answer, [{"gpus": count["gpus"], **one} for count in answer["counts"] for one in count["plans"]])


def inference(application, **options):
    """Latency, throughput and memory of serving a model (the JSON); options of `clustersim inference`: system, gpus, batch, rate, …"""
    return ask("inference", app=application, **options)


def nccl_tests(collective="all_reduce", begin="8", end="128M", **options):
    """What nccl-tests would print (Table), sizes from `begin` to `end`; options of `clustersim nccl-tests`: system, nodes, …"""
    answer = ask("nccl-tests", collective=collective, minbytes=begin, maxbytes=end, **options)
    return Table(answer, answer["rows"])


def fabric(system, **options):
    """The network of a machine (the JSON): groups, cables, bisections, traffic; options of `clustersim fabric show`: partition, routing."""
    return ask("fabric show", system=system, **options)


def metrics():
    """Name, unit and definition of every metric, as a frame."""
    return pd.DataFrame(ask("help", topic="metrics")).set_index("name")


def system(name):
    """Every number of a machine, as a frame by key: value as in its file, confidence, source, note, citation."""
    listed = call("systems", "show", name, "--format", "csv")
    return pd.read_csv(io.StringIO(listed), index_col="key", dtype=str, keep_default_na=False)


def systems():
    """All machines, as the program lists them, as a frame."""
    listed = ask("systems list")
    return pd.json_normalize(listed["systems"] if isinstance(listed, dict) else listed)
