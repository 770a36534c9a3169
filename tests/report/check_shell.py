# SPDX-License-Identifier: Apache-2.0
"""The checked-in page of the reports is what its sources give. Skipped without the packages of sim/report/web and the
esbuild that built it: (cd sim/report/web && npm ci)."""
import os
import shutil
import subprocess
import sys
import tempfile

WEB = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "sim", "report", "web")
ESBUILD = "0.17.0"


def skip(why):
    print("skipped:", why)
    sys.exit(77)


def main():
    if not os.path.isdir(os.path.join(WEB, "node_modules", "echarts")):
        skip("the packages of sim/report/web are not installed")
    if shutil.which("esbuild") is None:
        skip("esbuild is not installed")
    version = subprocess.run(["esbuild", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if version != ESBUILD:
        skip(f"esbuild {version} is installed, not {ESBUILD}")
    with tempfile.TemporaryDirectory() as folder:
        built = os.path.join(folder, "shell.html")
        subprocess.run([os.path.join(WEB, "build.sh"), built], check=True)
        with open(built, "rb") as stream, open(os.path.join(WEB, "shell.html"), "rb") as kept:
            new, old = stream.read(), kept.read()
    if new != old:
        sys.exit("sim/report/web/shell.html is not what its sources give: run sim/report/web/build.sh")
    print(f"shell: {len(new)} bytes, as built")


main()
