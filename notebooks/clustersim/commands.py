# SPDX-License-Identifier: Apache-2.0
"""The commands that have frames. Their further options are those of the function of the same name in `questions`:
`plan("llama3-8b", system="leonardo", gpus=16)` is `clustersim plan llama3-8b --system leonardo --gpus 16`."""
import inspect
import io

from . import pandas_later as pd
from . import questions
from .answers import Answer, Forecast, Table
from .asking import json_of
from .questions import ask  # noqa: F401  (of the package)


def with_options_of(question, *without):
    """Shows the options of `question` in the signature and the description of a function that passes them on, so that notebooks complete
    them; `without` are those that the function gives itself, as it does the format."""
    def describe(function):
        own = [one for one in inspect.signature(function).parameters.values() if one.kind is not one.VAR_KEYWORD]
        known = {one.name for one in own} | {"format", "width", *without}
        further = [one for one in inspect.signature(question).parameters.values()
                   if one.kind is one.KEYWORD_ONLY and one.name not in known]
        function.__signature__ = inspect.Signature(own + further)
        lines = [line for line in inspect.getdoc(question).splitlines() if line.partition(":")[0] in {one.name for one in further}]
        function.__doc__ = inspect.cleandoc(function.__doc__) + "\n\n" + "\n".join(lines)
        return function
    return describe


def assignments(settings):
    """What --set takes to change single values. A text is a text, whatever YAML would read in it."""
    return [f"{key}={json_of(value)}" for key, value in settings.items()] if settings else None


def document(scenario):
    """A scenario or a project as a question holds it: a path, or a dictionary as in the file."""
    return scenario if isinstance(scenario, dict) else str(scenario)


@with_options_of(questions.run)
def run(scenario, settings=None, **options):
    """Answers a scenario (Answer). `settings` maps dotted keys to values, as --set does. Without `out` no result folder is written."""
    return Answer(questions.run(document(scenario), **{"set": assignments(settings), "no_results": "out" not in options, **options}))


@with_options_of(questions.compare)
def compare(scenario, systems=None, nodes=None, settings=None, **options):
    """Answers a scenario on several machines (Answer); all machines if `systems` is None."""
    return Answer(questions.compare(document(scenario), **{"set": assignments(settings), "systems": systems, "nodes": nodes, **options}))


@with_options_of(questions.allocate)
def allocate(project, settings=None, **options):
    """Plans a project of several stages (Table: one row for each machine and stage): a path, or a dictionary as in the file.
    `settings` is as for `run`."""
    answer = questions.allocate(document(project), **{"set": assignments(settings), **options})
    return Table(answer, [{"system": machine["system"], **stage} for machine in answer["machines"] for stage in machine["stages"]])


@with_options_of(questions.forecast)
def forecast(archive, **options):
    """When a job starts in the queue that the script of `clustersim forecast --collector` archived (Forecast): job=123456, or
    script="job.sbatch", or nodes=8, time="4:00:00", user=…"""
    return Forecast(questions.forecast(archive, **options))


@with_options_of(questions.step)
def step(application, **options):
    """Time, throughput, memory and energy of a training step (Table)."""
    answer = questions.step(application, **options)
    return Table(answer, answer["steps"])


@with_options_of(questions.plan)
def plan(application, **options):
    """The fastest parallel plans that fit in memory (Table)."""
    answer = questions.plan(application, **options)
    return Table(answer, [{"gpus": count["gpus"], **one} for count in answer["counts"] for one in count["plans"]])


@with_options_of(questions.inference)
def inference(application, **options):
    """Latency, throughput and memory of serving a model (the JSON)."""
    return questions.inference(application, **options)


@with_options_of(questions.nccl_tests, "minbytes", "maxbytes")
def nccl_tests(collective="all_reduce", begin="8", end="128M", **options):
    """What nccl-tests would print (Table), sizes from `begin` to `end`."""
    answer = questions.nccl_tests(collective=collective, minbytes=begin, maxbytes=end, **options)
    return Table(answer, answer["rows"])


@with_options_of(questions.fabric_show, "edges")
def fabric(system, **options):
    """The network of a machine (the JSON): groups, cables, bisections, traffic."""
    return questions.fabric_show(system, **options)


def metrics():
    """Name, unit and definition of every metric, as a frame."""
    return pd.DataFrame(ask("help", topic="metrics")).set_index("name")


def system(name):
    """Every number of a machine, as a frame by key: value as in its file, confidence, source, note, citation."""
    listed = ask("systems show", system=name, format="csv")
    return pd.read_csv(io.StringIO(listed), index_col="key", dtype=str, keep_default_na=False)


def systems():
    """All machines, as the program lists them, as a frame."""
    listed = questions.systems_list()
    return pd.json_normalize(listed["systems"] if isinstance(listed, dict) else listed)
