# SPDX-License-Identifier: Apache-2.0
"""Checks that all files that state the version or describe the project agree with CMakeLists.txt, and that the version has its release notes."""
import json
import os
import re

import ruamel.yaml

from source_files import finish, read, root

LARGEST_NOTES = 6000  # bytes: a page that a user reads to the end


def main():
    version = re.search(r"project\(clustersim VERSION ([\d.]+)", read("CMakeLists.txt"))[1]
    citation = ruamel.yaml.YAML(typ="safe").load(read("CITATION.cff"))
    zenodo = json.loads(read(".zenodo.json"))
    notes = f"docs/releases/{version}.md"
    problems = [f"{name}: version {found}, but CMakeLists.txt has {version}"
                for name, found in (("CITATION.cff", str(citation["version"])), (".zenodo.json", zenodo["version"])) if found != version]
    same = (("title", citation["title"], zenodo["title"]), ("licence", citation["license"], zenodo["license"]),
            ("keywords", citation["keywords"], zenodo["keywords"]),
            ("abstract", " ".join(citation["abstract"].split()), " ".join(zenodo["description"].split())),
            ("authors", [one["name"] for one in citation["authors"]], [one["name"] for one in zenodo["creators"]]))
    problems += [f"CITATION.cff and .zenodo.json have a different {what}" for what, one, other in same if one != other]
    if not re.search(rf"^## \[{re.escape(version)}\]", read("CHANGELOG.md"), re.M):
        problems.append(f"CHANGELOG.md: no heading for {version}")
    if not os.path.exists(os.path.join(root(), notes)):
        problems.append(f"{notes}: no release notes for {version}")
    else:
        size = len(read(notes).encode())
        if size > LARGEST_NOTES:
            problems.append(f"{notes}: {size} bytes, at most {LARGEST_NOTES}")
        for page in ("README.md", "docs/README.md", "docs/mkdocs.yml"):
            if f"releases/{version}.md" not in read(page):
                problems.append(f"{page}: no link to {notes}")
    finish("release", 5, problems)


main()
