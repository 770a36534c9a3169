# SPDX-License-Identifier: Apache-2.0
"""The commands of the program as functions. What a function does not name is passed on: `plan("llama3-8b", system="leonardo", gpus=16)`
is `clustersim plan llama3-8b --system leonardo --gpus 16`."""
import io
import json
import os

import pandas as pd

from .answers import Answer, Forecast, Table
from .program import answer_of, call


def plain(value):
    """What json cannot write as it is: numbers and arrays of numpy and pandas, and paths."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError(f"{value!r} is no value of a scenario")


def json_of(value):
    """A value as the program reads it: JSON is YAML."""
    return json.dumps(value, ensure_ascii=False, default=plain)


def words_of(options):
    """Options of the command line: False and None are left out, True has no value, lists are joined by commas."""
    words = []
    for name, value in options.items():
        value = value.tolist() if hasattr(value, "tolist") else value
        if value is None or value is False:
            continue
        word = "--" + name.rstrip("_").replace("_", "-")
        # With "=", so that a value may begin with a dash.
        text = ",".join(map(str, value)) if isinstance(value, (list, tuple, range)) else str(value)
        words.append(word if value is True else f"{word}={text}")
    return words


def setting_words(settings):
    """The words that change single values, as --set does. A text is a text, whatever YAML would read in it."""
    return [word for key, value in (settings or {}).items() for word in ("--set", f"{key}={json_of(value)}")]


def scenario_words(scenario, settings):
    """The words and the standard input for a scenario: a path, or a dictionary as in the file (JSON is YAML)."""
    words = setting_words(settings)
    return (["-", *words], json_of(scenario)) if isinstance(scenario, dict) else ([str(scenario), *words], None)


def run(scenario, settings=None, **options):
    """Answers a scenario (Answer). `settings` maps dotted keys to values, as --set does; `options` are those of `clustersim run`: seed,
    replicates, precision, workers, out. Without `out` no result folder is written."""
    words, stdin = scenario_words(scenario, settings)
    options = {"no_results": "out" not in options, **options}
    return Answer(answer_of("run", *words, *words_of(options), stdin=stdin))


def compare(scenario, systems=None, nodes=None, settings=None, **options):
    """Answers a scenario on several machines (Answer); all machines if `systems` is None."""
    words, stdin = scenario_words(scenario, settings)
    return Answer(answer_of("compare", *words, *words_of({"systems": systems, "nodes": nodes, **options}), stdin=stdin))


def allocate(project, settings=None, **options):
    """Plans a project of several stages (Table: one row for each machine and stage): a path, or a dictionary as in the file.
    `settings` and `options` are as for `run`; force=True accepts a project that needs more than is granted."""
    words, stdin = scenario_words(project, settings)
    answer = answer_of("allocate", *words, *words_of(options), stdin=stdin)
    return Table(answer, [{"system": machine["system"], **stage} for machine in answer["machines"] for stage in machine["stages"]])


def forecast(folder, **request):
    """When a job starts in the queue of a folder of `clustersim import queue` (Forecast): job=123456, or script="job.sbatch", or
    nodes=8, time="4:00:00", user=…; history="sacct.txt" and the other options of `clustersim forecast`."""
    return Forecast(answer_of("forecast", folder, *words_of(request)))


def step(application, **options):
    """Time, throughput, memory and energy of a training step (Table); options of `clustersim step`: system, nodes, plan, …"""
    answer = answer_of("step", application, *words_of(options))
    return Table(answer, answer["steps"])


def plan(application, **options):
    """The fastest parallel plans that fit in memory (Table); options of `clustersim plan`: system, gpus, …"""
    answer = answer_of("plan", application, *words_of(options))
    return Table(answer, [{"gpus": count["gpus"], **one} for count in answer["counts"] for one in count["plans"]])


def inference(application, **options):
    """Latency, throughput and memory of serving a model (the JSON); options of `clustersim inference`: system, gpus, batch, rate, …"""
    return answer_of("inference", application, *words_of(options))


def nccl_tests(collective="all_reduce", begin="8", end="128M", **options):
    """What nccl-tests would print (Table), sizes from `begin` to `end`; options of `clustersim nccl-tests`: system, nodes, …"""
    answer = answer_of("nccl-tests", "--collective", collective, "-b", begin, "-e", end, *words_of(options))
    return Table(answer, answer["rows"])


def fabric(system, **options):
    """The network of a machine (the JSON): groups, cables, bisections, traffic; options of `clustersim fabric show`: partition, routing."""
    return answer_of("fabric", "show", system, *words_of(options))


def metrics():
    """Name, unit and definition of every metric, as a frame."""
    return pd.DataFrame(answer_of("metrics")).set_index("name")


def system(name):
    """Every number of a machine, as a frame by key: value as in its file, confidence, source, note, citation."""
    listed = call("systems", "show", name, "--format", "csv")
    return pd.read_csv(io.StringIO(listed), index_col="key", dtype=str, keep_default_na=False)


def systems():
    """All machines, as the program lists them, as a frame."""
    listed = answer_of("systems", "list")
    return pd.json_normalize(listed["systems"] if isinstance(listed, dict) else listed)
