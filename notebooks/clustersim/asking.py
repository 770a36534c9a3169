# SPDX-License-Identifier: Apache-2.0
"""Asks a question in JSON, in this process where that is possible."""
import json
import os

from . import library
from .errors import ClustersimError, UsageError, error_with
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


def answers_in_json(command, given, in_json):
    """Whether `format` can be asked for: `in_json` has the keys that it needs and those that exclude it; None if there is no such key."""
    if in_json is None or "format" in given:
        return False
    if command == "help":  # of its topics, only the metrics have other formats
        return given.get("topic") in ("metrics", ["metrics"])
    needed, excluded = in_json
    return all(key in given for key in needed) and not any(key in given for key in excluded)


def needs_the_program(question):
    """Whether a question is about a process of its own: its standard streams, or a job script that starts the program."""
    streams = any("-" in value if isinstance(value, list) else value == "-" for value in question.values())
    return streams or question.get("executor") == "slurm"


def renamed(error):
    """The exception with the name that the library gives to the text of a question."""
    return error_with(error.exit_code, [{**vars(one), "file": "question" if one.file == "<stdin>" else one.file} for one in error.problems],
                      "" if error.problems else str(error))


def text_of(question):
    """What the command line prints. Raises a ClustersimError if the question ends with an error; remarks are left out."""
    door = None if needs_the_program(question) else library.door()
    if door is None:
        try:
            return call("ask", "-", stdin=json_of(question))
        except ClustersimError as error:
            raise renamed(error) from None
    try:
        answer = door.ask(json_of(question))
    except UnicodeEncodeError as error:  # half of a surrogate pair
        raise UsageError(2, [], f"this cannot be passed on to the program: {error}") from error
    if answer["exit_code"] != 0:
        said = answer["problems"]
        raise error_with(answer["exit_code"], said, "\n".join(answer["remarks"]) if answer["exit_code"] in (5, 70) else "")
    return answer["text"]


def answer_of(command, question, in_json):
    """What the program answers to the keys of a question, which are written as in Python: the parsed JSON, or the text if it is none."""
    given = {name.rstrip("_").replace("_", "-"): value.tolist() if hasattr(value, "tolist") else value for name, value in question.items()}
    given = {name: value for name, value in given.items() if value is not None and value is not False}
    if answers_in_json(command, given, in_json):
        given["format"] = "json"
    said = text_of({"command": command, **given})
    if given.get("format") != "json":
        return said
    try:
        return json.loads(said)
    except ValueError:  # a command that wrote a file, or printed one
        return said
