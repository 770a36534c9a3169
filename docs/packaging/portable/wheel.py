#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The wheel: the Python package, and an installed tree for the prefix of the environment, so that its bin/ has the command.

usage: wheel.py TREE OUT TAG        of a tree, such as bundle.py makes; TAG is its platform, several with dots between
       wheel.py --sdist OUT         of the sources

In the sources that --sdist packs, pip asks this file for a wheel (PEP 517): it builds the program with the libraries of the machine.
"""
import base64
import hashlib
import io
import pathlib
import shutil
import stat
import subprocess
import sys
import tarfile
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
SOURCES = ["CMakeLists.txt", "CHANGELOG.md", "LICENSE", "README.md", "docs/packaging", "models", "notebooks/clustersim",
           "notebooks/pyproject.toml", "scenarios", "sim", "systems", "workloads"]
LEFT_OUT = {"__pycache__", "node_modules"}
# Only programs in C need these; the package is in the wheel itself.
NOT_IN_WHEEL = ("include", "lib/pkgconfig", "share/clustersim/python", "README", "LICENSE")
BACKEND = """[build-system]
requires = []
build-backend = "wheel"
backend-path = ["docs/packaging/portable"]
"""
OLDEST = (1980, 1, 1, 0, 0, 0)


def project():
    import tomllib  # the only part that needs Python 3.11
    return tomllib.loads((ROOT / "notebooks/pyproject.toml").read_text())["project"]


def metadata(of):
    rows = ["Metadata-Version: 2.1", f"Name: {of['name']}", f"Version: {of['version']}", f"Summary: {of['description']}",
            f"License: {of['license']['text']}", f"Requires-Python: {of['requires-python']}",
            *(f"Requires-Dist: {one}" for one in of["dependencies"])]
    return "\n".join(rows) + "\n"


class Wheel:
    """A wheel that is being written, without times and users: the same files give the same bytes."""

    def __init__(self, path):
        self.file = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9)
        self.record = []

    def add(self, name, content, executable=False):
        info = zipfile.ZipInfo(name, OLDEST)
        info.compress_type = zipfile.ZIP_DEFLATED
        info.external_attr = (stat.S_IFREG | (0o755 if executable else 0o644)) << 16
        self.file.writestr(info, content)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(content)}")

    def close(self, record):
        self.file.writestr(zipfile.ZipInfo(record, OLDEST), "\n".join([*self.record, f"{record},,"]) + "\n")
        self.file.close()


def tree_files(tree):
    """The files of a tree by their places in the environment. The library is under the name that Python looks for."""
    for path in sorted(tree.rglob("*")):
        place = path.relative_to(tree)
        if path.is_dir() or any(place.is_relative_to(one) for one in NOT_IN_WHEEL):
            continue
        if path.name.startswith("libclustersim.so"):
            if path.name != "libclustersim.so.0":
                continue
            place = pathlib.Path("lib/libclustersim.so.0")
        yield path, place


def pack(tree, out, platform):
    of = project()
    base = f"{of['name']}-{of['version']}"
    path = pathlib.Path(out) / f"{base}-py3-none-{platform}.whl"
    wheel = Wheel(path)
    for source in sorted((ROOT / "notebooks/clustersim").glob("*.py")):
        wheel.add(f"clustersim/{source.name}", source.read_bytes())
    for source, place in tree_files(pathlib.Path(tree)):
        where = f"scripts/{place.name}" if place.parts[0] == "bin" else f"data/{place}"
        wheel.add(f"{base}.data/{where}", source.read_bytes(), source.stat().st_mode & 0o111 != 0)
    info = f"{base}.dist-info"
    wheel.add(f"{info}/METADATA", metadata(of).encode())
    wheel.add(f"{info}/LICENSE", (ROOT / "LICENSE").read_bytes())
    tags = "".join(f"Tag: py3-none-{one}\n" for one in platform.split("."))
    wheel.add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: clustersim\nRoot-Is-Purelib: false\n{tags}".encode())
    wheel.close(f"{info}/RECORD")
    return path


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Asked by pip in unpacked sources."""
    for tool, package in (("cmake", "cmake"), ("ninja", "ninja-build")):
        if not shutil.which(tool):
            sys.exit(f"to build clustersim, install {tool} (Debian: {package}) and the libraries that docs/packaging/README.md names")
    with tempfile.TemporaryDirectory() as folder:
        build, tree = folder + "/build", folder + "/tree"
        subprocess.run(["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DCLUSTERSIM_UNITY=ON",
                        "-DCLUSTERSIM_BUILD_TESTS=OFF"], check=True)
        subprocess.run(["cmake", "--build", build], check=True)
        subprocess.run(["cmake", "--install", build, "--prefix", tree, "--strip"], check=True)
        processor = subprocess.run(["uname", "-m"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
        return pack(tree, wheel_directory, f"linux_{processor}").name


def build_sdist(sdist_directory, config_settings=None):
    of = project()
    base = f"{of['name']}-{of['version']}"
    path = pathlib.Path(sdist_directory) / f"{base}.tar.gz"

    def kept(entry):
        entry.uid = entry.gid = entry.mtime = 0
        entry.uname = entry.gname = ""
        return None if LEFT_OUT & set(entry.name.split("/")) else entry

    with tarfile.open(path, "w:gz", format=tarfile.PAX_FORMAT) as file:
        for name in SOURCES:
            file.add(ROOT / name, f"{base}/{name}", filter=kept)
        for name, text in (("pyproject.toml", BACKEND), ("PKG-INFO", metadata(of))):
            entry = tarfile.TarInfo(f"{base}/{name}")
            entry.size = len(text.encode())
            file.addfile(entry, io.BytesIO(text.encode()))
    return path.name


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "--sdist":
        print(build_sdist(sys.argv[2]))
    elif len(sys.argv) == 4:
        print(pack(*sys.argv[1:]).name)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
