// SPDX-License-Identifier: Apache-2.0
#include "models/machine/kept_machines.hpp"

#include "models/machine/catalogue.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"

#include <chrono>
#include <filesystem>
#include <memory>

using namespace clustersim;
namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

/// A machine as if it were read long after its files were written.
std::shared_ptr<LoadedSystem const> read_later(fs::path const& file, KeptMachines& kept) {
    auto loaded = std::make_shared<LoadedSystem>();
    loaded->document = *parse_yaml("title: a\n", file.string());
    kept.keep(file, loaded, fs::file_time_type::clock::now() + 1h);
    return loaded;
}

}  // namespace

TEST_CASE("a machine is kept until its file changes", "[machine][unit]") {
    ScratchFolder const scratch;
    fs::path const file = scratch.write("a.yaml", "title: a\n");
    KeptMachines kept;
    CHECK(kept.of(file) == nullptr);
    auto const loaded = read_later(file, kept);
    CHECK(kept.of(file) == loaded);
    CHECK(kept.of(scratch / "b.yaml") == nullptr);
    scratch.write("a.yaml", "title: b, longer\n");
    CHECK(kept.of(file) == nullptr);
    auto const again = read_later(file, kept);
    CHECK(kept.of(file) == again);
    fs::remove(file);
    CHECK(kept.of(file) == nullptr);
}

TEST_CASE("a machine that may be out of date already is not kept", "[machine][unit]") {
    ScratchFolder const scratch;
    fs::path const file = scratch.write("a.yaml", "title: a\n");
    KeptMachines kept;
    auto const loaded = std::make_shared<LoadedSystem>();
    kept.keep(file, loaded, fs::file_time_type::clock::now());
    CHECK(kept.of(file) == nullptr);
    kept.keep("a.yaml", loaded, fs::file_time_type::clock::now() + 1h);
    CHECK(kept.of("a.yaml") == nullptr);
    auto const with_files = std::make_shared<LoadedSystem>();
    with_files->document = *parse_yaml("slurm: slurm.conf\n", file.string());
    kept.keep(file, with_files, fs::file_time_type::clock::now() + 1h);
    CHECK(kept.of(file) == nullptr);
}

TEST_CASE("a catalogue answers as if nothing were kept", "[machine][unit]") {
    fs::path const folder = fs::path(PROJECT_DIR) / "systems";
    auto const kept = std::make_shared<KeptMachines>();
    Catalogue const catalogue(folder, {}, kept);
    for (char const* name : {"lumi", "Lumi", "vega"}) {
        auto const first = catalogue.load(name);
        auto const second = catalogue.load(name);
        auto const fresh = Catalogue(folder).load(name);
        REQUIRE(fresh);
        REQUIRE(first);
        REQUIRE(second);
        CHECK(second->system.name == fresh->system.name);
        CHECK(values_of(*second).size() == values_of(*fresh).size());
        CHECK(second->accelerators.size() == fresh->accelerators.size());
    }
    CHECK_FALSE(catalogue.load("lumy"));
}
