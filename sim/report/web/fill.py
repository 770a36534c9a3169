# SPDX-License-Identifier: Apache-2.0
"""Puts style and script into the skeleton of the page: fill.py PAGE STYLE SCRIPT."""
import sys


def text_of(path):
    with open(path, encoding="utf-8") as stream:
        return stream.read()


def main():
    page, style, script = (text_of(path) for path in sys.argv[1:])
    if "</script" in script.lower() or "</style" in style.lower():
        sys.exit("the bundle would end its own element")
    sys.stdout.write(page.replace("/*style*/", style.strip()).replace("/*script*/", script.strip()))


main()
