# SPDX-License-Identifier: Apache-2.0
"""Checks that all files are formatted by clang-format 14; `check_format.py --fix` formats them.

Other versions format differently. Where this one is missing, the check is skipped (77).
"""
import shutil
import subprocess
import sys

from source_files import files, root

SKIPPED = 77


def main():
    fix = "--fix" in sys.argv[1:]
    tool = shutil.which("clang-format-14")
    if tool is None:
        print("clang-format-14 is missing; Debian 12 has it")
        sys.exit(1 if fix else SKIPPED)
    paths = files((".hpp", ".cpp"))
    mode = ["-i"] if fix else ["--dry-run", "-Werror"]
    done = subprocess.run([tool, *mode, *paths], cwd=root(), capture_output=True, text=True)
    places = [line for line in done.stderr.splitlines() if ": error:" in line or ": warning:" in line]
    touched = sorted({line.split(":")[0] for line in places})
    print("\n".join(places[:20]))
    print(f"format: {len(paths)} files, {len(touched)} to be formatted")
    if touched:
        print("run /usr/bin/python3 tests/support/check_format.py --fix")
    sys.exit(done.returncode)


main()
