# SPDX-License-Identifier: Apache-2.0
"""Compares the recipes of docs/packaging with what the build needs: its version, options, packages and installed paths.

usage: check_recipes.py
"""
import ast
import pathlib
import re
import sys

import ruamel.yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "docs/packaging"
# Names of the dependencies: in Debian, Spack and EasyBuild.
NAMES = {
    "libfmt-dev": ("fmt", "fmt"), "libexpected-dev": ("tl-expected", "tl-expected"), "libyaml-cpp-dev": ("yaml-cpp", "yaml-cpp"),
    "libcli11-dev": ("cli11", "CLI11"), "nlohmann-json3-dev": ("nlohmann-json", "nlohmann_json"),
    "libboost-graph-dev": ("boost", "Boost"), "libeigen3-dev": ("eigen", "Eigen"), "libarchive-dev": ("libarchive", "libarchive"),
    "zlib1g-dev": ("zlib-api", "zlib"), "nettle-dev": ("nettle", "nettle"), "libsimgrid-dev": ("simgrid", "SimGrid"),
    "libsqlite3-dev": ("sqlite", "SQLite"), "libxgboost-dev": ("xgboost", "XGBoost"),
    "libcpp-httplib-dev": ("cpp-httplib", "cpp-httplib"), "cmake": ("cmake", "CMake"),
    "ninja-build": ("ninja", "Ninja"), "g++": ("cxx", "GCC")}


def spack(problems):
    """Names that package.py depends on, and the options that it defines."""
    tree = ast.parse((PACKAGING / "spack/package.py").read_text())
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant)]
    called = lambda node: node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    needs = {re.split(r"[@+~]", node.args[0].value)[0] for node in calls if called(node) == "depends_on"}
    options = {node.args[0].value for node in calls if called(node).startswith("define")}
    for name in ("homepage", "url"):
        if any(isinstance(node, ast.Assign) and node.targets[0].id == name for node in ast.walk(tree)):
            problems.append(f"spack names a {name}, but the project has none")
    return needs, options


def easybuild(version, problems):
    (path,) = (PACKAGING / "easybuild").glob("*.eb")
    values = {"SOURCE_TAR_GZ": "archive"}
    exec(compile(path.read_text(), str(path), "exec"), values)  # a recipe of EasyBuild is Python
    for name in ("easyblock", "name", "version", "homepage", "description", "toolchain", "sources", "sanity_check_paths", "moduleclass"):
        if name not in values:
            problems.append(f"{path.name}: no {name}")
    chain = values["toolchain"]
    if path.name != f"{values['name']}-{values['version']}-{chain['name']}-{chain['version']}.eb" or values["version"] != version:
        problems.append(f"{path.name}: its name, its version and that of the project ({version}) differ")
    needs = {one[0] for one in values["dependencies"] + values["builddependencies"]} | {chain["name"]}
    paths = values["sanity_check_paths"]["files"] + values["sanity_check_paths"]["dirs"]
    return needs, set(re.findall(r"-D(\w+)=", values["configopts"])), paths


def main():
    build = (ROOT / "CMakeLists.txt").read_text()
    version = re.search(r"project\(clustersim VERSION ([\d.]+)", build)[1]
    packages = re.search(r'program_packages="([^"]+)"', (ROOT / "bootstrap.sh").read_text())[1].split()
    known = set(re.findall(r"option\((\w+)", build))
    problems = [f"this test does not know {name} of bootstrap.sh" for name in packages if name not in NAMES]
    spack_needs, spack_options = spack(problems)
    easy_needs, easy_options, paths = easybuild(version, problems)
    for column, (tool, needs) in enumerate((("spack", spack_needs), ("easybuild", easy_needs))):
        problems += [f"{tool}: {name} is missing" for debian in packages if (name := NAMES[debian][column]) not in needs]
    problems += [f"no option {name}" for name in (spack_options | easy_options) - known]
    problems += [f"easybuild looks for {path}, which is not in docs/packaging/README.md" for path in paths
                 if path.split("/")[0] not in ("bin", "libexec", "share")]
    (easyconfig,) = (PACKAGING / "easybuild").glob("*.eb")
    for easystack in (PACKAGING / "eessi").glob("*.yml"):
        named = ruamel.yaml.YAML(typ="safe").load(easystack.read_text())["easyconfigs"]
        if named != [easyconfig.name] or f"  - {easyconfig.name}\n" not in (PACKAGING / "eessi.md").read_text():
            problems.append(f"{easystack.name} or eessi.md names another easyconfig than {easyconfig.name}")
    recipe = (PACKAGING / "apptainer/clustersim.def").read_text()
    for word in ("./bootstrap.sh build", "cpack", "/usr/share/clustersim/scenarios/first-steps/one-job.yaml"):
        if word not in recipe:
            problems.append(f"apptainer: {word} is missing")
    if not (ROOT / "scenarios/first-steps/one-job.yaml").exists():
        problems.append("the scenario of the recipes is gone")
    sys.exit("\n".join(problems) if problems else 0)


main()
