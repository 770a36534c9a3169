# SPDX-License-Identifier: Apache-2.0
"""Makes the archive for any Linux and the wheel, and asks them the same questions as the build in systems that have little or nothing.

usage: check_portable.py PROGRAM BUILD_FOLDER [--roots FOLDER] [--made FOLDER]

The systems are made by debootstrap from the mirror of this machine, which needs root; --roots keeps them in a folder, or takes those
that are there. --made takes what build.sh wrote into a folder. Without root, a mirror or patchelf the test is skipped (77). It prints a table: what ran where, and in how many seconds.
"""
import argparse
import ctypes
import errno
import glob
import os
import pathlib
import platform
import re
import shutil
import stat
import struct
import subprocess
import sys
import tarfile
import tempfile
import time

from check_package import SKIPPED, mirror, run, say
from portable_questions import DATA, Questions

ROOT = pathlib.Path(__file__).resolve().parents[2]
PORTABLE = ROOT / "docs/packaging/portable"
RELEASES = ("bullseye", "bookworm", "trixie")
# In a mount namespace of its own: the tree read-only, the folder of the questions, and /proc where the system has a place for it.
ENTER = """set -e
root=$1 tree=$2 inside=$3 work=$4 variables=$5
shift 5
mkdir -p "$root$inside" "$root/work"
mount --bind "$tree" "$root$inside"
mount -o remount,bind,ro "$root$inside"
mount --bind "$work" "$root/work"
[ ! -d "$root/proc" ] || mount -t proc proc "$root/proc"
exec env -i "$(command -v chroot)" "$root" /bin/sh -c "cd /work; export $variables; "'exec "$@"' sh "$@"
"""
BARE = "PATH=/usr/bin:/bin"
POOR = "PATH=/bin LC_ALL=xx_YY.UTF-8 HOME=/nowhere LD_LIBRARY_PATH=/lib LD_PRELOAD=/nowhere.so"


def old_kernel():
    """This process and what it starts see the system calls of Linux 3.10: later ones are unknown. Only for x86-64."""
    last, allow, refuse = 313, 0x7fff0000, 0x00050000 | errno.ENOSYS
    code = [(0x20, 0, 0, 0), (0x25, 0, 1, last), (0x06, 0, 0, refuse), (0x06, 0, 0, allow)]
    filters = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *one) for one in code))
    program = struct.pack("HxxxxxxP", len(code), ctypes.addressof(filters))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(38, 1, 0, 0, 0) != 0 or libc.prctl(22, 2, program, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "no filter of system calls")


