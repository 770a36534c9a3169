// SPDX-License-Identifier: Apache-2.0
#include "sim/core/program_files.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace clustersim;

TEST_CASE("a companion is beside the program, above it, or in libexec/", "[core][unit]") {
    ScratchFolder const folder;
    auto const built = folder.write("build/helper", "x");
    auto const installed = folder.write("usr/libexec/clustersim/helper", "x");
    CHECK(find_companion(folder / "build", "helper") == built);
    CHECK(find_companion(folder / "build/tests/unit/core", "helper") == built);
    CHECK(find_companion(folder / "usr/bin", "helper") == installed);
    CHECK(find_companion(folder / "usr/lib/x86_64-linux-gnu", "helper") == installed);
    CHECK_FALSE(find_companion(folder / "a/b/c/d/e/f", "helper"));
    CHECK_FALSE(find_companion({}, "helper"));
}

TEST_CASE("a process knows its own program", "[core][unit]") {
    CHECK(own_program().filename() == "core_unit");
    CHECK(companion_folders().beside == own_program().parent_path());
}

TEST_CASE("a program in /proc starts itself again by the file that runs", "[core][unit]") {
    CHECK(program_to_restart() == "/proc/self/exe");
}
