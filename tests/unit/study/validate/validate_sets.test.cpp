// SPDX-License-Identifier: Apache-2.0
#include "sim/study/validate/validate_sets.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/study/validate/shipped_references.hpp"

#include <fstream>

using namespace clustersim;

namespace {

std::filesystem::path const measurements = project / "workloads/measurements";

}  // namespace

TEST_CASE("sets are scored in the order of reports, however they are named", "[validation][unit]") {
    auto const scored = validate_sets(
        {.sets = {"sc21", "vtrain-single"}, .measured = {}, .folder = measurements}, references());
    REQUIRE(scored);
    REQUIRE(scored->size() == 2);
    REQUIRE((*scored)[0]);
    CHECK((*scored)[0]->name == "vtrain-single");
    CHECK((*scored)[1]->name == "sc21");
}

TEST_CASE("a set that does not exist is reported with the nearest name", "[validation][unit]") {
    auto const scored = validate_sets(
        {.sets = {"vtrain-singel"}, .measured = {}, .folder = measurements}, references());
    REQUIRE_FALSE(scored);
    CHECK(scored.error().items().front().help.find("vtrain-single") != std::string::npos);
}

TEST_CASE("a user's file is scored by its columns; one that cannot be leaves the others",
          "[validation][unit]") {
    ScratchFolder const folder;
    std::ofstream(folder.path() / "odd.csv") << "id,colour\n1,red\n";
    auto const own = measurements / set_of("sc21").file;
    auto const scored = validate_sets(
        {.sets = {}, .measured = {folder.path() / "odd.csv", own}, .folder = {}}, references());
    REQUIRE(scored);
    REQUIRE(scored->size() == 2);
    CHECK_FALSE((*scored)[0]);
    REQUIRE((*scored)[1]);
    CHECK((*scored)[1]->name == "sc21");
    CHECK_FALSE(
        validate_sets({.sets = {"sc21", "power"}, .measured = {own}, .folder = {}}, references()));
}
