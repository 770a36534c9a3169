#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Makes a portable tree of a build: installs it, brings its dynamic loader and all libraries, and puts launchers in bin/ and
libexec/. docs/packaging/README.md describes the tree.

usage: bundle.py BUILD_FOLDER TREE LAUNCHER TOOL_PREFIX

TOOL_PREFIX is "" or that of the cross tools, such as aarch64-linux-gnu-.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

import placeholder

ROOT = pathlib.Path(__file__).resolve().parents[3]
# Of the C and C++ libraries, a process has one copy: the tree's programs that of the tree, Python that of its system.
SYSTEM = re.compile(r"(ld-linux.*|lib(c|m|pthread|dl|rt|resolv|stdc\+\+|gcc_s)\.so\..*)")
# Loaded when a thread is cancelled, so not every program names it.
LATE = ["libgcc_s.so.1"]
# Libraries of which nothing is called. ns-3 is one of the network models of SimGrid, and libxml2, with 33 MB of ICU, reads the archives
# of kind xar. The terms of ns-3 (GPL-2 only) exclude programs under Apache-2.0.
UNUSED = re.compile(r"lib(ns3-.*|xml2)\.so\..*")


def run(*words):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout


class Tools:
    """Those of binutils for the processor of the tree, and where its libraries are."""

    def __init__(self, prefix):
        self.prefix = prefix
        self.compiler = prefix + "g++"
        triplet = run(self.compiler, "-print-multiarch").strip() or run(self.compiler, "-dumpmachine").strip()
        own = pathlib.Path(run(self.compiler, "-print-file-name=libc.so.6").strip()).parent
        self.folders = [pathlib.Path(f"/usr/lib/{triplet}"), pathlib.Path(f"/lib/{triplet}"), own, pathlib.Path(f"/usr/{triplet}/lib")]

    def needed(self, path):
        """The names of the libraries that a file names."""
        return re.findall(r"\(NEEDED\).*\[(.*)\]", run(self.prefix + "readelf", "-dW", path))

    def interpreter(self, path):
        return pathlib.Path(re.search(r"interpreter: (.*)\]", run(self.prefix + "readelf", "-lW", path))[1]).name

    def library(self, name):
        for folder in self.folders:
            if (folder / name).exists():
                return (folder / name).resolve()
        sys.exit(f"bundle.py: no {name} in {', '.join(map(str, self.folders))}")


def shown_name(name):
    """The name in the tree. Python may load another version of zlib later: under a name of its own, ours is not taken for it."""
    return name if SYSTEM.fullmatch(name) else "clustersim-" + name


def closure(tools, files):
    """All libraries that these files load, by name, but the unused."""
    found = {}
    waiting = [name for file in files for name in tools.needed(file)] + LATE
    while waiting:
        name = waiting.pop()
        if name not in found and not UNUSED.fullmatch(name):
            found[name] = tools.library(name)
            waiting += tools.needed(found[name])
    return found


def install(build, tree):
    """The installed tree with its programs in lib/clustersim/programs; returns the files that load libraries, with the folders of their
    libraries as seen from their own."""
    run("cmake", "--install", build, "--prefix", tree)
    own = tree / "lib/clustersim"
    (own / "programs").mkdir(parents=True)
    files = {}
    for program in (tree / "bin/clustersim", tree / "libexec/clustersim/clustersim-simgrid"):
        moved = own / "programs" / program.name
        shutil.move(program, moved)
        files[moved] = "$ORIGIN/../system:$ORIGIN/.."
    files[tree / "libexec/clustersim/clustersim-http.so"] = "$ORIGIN/../../lib/clustersim/system:$ORIGIN/../../lib/clustersim"
    (library,) = [path for path in tree.glob("lib*/**/libclustersim.so.*") if not path.is_symlink()]
    wanted = tree / "lib/libclustersim.so.0"
    real = library.rename(library.with_name("real"))
    for link in real.parent.glob("libclustersim.so*"):
        link.unlink()
    real.rename(wanted)
    (tree / "lib/libclustersim.so").symlink_to(wanted.name)
    # The system's own C and C++ libraries are in the process already.
    files[wanted] = "$ORIGIN/clustersim"
    for pc in tree.glob("lib*/**/clustersim.pc"):
        text = pc.read_text()
        pc.parent.joinpath("clustersim.pc").unlink()
        (tree / "lib/pkgconfig").mkdir(exist_ok=True)
        (tree / "lib/pkgconfig/clustersim.pc").write_text(text)
    return files


