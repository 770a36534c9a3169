# SPDX-License-Identifier: Apache-2.0
"""Libraries that take the place of others of which nothing is called."""
import pathlib
import re
import subprocess
import tempfile

NOTHING = {"x86_64": "xorl %eax, %eax\nret\n", "aarch64": "mov x0, #0\nret\n"}


def symbols(tools, path, defined):
    """The symbols that a file defines or wants: kind and version of each, by name."""
    told = subprocess.run([tools.prefix + "readelf", "-W", "--dyn-syms", path], check=True, stdout=subprocess.PIPE, text=True).stdout
    rows = [line.split() for line in told.splitlines() if re.match(r"\s*\d+:", line)]
    parts = [(row[7].replace("@@", "@").partition("@"), row[3]) for row in rows if len(row) > 7 and (row[6] != "UND") == defined]
    return {name: (kind, version) for (name, _, version), kind in parts}


def labels(name, kind):
    return f".globl {name}\n.type {name}, %{kind}\n{name}:\n"


def code_of(functions, objects, processor):
    """A library that is loaded calls constructors of objects that are not used later: a function does nothing and returns 0. Tables of
    functions and other objects are never looked into; zeros are enough."""
    return (".bss\n.balign 64\n" + "".join(labels(name, "object") for name in objects) + ".skip 4096\n"
            ".text\n" + "".join(labels(name, "function") for name in functions) + NOTHING[processor]
            + '.section .note.GNU-stack,"",%progbits\n')


def replace(tools, library, unused, others):
    """Makes the library load a placeholder in place of the unused libraries: it has what the library wants and the others lack."""
    there = {name for other in others for name in symbols(tools, other, True)}
    wanted = {name: version for name, (_, version) in symbols(tools, library, False).items() if name not in there}
    kinds = {name: kind for one in unused for name, (kind, _) in symbols(tools, tools.library(one), True).items()}
    absent = sorted(name for name in wanted if name in kinds)
    functions = [name for name in absent if kinds[name] in ("FUNC", "IFUNC")]
    versions = {}
    for name in absent:
        versions.setdefault(wanted[name], []).append(name)
    processor = subprocess.run([tools.compiler, "-dumpmachine"], check=True, stdout=subprocess.PIPE, text=True).stdout.split("-")[0]
    made = library.with_name("clustersim-libplaceholder-" + library.name.removeprefix("clustersim-lib").split(".")[0] + ".so")
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "placeholder.s")
        source.write_text(code_of(functions, [name for name in absent if name not in functions], processor))
        words = [tools.compiler, "-shared", "-nostdlib", f"-Wl,-soname,{made.name}", "-o", made, source]
        if set(versions) != {""}:
            script = pathlib.Path(folder, "placeholder.map")
            script.write_text("".join(f"{version} {{ {'; '.join(names)}; }};\n" for version, names in versions.items()))
            words.append(f"-Wl,--version-script={script}")
        subprocess.run(words, check=True)
    words = ["patchelf"]
    for one in unused:
        words += ["--replace-needed", one, made.name]
    subprocess.run([*words, library], check=True)
