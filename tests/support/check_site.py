# SPDX-License-Identifier: Apache-2.0
"""Builds the site with mkdocs, without warnings, and checks it: every link has its target, and nothing comes from the network.

Skipped (77) without mkdocs, as Debian packages it.
"""
import html.parser
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

from source_files import root


class Page(html.parser.HTMLParser):
    """What a page refers to, and what others can refer to in it."""

    def __init__(self, path):
        super().__init__()
        self.links, self.loads, self.anchors, self.text = [], [], set(), []
        with open(path, encoding="utf-8") as stream:
            self.feed(stream.read())

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if attrs.get("id"):
            self.anchors.add(attrs["id"])
        if tag == "a" and attrs.get("href"):
            self.links.append(attrs["href"])
        for name in ("src", "href"):
            if tag in ("script", "link", "img", "iframe") and attrs.get(name):
                self.loads.append(attrs[name])

    def handle_data(self, data):
        self.text.append(data)


def build(folder):
    """Builds the site into a folder; returns what mkdocs warns of."""
    done = subprocess.run(["mkdocs", "build", "--strict", "--quiet", "-f", os.path.join(root(), "docs/mkdocs.yml"), "-d", folder],
                          capture_output=True, text=True)
    said = (done.stdout + done.stderr).strip()
    return said.splitlines() if done.returncode or said else []


def check(folder):
    paths = [os.path.join(at, name) for at, _, names in os.walk(folder) for name in names if name.endswith(".html")]
    pages = {os.path.normpath(path): Page(path) for path in paths}
    problems = []
    for path, page in sorted(pages.items()):
        name = os.path.relpath(path, folder)
        problems += [f"{name}: loads {url} from the network" for url in page.loads if urllib.parse.urlsplit(url).netloc]
        if "|---|" in "".join(page.text):
            problems.append(f"{name}: a table was not recognised; it needs a blank line before it")
        for url in [*page.links, *page.loads]:
            parts = urllib.parse.urlsplit(url)
            if parts.scheme or parts.netloc or name in ("404.html", "search.html"):
                continue
            target = os.path.normpath(os.path.join(os.path.dirname(path), urllib.parse.unquote(parts.path))) if parts.path else path
            if not os.path.isfile(target):
                problems.append(f"{name}: {url} leads nowhere")
            elif parts.fragment and target in pages and parts.fragment not in pages[target].anchors:
                problems.append(f"{name}: {url}: there is no such section")
    return len(pages), problems


def main():
    if shutil.which("mkdocs") is None:
        print("skipped: Debian's mkdocs is not installed")
        sys.exit(77)
    with tempfile.TemporaryDirectory(prefix="site-") as folder:
        problems = build(folder)
        count, more = check(folder)
    problems = list(dict.fromkeys(problems + more))
    print("\n".join(problems))
    print(f"site: {count} pages, {len(problems)} problems")
    sys.exit(1 if problems or not count else 0)


if __name__ == "__main__":
    main()
