// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/validate/validate_sets.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/commands/validate/shipped_references.hpp"

#include <fstream>
#include <vector>

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

TEST_CASE("it deals layers of BLOOM's sweeps that do not fill whole stages", "[validation][unit]") {
    ScratchFolder const folder;
    std::string const header =
        "id,model_size,layers,hidden,heads,gpus,dp,tp,pp,micro_batch,global_batch,sec_per_iter,"
        "formula_era\n";
    // Of 84 layers the last of twelve stages has seven and the logits, of 78 fewer; the heads of a width of 14400 are 80.
    std::ofstream(folder.path() / "bloom.csv")
        << header + "a,182B,78,13824,64,384,8,4,12,4,2048,100,after\n" +
               "b,196B,84,13824,64,384,8,4,12,4,2048,100,after\n" +
               "c,200B,80,14400,,320,4,8,10,2,2048,100,after\n" +
               "d,200B,80,14400,80,320,4,8,10,2,2048,100,after\n";
    auto const scored = validate_sets(
        {.sets = {}, .measured = {folder.path() / "bloom.csv"}, .folder = {}}, references());
    REQUIRE(scored);
    REQUIRE((*scored)[0]);
    std::vector<double> times;
    for (ValidationPoint const& point : (*scored)[0]->points)
        if (point.quantity == "step time" && point.predicted) times.push_back(*point.predicted);
    REQUIRE(times.size() == 4);
    CHECK(times[0] < times[1]);
    CHECK(times[0] > 78.0 / 84.0 * 0.9 * times[1]);
    CHECK(times[2] == times[3]);
}

TEST_CASE("a campaign's row says what is wrong with it", "[validation][unit]") {
    ScratchFolder const folder;
    std::ofstream(folder.path() / "campaigns.csv")
        << "id,system,model,framework,layers,hidden,heads,kv_heads,ffn,vocab,gpus,tp,pp,precision,"
           "recompute,"
           "gradient_bytes,tokens_per_s_per_gpu,scaling,baseline_gpus,efficiency\n"
           "a,JUPITER,A,megatron-core,64,5120,64,8,25600,50304,64,4,4,bf16,none,4,1000,,,\n"
           "b,JUPITER,A,megatron-core,64,5120,64,7,25600,50304,64,4,4,bf16,none,4,1000,,,\n"
           "c,JUPITER,A,megatron-core,64,5120,64,8,25600,50304,64,4,4,bf16,some,4,1000,,,\n"
           "d,JUPITER,A,megatron-core,64,5120,64,8,25600,50304,64,4,4,bf16,none,4,,strong,8,0.9\n"
           "e,nowhere,A,megatron-core,64,5120,64,8,25600,50304,64,4,4,bf16,none,4,1000,,,\n"
           "f,JUPITER,A,megatron-cor,64,5120,64,8,25600,50304,64,4,4,bf16,none,4,1000,,,\n"
           "g,JUPITER,no model,,,,,,,,64,4,4,bf16,none,4,1000,,,\n";
    auto const scored = validate_sets(
        {.sets = {}, .measured = {folder.path() / "campaigns.csv"}, .folder = {}}, references());
    REQUIRE(scored);
    REQUIRE((*scored)[0]);
    CHECK((*scored)[0]->name == "campaigns");
    auto const& points = (*scored)[0]->points;
    REQUIRE(points.size() == 7);
    CHECK(points[0].predicted);
    for (std::size_t i = 1; i < points.size(); ++i) {
        INFO(points[i].id);
        CHECK_FALSE(points[i].predicted);
        CHECK_FALSE(points[i].remark.empty());
    }
}