def systems(folder, archive):
    """A system with a static shell alone, and Debian's."""
    empty = folder / "empty"
    if not empty.exists():
        with tempfile.TemporaryDirectory() as got:
            run("apt-get", "download", "busybox-static", cwd=got, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            run("dpkg", "-x", *glob.glob(got + "/*.deb"), got + "/unpacked")
            (empty / "bin").mkdir(parents=True)
            shutil.copy(got + "/unpacked/bin/busybox", empty / "bin/sh")
        (empty / "dev").mkdir()
        os.mknod(empty / "dev/null", 0o666 | stat.S_IFCHR, os.makedev(1, 3))
    for release in RELEASES:
        if not (folder / release).exists():
            run("debootstrap", "--variant=minbase", "--include=python3-venv", release, folder / (release + ".new"), archive,
                stdout=subprocess.DEVNULL)
            (folder / (release + ".new")).rename(folder / release)
    return empty, {release: folder / release for release in RELEASES}


class Place:
    """A system in which a tree is somewhere."""

    def __init__(self, name, before=(), program="", environment=None, prepare=None):
        self.name, self.before, self.program = name, list(before), program
        self.environment, self.prepare = environment, prepare

    def __call__(self, *words, **more):
        return subprocess.run([*self.before, self.program, *words], env=self.environment, preexec_fn=self.prepare, timeout=1800, check=False,
                              **more)


def inside(root, tree, at, work, name, variables=BARE):
    return Place(name, ["unshare", "-m", "sh", "-c", ENTER, "sh", root, tree, at, work, variables], at + "/bin/clustersim")


def check_wheel(root, release, wheel, work, tree, questions, wrong):
    """A fresh environment of the release's Python, in which nothing but pip is."""
    shell = inside(root, tree, "/opt/tree", work, release)
    shell.program = "/bin/sh"
    name = f"env-{release}"
    told = shell("-ec", f"rm -rf {name}; python3 -m venv {name}; {name}/bin/pip install -q --no-index --no-deps {wheel}", capture_output=True,
                 text=True)
    if told.returncode != 0:
        wrong.append(f"wheel on {release}: {told.stdout}{told.stderr}")
        return ["-", "-"]
    shell.program = f"/work/{name}/bin/clustersim"
    seconds = questions.ask_all(shell, wrong, f"wheel on {release}", only=("run",), data=f"/work/{name}/share/clustersim")
    shell.program = f"/work/{name}/bin/python"
    code = "import clustersim as cs; a = cs.ask('step', app='gpt-857m', system='lumi', nodes=[2]); print(cs.in_process(), sorted(a))"
    told = shell("-c", code, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
    match = re.fullmatch(r"(True|False) \[.*'steps'.*\]\n", told)
    if not match:
        wrong.append(f"Python on {release}: {told}")
    return [seconds["run"], "in the process" if told.startswith("True") else "starts the program"]


def told_in_one_line(place, words, said, wrong, **more):
    done = place(*words, capture_output=True, text=True, **more)
    text = done.stdout + done.stderr
    if done.returncode == 0 or said not in text or text.count("\n") > 1:
        wrong.append(f"{place.name}: {text!r} in place of a line with {said!r}")


def check_refusals(tree, work, wrong):
    program = tree / "bin/clustersim"
    copy = work / "clustersim"
    shutil.copy(program, copy)
    told_in_one_line(Place("a copy of the launcher", program=copy), ["--version"], "keep the unpacked folder whole", wrong)
    copy.unlink()
    if platform.machine() == "x86_64":
        told_in_one_line(Place("a kernel before 3.10", ["setarch", "x86_64", "--uname-2.6"], program), ["--version"], "3.10 or later is needed", wrong)
    if emulator := shutil.which("qemu-x86_64-static"):
        told_in_one_line(Place("no POPCNT", [emulator, "-cpu", "core2duo"], program), ["--version"], "POPCNT", wrong)


def check_sources(work, wrong):
    """The sources that the sdist packs can be configured: every file that CMake names is there."""
    run("/usr/bin/python3", "-B", PORTABLE / "wheel.py", "--sdist", work, stdout=subprocess.DEVNULL)
    (path,) = work.glob("*.tar.gz")
    with tarfile.open(path) as file:
        file.extractall(work / "sdist")
    (source,) = (work / "sdist").iterdir()
    done = subprocess.run(["cmake", "-S", source, "-B", work / "sdist-build", "-G", "Ninja", "-DCLUSTERSIM_BUILD_TESTS=OFF"],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0 or not (source / "PKG-INFO").exists():
        wrong.append(f"sdist: {done.stderr[-2000:]}")


def check(program, build, made, roots, work):
    wrong, rows = [], []
    out = made or work / "out"
    if made is None:
        run(PORTABLE / "build.sh", "--build", build, "--out", out, env={**os.environ, "XZ_OPT": "-1"})
    (archive,), (wheel,) = out.glob("*.tar.xz"), out.glob("*.whl")
    with tarfile.open(archive) as file:
        file.extractall(work)
    (tree,) = (path for path in work.iterdir() if path.name.startswith("clustersim-"))
    asked = work / "asked"
    questions = Questions(program, asked, ROOT)
    shutil.copy(wheel, asked)

    def row(place, data=None, only=None):
        return questions.ask_all(place, wrong, place.name, only=only, data=data)

    empty, debians = systems(roots, mirror())
    spaced = "/a path with spaces: and $signs"
    rows.append(["a shell and /dev/null: no /proc, /tmp, home; unknown locale", row(inside(empty, tree, spaced, asked, "empty", POOR),
                                                                                    spaced + DATA), "", ""])
    for release, root in debians.items():
        seconds = row(inside(root, tree, "/opt/tree", asked, release), "/opt/tree" + DATA)
        rows.append([release, seconds, *check_wheel(root, release, wheel.name, asked, tree, questions, wrong)])
    moved = tree.rename(work / "moved here")
    host = Place("moved", program=moved / "bin/clustersim", environment={**os.environ, "LD_LIBRARY_PATH": "/usr/lib/x86_64-linux-gnu"})
    rows.append(["this system, moved after unpacking", row(host, str(moved) + DATA), "", ""])
    if platform.machine() == "x86_64":
        old = Place("the system calls of Linux 3.10", program=moved / "bin/clustersim", prepare=old_kernel)
        rows.append([old.name, row(old, str(moved) + DATA), "", ""])
    check_refusals(moved, work, wrong)
    check_sources(work, wrong)
    say(f"\narchive {archive.stat().st_size / 1e6:.1f} MB, wheel {wheel.stat().st_size / 1e6:.1f} MB, unpacked "
        f"{sum(path.lstat().st_size for path in moved.rglob('*')) / 1e6:.0f} MB; seconds of each question")
    names = list(rows[-1][1])
    say("| system |", " | ".join(names), "| wheel: run | Python asks |")
    say("|---|" + "---:|" * (len(names) + 1) + "---|")
    for name, seconds, wheel_run, python in rows:
        say(f"| {name} |", " | ".join(seconds.get(one, "-") for one in names), f"| {wheel_run} | {python} |")
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("build")
    parser.add_argument("--roots", type=pathlib.Path)
    parser.add_argument("--made", type=pathlib.Path)
    given = parser.parse_args()
    if os.geteuid() != 0 or not all(map(shutil.which, ("debootstrap", "patchelf", "unshare"))) or mirror() is None:
        say("needs root, debootstrap, patchelf and a Debian mirror")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as folder:
        roots = given.roots or pathlib.Path(folder, "roots")
        roots.mkdir(exist_ok=True)
        started = time.monotonic()
        wrong = check(os.path.abspath(given.program), given.build, given.made, roots, pathlib.Path(folder))
        say(f"{time.monotonic() - started:.0f} s")
    sys.exit("\n".join(wrong) if wrong else 0)


if __name__ == "__main__":
    main()
