# SPDX-License-Identifier: Apache-2.0
"""The pages of the documentation, and the code blocks in them.

A block is fenced (```yaml), or indented by four spaces. Comments steer its test; readers do not see them:

  <!-- setup: COMMAND -->         before the first block of the page: files that the reader would have
  <!-- not run: REASON -->        before a block: it cannot run in a test
  <!-- long: REASON -->           before a block: it runs in the long form only
  <!-- exits: 1 4 -->             before a block: its commands may also end with these codes
  <!-- in FILE at KEY -->         before a block of YAML: a part of that scenario or machine file, at that dotted key
  <!-- save as FILE -->           before a block of YAML: a whole file, which the commands below name
  <!-- prints: clustersim … -->   what this command prints follows, up to <!-- /prints -->
"""
import dataclasses
import re

from source_files import files, read

SHELL = re.compile(r"(\$ )?(build/release/)?(clustersim|\./bootstrap\.sh|\. <\(|sh|python3|cmake|ctest|cd|npm|sqlite3|"
                   r"mkdocs|sacct|jupyter|apt-get)\b")
LANGUAGES = {"sh": "shell", "bash": "shell", "python": "python", "yaml": "yaml", "sql": "sql", "text": "text",
             "csv": "text", "json": "text"}
DIRECTIVE = re.compile(
    r"<!-- (?P<name>setup|not run|long|exits|prints|save as):? (?P<value>.*?) -->$|<!-- (?P<place>in \S+( at \S+)?) -->$")
INLINE = re.compile(r"`(clustersim [^`\n]+)`")


@dataclasses.dataclass
class Block:
    """A code block and what the comments above it say."""
    page: str
    line: int
    kind: str  # shell, python, yaml, sql, text, prints
    text: str
    directives: dict


def pages():
    """Every page for users and contributors; those in `tests` describe data, and the past of CHANGELOG.md is not run."""
    return [path for path in files((".md",)) if not path.startswith("tests/") and path != "CHANGELOG.md"]


def kind_of(text):
    first = next(line for line in text.splitlines() if line.strip())
    if SHELL.match(first):
        return "shell"
    if re.match(r"import \w[\w, ]*$|from \w+ import ", first):
        return "python"
    if re.match(r"SELECT\b", first):
        return "sql"
    if re.match(r"[a-z][\w-]*:( |$)", first):
        return "yaml"
    return "text"


def blocks(page):
    """The blocks of a page in order, and its setup commands."""
    lines = read(page).split("\n")
    found, setup, directives = [], [], {}
    at, blank = 0, True
    while at < len(lines):
        line = lines[at]
        directive = DIRECTIVE.match(line)
        if directive and directive["name"] == "setup":
            setup.append(directive["value"])
        elif directive and directive["name"] == "prints":
            end = lines.index("<!-- /prints -->", at)
            found.append(Block(page, at + 1, "prints", directive["value"], directives))
            at, directives = end, {}
        elif directive:
            words = directive["place"].split() if directive["place"] else None
            directives["in" if words else directive["name"]] = (words[1], words[3] if len(words) > 3 else "") \
                if words else directive["value"]
        elif line.startswith("```"):
            end = lines.index("```", at + 1)
            text = "\n".join(lines[at + 1:end])
            found.append(Block(page, at + 1, LANGUAGES.get(line[3:], line[3:] or kind_of(text)), text, directives))
            at, directives = end, {}
        elif line.startswith("    ") and blank:
            end = at
            while end < len(lines) and (lines[end].startswith("    ") or not lines[end].strip()):
                end += 1
            text = "\n".join(l[4:] for l in lines[at:end]).rstrip("\n")
            found.append(Block(page, at + 1, kind_of(text), text, directives))
            at, directives = end - 1, {}
            line = ""
        elif line.strip() and not line.startswith("<!--"):
            directives = {}
        blank = not line.strip()
        at += 1
    return found, setup


def inline_commands(page):
    """Commands within the text, with their lines; `…` and placeholders in capitals stay as they are."""
    return [(text.count("\n", 0, found.start()) + 1, found[1])
            for text in [read(page)] for found in INLINE.finditer(text)]