def patch(tools, path, search, renamed):
    # DT_RPATH, because it comes before LD_LIBRARY_PATH and holds for what a library loads in turn.
    run("patchelf", "--force-rpath", "--set-rpath", search, path)
    pairs = [word for old in tools.needed(path) if old in renamed for word in ("--replace-needed", old, renamed[old])]
    if pairs:
        # patchelf 0.14 mixes up the values if told both at once.
        run("patchelf", *pairs, path)


def bring_libraries(tools, tree, files):
    """Copies and renames them; returns where each one came from."""
    own = tree / "lib/clustersim"
    (own / "system").mkdir()
    libraries = closure(tools, files)
    renamed = {name: shown_name(name) for name in libraries if shown_name(name) != name}
    for file, search in files.items():
        run(tools.prefix + "strip", "--strip-unneeded", file)
        patch(tools, file, search, renamed)
    for name, source in libraries.items():
        target = own / ("system" if SYSTEM.fullmatch(name) else "") / shown_name(name)
        shutil.copyfile(source, target)
        target.chmod(0o755)
        if SYSTEM.fullmatch(name):
            continue
        unused = [one for one in tools.needed(target) if UNUSED.fullmatch(one)]
        if unused:
            placeholder.replace(tools, target, unused, [tools.library(one) for one in tools.needed(target) if one not in unused])
        patch(tools, target, "$ORIGIN", renamed)
        run("patchelf", "--set-soname", target.name, target)
    return libraries


def add_launchers(tools, tree, launcher):
    own = tree / "lib/clustersim"
    loader = own / "system" / tools.interpreter(own / "programs/clustersim")
    (own / "loader").mkdir()
    for folder, name in (("bin", "clustersim"), ("libexec/clustersim", "clustersim-simgrid")):
        shutil.copy(launcher, tree / folder / name)
        shutil.copy(loader, own / "loader" / name)


def add_terms(tree, libraries):
    """The terms of each library, and which version of its sources it was made of."""
    folder = tree / "share/doc/clustersim/libraries"
    folder.mkdir(parents=True)
    # With merged /usr, dpkg knows a file by the path in its package.
    names = {path: name for name, source in libraries.items() for path in (str(source), str(source).removeprefix("/usr"), f"/usr{source}")}
    told = subprocess.run(["dpkg", "-S", *names], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout
    packages = {}
    for line in told.splitlines():
        package, _, path = line.partition(": ")
        packages.setdefault(package, set()).add(names[path])
    lost = set(libraries) - set().union(*packages.values())
    if lost:
        sys.exit(f"bundle.py: {', '.join(sorted(lost))} is in no Debian package, so its terms are not known")
    rows = []
    for package in sorted(packages):
        source, version = run("dpkg-query", "-W", "-f", "${source:Package} ${source:Version}", package).split()
        shutil.copy(f"/usr/share/doc/{package.split(':')[0]}/copyright", folder / (package.split(":")[0] + ".copyright"))
        rows.append(f"{', '.join(sorted(packages[package]))}: source {source} {version}\n")
    (folder / "README").write_text(
        "These libraries are from Debian. Their terms are in the .copyright files here. The sources of each one are those of Debian's\n"
        "source package of the version given; `apt-get source SOURCE=VERSION` gets them, and Debian keeps all versions. Nothing in them\n"
        "was changed but the names by which they find each other. Each file may be replaced by another build of the same library.\n\n"
        + "".join(rows) +
        "\nclustersim-libplaceholder-*.so take the place of ns-3 and libxml2, which SimGrid and libarchive name and which are not called.\n")


def main():
    build, tree, launcher = map(pathlib.Path, sys.argv[1:4])
    tools = Tools(sys.argv[4])
    tree = tree.absolute()
    files = install(build, tree)
    libraries = bring_libraries(tools, tree, files)
    add_launchers(tools, tree, launcher)
    add_terms(tree, libraries)
    shutil.copytree(ROOT / "notebooks/clustersim", tree / "share/clustersim/python/clustersim", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(pathlib.Path(__file__).parent / "README.txt", tree / "README")
    shutil.copy(ROOT / "LICENSE", tree / "LICENSE")
    for file in tree.rglob("*"):
        if not file.is_symlink():
            file.chmod(0o755 if file.is_dir() or os.access(file, os.X_OK) else 0o644)


if __name__ == "__main__":
    main()
