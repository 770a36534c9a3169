# SPDX-License-Identifier: Apache-2.0
"""Walks a JSON schema of this project: one entry for each key that a file of its kind can have."""
import dataclasses
import json
import os

from source_files import root

# Where a number comes from; every mapping of a machine file may have them.
PROVENANCE = ("source", "confidence", "note")
ANNOTATIONS = ("description", "default", "x-default", "x-unit")


@dataclasses.dataclass
class Key:
    """A key with the schema of its value, all references followed."""
    path: tuple  # NAME stands for a name of the user's choice, [] for an item of a list
    required: bool
    schema: dict
    refs: tuple  # names of the definitions on the way to the value, outermost first

    @property
    def text(self):
        return ".".join(self.path).replace(".[]", "[]")


class Schemas:
    """The schemas of a folder, which may refer to each other."""

    def __init__(self):
        self.files = {}

    def load(self, path):
        path = os.path.normpath(path)
        if path not in self.files:
            with open(os.path.join(root(), path), encoding="utf-8") as stream:
                self.files[path] = json.load(stream)
        return self.files[path]

    def target(self, ref, file):
        """Returns (schema, file) of a reference that a file makes."""
        name, _, pointer = ref.partition("#")
        file = os.path.normpath(os.path.join(os.path.dirname(file), name)) if name else file
        schema = self.load(file)
        for step in pointer.strip("/").split("/") if pointer.strip("/") else []:
            schema = schema[step]
        return schema, file

    def resolved(self, schema, file):
        """Follows references; what is said next to a reference is nearer to the reader and wins."""
        refs = ()
        near = {word: schema[word] for word in ANNOTATIONS if word in schema}
        while "$ref" in schema:
            refs += (schema["$ref"].split("/")[-1],)
            schema, file = self.target(schema["$ref"], file)
            near = {**{word: schema[word] for word in ANNOTATIONS if word in schema}, **near}
        return {**schema, **near}, file, refs


def is_wrapped(option):
    """The long form of a number: {value, source, confidence, note}."""
    return option.get("type") == "object" and "value" in option.get("properties", {}) and \
        set(option["properties"]) <= {"value", *PROVENANCE}


def keys(path, stop=()):
    """All keys of the schema at `path`, in its order; `stop` names definitions that are not entered."""
    schemas = Schemas()
    found = []

    def walk(schema, file, at, inside):
        schema, file, refs = schemas.resolved(schema, file)
        if set(refs) & (set(stop) | set(inside)):
            return
        inside = (*inside, *refs)
        for name, value in schema.get("properties", {}).items():
            if name in PROVENANCE and at:
                continue
            whole, _, used = schemas.resolved(value, file)
            if all(key.path != (*at, name) for key in found):
                found.append(Key((*at, name), name in schema.get("required", []), whole, used))
            walk(value, file, (*at, name), inside)
        for part in ("anyOf", "oneOf", "allOf"):
            for option in schema.get(part, []):
                if not is_wrapped(option) and ({"properties", "additionalProperties", "$ref", "items"} & set(option)):
                    walk(option, file, at, inside)
        for part in ("then", "else"):
            walk(schema[part], file, at, inside) if "properties" in schema.get(part, {}) else None
        more = schema.get("additionalProperties")
        if isinstance(more, dict) and at:
            whole, _, used = schemas.resolved(more, file)
            found.append(Key((*at, "NAME"), False, whole, used))
            walk(more, file, (*at, "NAME"), inside)
        if isinstance(schema.get("items"), dict):
            walk(schema["items"], file, (*at, "[]"), inside)

    walk(schemas.load(path), path, (), ())
    return found
