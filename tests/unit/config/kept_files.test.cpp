// SPDX-License-Identifier: Apache-2.0
#include "sim/config/kept_files.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace clustersim;

namespace {

/// Long after the files were written, so that none of them is out of date.
std::filesystem::file_time_type later() {
    return std::filesystem::file_time_type::clock::now() + std::chrono::hours(1);
}

}  // namespace

TEST_CASE("a file is kept until it changes", "[config][unit]") {
    ScratchFolder const folder;
    auto const file = folder.write("a.yaml", "a: 1\n");
    KeptFiles<int> kept;
    CHECK(kept.of(file) == nullptr);
    kept.keep(file, std::make_shared<int const>(7), {}, later());
    REQUIRE(kept.of(file) != nullptr);
    CHECK(*kept.of(file) == 7);
    folder.write("a.yaml", "a: 12\n");
    CHECK(kept.of(file) == nullptr);
}

TEST_CASE("of many files, those that were asked for last are kept", "[config][unit]") {
    ScratchFolder const folder;
    KeptFiles<int> kept(3);
    auto const keep = [&](std::string const& name) {
        auto const file = folder.write(name, "a: 1\n");
        kept.keep(file, std::make_shared<int const>(1), {}, later());
        return file;
    };
    auto const a = keep("a.yaml");
    auto const b = keep("b.yaml");
    auto const c = keep("c.yaml");
    CHECK(kept.of(a) != nullptr);  // so `b` is the oldest
    auto const d = keep("d.yaml");
    CHECK(kept.of(b) == nullptr);
    for (auto const& file : {a, c, d}) CHECK(kept.of(file) != nullptr);
    keep("d.yaml");  // again
    for (auto const& file : {a, c, d}) CHECK(kept.of(file) != nullptr);
}
