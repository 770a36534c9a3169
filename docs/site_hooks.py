# SPDX-License-Identifier: Apache-2.0
"""Puts the Markdown pages of the whole tree into the site, at their places, so that links between them hold.

The pages are written for readers of the source tree, too, in the Markdown of its viewers; where Python-Markdown differs,
they are adapted here.
"""
import os
import posixpath
import re
import shutil
import sys

from mkdocs.structure.files import File

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests", "support"))
from doc_pages import pages  # noqa: E402

LINK = re.compile(r"\[(?P<text>[^\[\]]*)\]\((?P<target>[^)\s#:]+)(?P<anchor>#[^)\s]*)?\)")
ITEM = re.compile(r"([-*+]|\d+\.) ")


def targets(page):
    """The files and folders of the tree that a page links to, relative to the root."""
    with open(os.path.join(ROOT, page), encoding="utf-8") as stream:
        text = stream.read()
    return {posixpath.normpath(posixpath.join(posixpath.dirname(page), found["target"])) for found in LINK.finditer(text)}


def on_files(files, config):
    paths = [*pages(), "CHANGELOG.md"]
    linked = {target for page in paths for target in targets(page) if os.path.isfile(os.path.join(ROOT, target))}
    for path in dict.fromkeys([*paths, *sorted(linked)]):
        files.append(File(path, ROOT, config["site_dir"], config["use_directory_urls"]))
    return files


def on_page_markdown(markdown, page, config, files):
    folder = posixpath.dirname(page.file.src_uri)

    def adapted(found):
        """A folder has no page of its own: its README, or no link."""
        target = posixpath.normpath(posixpath.join(folder, found["target"]))
        if not os.path.isdir(os.path.join(ROOT, target)):
            return found[0]
        readme = posixpath.join(target, "README.md")
        if files.get_file_from_path(readme) is None:
            return found["text"]
        return f"[{found['text']}]({posixpath.relpath(readme, folder or '.')})"

    markdown = LINK.sub(adapted, markdown)
    lines, code = [], False
    for line in markdown.split("\n"):
        code ^= line.startswith("```")
        begins = ITEM.match(line) and lines and lines[-1].strip() and not code
        if begins and not ITEM.match(lines[-1]) and not lines[-1].startswith(" "):
            lines.append("")  # a list needs a blank line before it
        lines.append(line)
    return "\n".join(lines)


def on_post_build(config):
    """Debian 12's mkdocs ships this theme with another version of jQuery than its pages name, and without a small script."""
    scripts = os.path.join(config["site_dir"], "js")
    present = sorted(name for name in os.listdir(scripts) if name.startswith("jquery-"))
    with open(os.path.join(config["site_dir"], "index.html"), encoding="utf-8") as stream:
        named = set(re.findall(r'src="js/(jquery-[\w.-]+\.js|theme_extra\.js)"', stream.read()))
    for name in sorted(named - set(os.listdir(scripts))):
        path = os.path.join(scripts, name)
        if name.startswith("jquery-") and present:
            shutil.copyfile(os.path.join(scripts, present[0]), path)
        elif name == "theme_extra.js":
            with open(path, "w", encoding="utf-8") as stream:
                stream.write("// Labels of code languages: not used here.\n")
