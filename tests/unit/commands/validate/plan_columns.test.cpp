// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/validate/plan_columns.hpp"

#include "sim/commands/validate/validation.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/commands/validate/shipped_references.hpp"

#include <algorithm>
#include <filesystem>

using namespace clustersim;

namespace {

ValidationResult scored(std::string_view name, MeasuredTable const& table) {
    return validate(set_of(name), table, references());
}

/// Rows of models of 175 billion and of 125 million parameters on one A100 and on 384, by their columns tp to global_batch and note.
ValidationResult eurohpc(std::string const& rows) {
    auto const table =
        parse_measured_table("id,system,model,params_b,layers,hidden,heads,seq_len,gpus,gpu_unit,"
                             "tp,pp,global_batch,iter_s,tokens_per_s_per_gpu,note\n" +
                                 rows,
                             "t.csv");
    REQUIRE(table);
    return scored("eurohpc", *table);
}

constexpr char const* large = "JUWELS Booster,GPT,175,96,12288,96,2048";
constexpr char const* small = "JUWELS Booster,GPT,0.125,12,768,12,2048";

std::optional<Recompute> noted(std::string const& note) {
    return noted_recompute(MeasuredRow(1, {{"note", note}}));
}

}  // namespace

TEST_CASE("it invents no plan that does not fit in memory", "[validation][unit]") {
    std::string const device = ",A100-SXM4-40GB,";
    auto const result = eurohpc(std::string("alone,") + large + ",1" + device + ",,96,5,,\n" +  //
                                "no-stages," + large + ",384" + device + "8,,96,5,,\n" +        //
                                "stated," + large + ",384" + device + "8,8,96,5,,\n" +          //
                                "small," + small + ",4" + device + ",,96,5,,\n");
    REQUIRE(result.points.size() == 4);
    for (std::size_t const i : {0U, 1U}) {
        CHECK_FALSE(result.points[i].predicted);
        CHECK(result.points[i].remark.find("plan is not stated") != std::string::npos);
    }
    CHECK(result.points[2].predicted);
    CHECK(result.points[3].predicted);
    CHECK(result.summaries.front().rows == 4);
    CHECK(result.summaries.front().predicted == 2);
}

TEST_CASE("it reads from a note what was recomputed", "[validation][unit]") {
    CHECK(noted("full recompute") == Recompute::full);
    CHECK(noted("GAS 16; Full recomputation, no overlap") == Recompute::full);
    CHECK(noted("strong scaling; full activation checkpointing") == Recompute::full);
    CHECK(noted("everything recomputed") == Recompute::full);
    CHECK(noted("selective recompute (attention)") == Recompute::selective);
    CHECK(noted("no activation recomputation") == Recompute::none);
    CHECK_FALSE(noted("speed-up over full recompute quoted as 32.1% (recalled)"));
    CHECK_FALSE(noted("abstract: MFU 54.2% vs 42.1% with full recompute on 2240 GPUs"));
    CHECK_FALSE(noted("TFLOP/s counted with recompute (hardware FLOPs)"));
    CHECK_FALSE(noted("a checkpoint every hour, full precision"));
    CHECK_FALSE(
        noted_recompute(MeasuredRow(1, {{"note", "full recompute"}, {"recompute", "none"}})));
}

TEST_CASE("a note of full recomputation makes the step longer", "[validation][unit]") {
    std::string const row = std::string(large) + ",384,A100-SXM4-40GB,8,8,96,5,,";
    auto const result = eurohpc("a," + row + "\nb," + row + "full recompute\n");
    REQUIRE(result.points.size() == 2);
    CHECK(*result.points[1].predicted > 1.15 * *result.points[0].predicted);
    CHECK(result.points[1].remark.find("recompute=full") != std::string::npos);
}

TEST_CASE("a stated range is missed above it as below it", "[validation][unit]") {
    auto const table =
        read_measured_table(project / "workloads/measurements/epicure_scaling_targets.csv");
    REQUIRE(table);
    auto const result = scored("epicure", *table);
    int ranges = 0;
    for (ValidationPoint const& point : result.points) {
        if (point.comparison != Comparison::within) continue;
        ++ranges;
        CHECK(point.id.starts_with("marenostrum5 gpt3-175b"));
        CHECK(point.error() == Approx(*point.predicted - 0.80));
        CHECK(point.error() > 0.05);
    }
    CHECK(ranges == 2);
    ValidationPoint point;
    point.comparison = Comparison::within;
    point.measured = 0.75;
    point.upper = 0.80;
    point.predicted = 0.70;
    CHECK(point.error() == Approx(-0.05));
    point.predicted = 0.77;
    CHECK(point.error() == 0.0);
}
