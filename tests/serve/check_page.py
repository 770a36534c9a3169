# SPDX-License-Identifier: Apache-2.0
"""The checked-in page of `clustersim serve` is what its sources give. Skipped without the packages of sim/report/web and
sim/serve/web and the esbuild that built it."""
import os
import shutil
import subprocess
import sys
import tempfile

SIM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "sim")
WEB = os.path.join(SIM, "serve", "web")
ESBUILD = "0.17.0"
LARGEST = 1_000_000


def skip(why):
    print("skipped:", why)
    sys.exit(77)


def main():
    for folder, package in (("report", "echarts"), ("serve", "yaml")):
        if not os.path.isdir(os.path.join(SIM, folder, "web", "node_modules", package)):
            skip(f"the packages of sim/{folder}/web are not installed")
    if shutil.which("esbuild") is None:
        skip("esbuild is not installed")
    version = subprocess.run(["esbuild", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if version != ESBUILD:
        skip(f"esbuild {version} is installed, not {ESBUILD}")
    with tempfile.TemporaryDirectory() as folder:
        built, static = (os.path.join(folder, name) for name in ("page.html", "static.html"))
        subprocess.run([os.path.join(WEB, "build.sh"), built], check=True)
        subprocess.run([os.path.join(WEB, "build.sh"), "--static", static], check=True)
        with open(built, "rb") as stream, open(os.path.join(WEB, "page.html"), "rb") as kept, open(static, "rb") as other:
            new, old, edition = stream.read(), kept.read(), other.read()
    if new != old:
        sys.exit("sim/serve/web/page.html is not what its sources give: run sim/serve/web/build.sh")
    if edition != new.replace(b'{"edition": "serve"}', b'{"edition": "static"}'):
        sys.exit("the static edition differs in more than its name")
    if len(new) > LARGEST:
        sys.exit(f"the page has {len(new)} bytes, more than {LARGEST}")
    print(f"page: {len(new)} bytes, as built")


main()
