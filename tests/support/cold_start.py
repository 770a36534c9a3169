# SPDX-License-Identifier: Apache-2.0
"""Checks that the program builds from nothing in about the processor time that it took when BOUND was written.

usage: cold_start.py CMAKE

Configures the preset `release` without tests in a scratch folder and builds the two programs. In the same run, a small
source that is always the same is compiled before and after. The check is the ratio of the two processor times, because
machines differ, and the same machine is slower on some days; no time is asserted.
"""
import json
import os
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile

from source_files import root

# The largest ratio that is accepted: 43.6 + 15 %. That is 706 s of a first build with its packages, beside other work, to
# 16.2 s of a yardstick beside the same. The median of six compilations scatters by a few percent, and a minor release of the
# compiler by about as much; whatever is added beyond that, everyone who builds waits for.
BOUND = 50.0
TARGETS = ("clustersim", "clustersim_simgrid")
ROUNDS = 3  # compilations of the yardstick before the build, and as many after it

# What the build spends its time on: the large headers of its libraries, some of their templates, and code to optimise.
YARDSTICK = """
#include <CLI/CLI.hpp>
#include <Eigen/Dense>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <yaml-cpp/yaml.h>

#include <string>
#include <vector>

double length(Eigen::Vector3d const& a) {
    return a.norm();
}

std::string written(YAML::Node const& node) {
    nlohmann::ordered_json json;
    for (auto const& one : node) json[one.first.as<std::string>()] = one.second.as<std::vector<double>>();
    return json.dump(2);
}

int main(int argc, char** argv) {
    CLI::App app{"a yardstick"};
    std::vector<int> sizes;
    app.add_option("--sizes", sizes, "numbers")->delimiter(',');
    CLI11_PARSE(app, argc, argv);
    fmt::print("{}\\n{}\\n{}\\n", fmt::join(sizes, ", "), written(YAML::Load("{a: [1, 2]}")), length({1, 2, 2}));
}
"""


def environment():
    """Without what would replace the compiler's work, or change it."""
    dropped = {"CMAKE_CXX_COMPILER_LAUNCHER", "CMAKE_BUILD_PARALLEL_LEVEL", "CXXFLAGS", "CPPFLAGS"}
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return {**kept, "CCACHE_DISABLE": "1", "LC_ALL": "C.UTF-8"}


def processor_s(words):
    """The processor time of a command and of all that it waits for; ends the test if the command fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, cwd=root(), env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"{shlex.join(words)} ended with {done.returncode}:\n{done.stdout[-4000:]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compilation(folder):
    """How the yardstick is compiled: by the compiler of the build, with the folders of headers that the build found."""
    with open(os.path.join(folder, "compile_commands.json"), encoding="utf-8") as stream:
        commands = [shlex.split(entry["command"]) for entry in json.load(stream)]
    headers = sorted({path for words in commands for option, path in zip(words, words[1:]) if option == "-isystem"})
    source = os.path.join(folder, "yardstick.cpp")
    with open(source, "w", encoding="utf-8") as stream:
        stream.write(YARDSTICK)
    return [commands[0][0], "-std=c++20", "-O1", *[word for path in headers for word in ("-isystem", path)], "-c", source, "-o", source + ".o"]


def main():
    (cmake,) = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="cold-start-") as folder:
        build_s = processor_s([cmake, "--preset", "release", "-B", folder, "-DCLUSTERSIM_BUILD_TESTS=OFF"])
        yardstick = compilation(folder)
        yardsticks_s = [processor_s(yardstick) for _ in range(ROUNDS)]
        # One compiler at a time, as for the yardstick: two that share caches slow each other.
        build_s += processor_s([cmake, "--build", folder, "--parallel", "1", "--target", *TARGETS])
        yardsticks_s += [processor_s(yardstick) for _ in range(ROUNDS)]
    yardstick_s = statistics.median(yardsticks_s)
    ratio = build_s / yardstick_s
    print(f"build {build_s:.1f} s, yardstick {yardstick_s:.2f} s ({min(yardsticks_s):.2f} s – {max(yardsticks_s):.2f} s) of processor time")
    print(f"ratio {ratio:.1f}, at most {BOUND:.1f}")
    if ratio > BOUND:
        sys.exit("a build from nothing takes more processor time than it may: .ninja_log of a build folder shows which sources take long, "
                 "-ftime-report shows why; raise BOUND only with a reason")


if __name__ == "__main__":
    main()
