# SPDX-License-Identifier: Apache-2.0
"""Checks that all files are formatted by clang-format 14; `check_format.py --fix` formats them."""
import shutil
import subprocess
import sys

from source_files import files, root


def main():
    tool = shutil.which("clang-format-14")
    if tool is None:
        sys.exit("clang-format-14 is missing: install Debian's clang-format-14")
    paths = files((".hpp", ".cpp"))
    mode = ["-i"] if "--fix" in sys.argv[1:] else ["--dry-run", "-Werror"]
    done = subprocess.run([tool, *mode, *paths], cwd=root(), capture_output=True, text=True)
    places = [line for line in done.stderr.splitlines() if ": error:" in line or ": warning:" in line]
    touched = sorted({line.split(":")[0] for line in places})
    print("\n".join(places[:20]))
    print(f"format: {len(paths)} files, {len(touched)} to be formatted")
    if touched:
        print("run /usr/bin/python3 tests/support/check_format.py --fix")
    sys.exit(done.returncode)


main()
