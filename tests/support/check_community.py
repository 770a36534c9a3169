# SPDX-License-Identifier: Apache-2.0
"""Checks the issue forms and the development container: they parse, have the keys that their readers need, and name commands that exist."""
import json
import os
import re

import ruamel.yaml

from source_files import finish, read, root

FORMS, CONTAINER = ".github/ISSUE_TEMPLATE", ".devcontainer/devcontainer.json"
# Keys of `attributes` that a form of this type needs.
TYPES = {"markdown": {"value"}, "input": {"label"}, "textarea": {"label"}, "dropdown": {"label", "options"}}
# What a report of a number must ask for.
ASKED = {"wrong-number.yml": {"machine", "quantity", "source", "command", "version"}, "bug.yml": {"command", "version", "seed"}}
COMMAND = re.compile(r"\bclustersim((?: --?[a-z][\w-]*)*) ?([a-z][\w-]*)?")


def known_words():
    """The commands of the program and all options, from the page that is made from the table of options."""
    page = read("docs/reference/commands.md")
    return set(re.findall(r"^## clustersim (\S+)", page, re.M)), set(re.findall(r"(--[a-z][\w-]*)", page)) | {"--version", "--help"}


def commands_in(path, text, problems):
    commands, options = known_words()
    for found in COMMAND.finditer(text):
        problems += [f"{path}: clustersim has no option {word}" for word in found[1].split() if word not in options]
        if found[2] and found[2] not in commands:
            problems.append(f"{path}: clustersim has no command {found[2]}")
    verbs = set(re.findall(r"^(\w+)\)$", read("bootstrap.sh"), re.M))
    problems += [f"{path}: bootstrap.sh has no verb {verb}" for verb in re.findall(r"\./bootstrap\.sh (\w+)", text) if verb not in verbs]


def form(name, problems):
    path = f"{FORMS}/{name}"
    text = read(path)
    data = ruamel.yaml.YAML(typ="safe").load(text)
    if name == "config.yml":
        return
    problems += [f"{path}: no {key}" for key in ("name", "description", "body") if not data.get(key)]
    ids = [part["id"] for part in data["body"] if part["type"] != "markdown"]
    problems += [f"{path}: it does not ask for {key}" for key in sorted(ASKED.get(name, set()) - set(ids))]
    if len(set(ids)) != len(ids):
        problems.append(f"{path}: two parts have the same id")
    for part in data["body"]:
        if part["type"] not in TYPES:
            problems.append(f"{path}: no form has a part of the type {part['type']}")
            continue
        problems += [f"{path}: {part.get('id', part['type'])} has no {key}"
                     for key in sorted(TYPES[part["type"]] - part["attributes"].keys())]
        problems += [f"{path}: the choice {choice} of {part['id']} is no text" for choice in part["attributes"].get("options", [])
                     if not isinstance(choice, str)]
    # Words in code, and examples that are commands.
    examples = [part["attributes"].get("placeholder", "") for part in data["body"]]
    commands_in(path, "\n".join(re.findall(r"`([^`]+)`", text) + [line for line in examples if "clustersim " in line or "bootstrap" in line]),
                problems)


def container(problems):
    text = read(CONTAINER)
    data = json.loads(text)
    recipe = f".devcontainer/{data['build']['dockerfile']}"
    if not re.search(r"^FROM debian:12$", read(recipe), re.M):
        problems.append(f"{recipe}: not Debian 12, which has the tools of all checks")
    if f" {data['remoteUser']}\n" not in read(recipe).replace(" \\", ""):
        problems.append(f"{recipe}: no user {data['remoteUser']}")
    if "./bootstrap.sh" not in text:
        problems.append(f"{CONTAINER}: bootstrap.sh does not run")
    commands_in(CONTAINER, text, problems)


def main():
    names = sorted(os.listdir(os.path.join(root(), FORMS)))
    problems = [f"{FORMS}: no {name}" for name in ASKED if name not in names]
    for name in names:
        form(name, problems)
    container(problems)
    finish("community", len(names) + 1, problems)


main()
