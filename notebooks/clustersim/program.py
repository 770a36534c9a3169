# SPDX-License-Identifier: Apache-2.0
"""Finds and calls the program."""
import contextlib
import functools
import importlib.metadata
import os
import pathlib
import shutil
import subprocess

from .errors import ClustersimError, UsageError, error_of

HERE = pathlib.Path(__file__).resolve()


def program():
    """The path of the program: $CLUSTERSIM, the build of the source tree that this package stands in, the one that was installed with it,
    or that on the PATH.

    Raises ClustersimError if there is none."""
    named = os.environ.get("CLUSTERSIM")
    if named:
        return named
    built = HERE.parents[2] / "build/release/clustersim"
    found = str(built) if built.exists() else installed() or shutil.which("clustersim")
    if not found:
        raise ClustersimError(127, [], "no program clustersim: set CLUSTERSIM to its path, or install its package")
    return found


@functools.lru_cache(maxsize=1)
def installed():
    """The program of the portable tree that this package is in, or of the wheel that it is from; None if it came alone."""
    prefix = HERE.parents[min(4, len(HERE.parents) - 1)]
    if HERE.parent == prefix / "share/clustersim/python/clustersim":
        return str(prefix / "bin/clustersim")
    with contextlib.suppress(importlib.metadata.PackageNotFoundError):
        for file in importlib.metadata.files("clustersim") or []:
            if file.parts[-2:] == ("bin", "clustersim"):
                return os.path.realpath(file.locate())
    return None


def data_folders(at):
    """Where the data of a program or a library may be: in the installed tree of a program, in a folder above it (a build), or in the
    installed tree of a library."""
    above = list(pathlib.Path(at).resolve().parents)
    return [*(folder / "share/clustersim" for folder in above[1:2]), *above, *(folder / "share/clustersim" for folder in above[2:4]),
            HERE.parents[2]]


def shipped(path):
    """The absolute path of a file that comes with the program, such as scenarios/first-steps/quickstart.yaml.

    Raises FileNotFoundError if the program has no such file."""
    named = os.environ.get("CLUSTERSIM_DATA")
    at = program()
    for root in [*([pathlib.Path(named)] if named else []), *data_folders(at)]:
        if (root / "systems").is_dir() and (root / path).exists():
            return str(root / path)
    raise FileNotFoundError(f"{path} does not come with {at}")


def data_folder(library):
    """The folder with the data of the program or, if there is none, of the library: $CLUSTERSIM_DATA, or as the program finds it."""
    if named := os.environ.get("CLUSTERSIM_DATA"):
        return named
    places = [library]
    with contextlib.suppress(ClustersimError):
        places.insert(0, program())
    for root in (root for place in places for root in data_folders(place)):
        if (root / "systems").is_dir() and (root / "workloads").is_dir():
            return str(root)
    return os.getcwd()


def call(*words, stdin=None):
    """What `clustersim WORDS…` prints on stdout.

    Relative paths are those of the caller. Raises a ClustersimError if the program ends with an error; its remarks are left out."""
    command = [program(), "--quiet", "--message-format", "json", *map(str, words)]
    try:
        done = subprocess.run(command, input=stdin, capture_output=True, encoding="utf-8", check=False)
    except OSError as error:
        raise ClustersimError(127, [], f"cannot run {command[0]}: {error.strerror}") from error
    except ValueError as error:  # a NUL, or half of a surrogate pair
        raise UsageError(2, [], f"this cannot be passed on to the program: {error}") from error
    if done.returncode != 0:
        raise error_of(done.returncode, done.stderr)
    return done.stdout


def version():
    """Name and version of the program: "clustersim 0.2.0"."""
    return call("--version").strip()
