// SPDX-License-Identifier: Apache-2.0
#include "sim/core/claimed_outputs.hpp"

#include "sim/core/input_file.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"

#include <filesystem>

using namespace clustersim;
namespace fs = std::filesystem;

TEST_CASE("an output cannot be read, by whatever name", "[core][unit]") {
    ScratchFolder const scratch;
    fs::path const file = scratch.write("in.yaml", "a: 1\n");
    fs::create_symlink("in.yaml", scratch / "link");
    fs::create_hard_link(file, scratch / "hard");
    scratch.write("other.yaml", "a: 1\n");
    {
        ClaimedOutputs const claimed({{file, "--out"}});
        for (char const* name : {"in.yaml", "link", "hard"}) {
            auto const refused = read_text(scratch / name);
            REQUIRE_FALSE(refused);
            Diagnostic const& d = refused.error().items().front();
            CHECK(d.where.file == (scratch / name).string());
            CHECK(d.message.find("--out") != std::string::npos);
        }
        CHECK(read_text(scratch / "other.yaml"));
    }
    CHECK(read_text(file));
}

TEST_CASE("a file in a folder that is replaced cannot be read", "[core][unit]") {
    ScratchFolder const scratch;
    fs::path const file = scratch.write("r/jobs.csv", "a\n");
    fs::create_directory_symlink("r", scratch / "link");
    ClaimedOutputs const claimed({{scratch / "link", "--out"}});
    CHECK_FALSE(read_text(file));
}

TEST_CASE("commands that run at the same time have their own outputs", "[core][unit]") {
    ScratchFolder const scratch;
    fs::path const first = scratch.write("first", "a");
    fs::path const second = scratch.write("second", "a");
    ClaimedOutputs const claimed({{first, "--out"}});
    {
        ClaimedOutputs const further({{second, "--report"}});
        CHECK_FALSE(read_text(first));
        CHECK_FALSE(read_text(second));
    }
    CHECK_FALSE(read_text(first));
    CHECK(read_text(second));
}

TEST_CASE("two outputs are two files", "[core][unit]") {
    ScratchFolder const scratch;
    scratch.write("old", "a");
    fs::create_symlink("old", scratch / "link");
    fs::create_directory(scratch / "r");
    fs::create_symlink("new", scratch / "dangling");
    auto const same = [&](char const* a, char const* b) {
        return same_outputs({{scratch / a, "--out"}, {scratch / b, "--report"}}).has_value();
    };
    CHECK(same("old", "link"));
    CHECK(same("new", "./r/../new"));
    CHECK(same("new", "dangling"));
    CHECK(same("r", "r/"));
    CHECK(same("r", "r/a.html"));
    CHECK_FALSE(same("r", "r.html"));
    CHECK_FALSE(same("old", "new"));
    CHECK_FALSE(same_outputs({{"/dev/null", "--out"}, {"/dev/null", "--report"}}));
    CHECK_FALSE(same_outputs({{"-", "--out"}, {"-", "--report"}}));
}
