// SPDX-License-Identifier: Apache-2.0
#include "sim/study/equal_work.hpp"

#include "sim/scenario/defaults.hpp"
#include "sim/study/compare.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/scenario/shipped_library.hpp"

#include <string_view>

using namespace clustersim;

namespace {

ConfigNode training_on_karolina(std::string const& job) {
    ConfigNode document = *parse_yaml(scenario_defaults, "default");
    merge_onto(document,
               *parse_yaml("schema: clustersim/scenario/1\ntitle: t\nsystem: karolina\n"
                           "partition: qgpu\nscheduler: easy\nsite-limits: waived\n"
                           "jobs: {a: {application: gpt-857m, " +
                               job + "}}\n",
                           "study.yaml"));
    return document;
}

JobPrediction const& job_on(ComparedRuns const& compared, std::string_view system) {
    for (ResolvedRun const& run : compared.runs)
        if (run.place.system == system) return run.jobs.front().prediction;
    FAIL("no run on " << system);
    return compared.runs.front().jobs.front().prediction;
}

double samples(JobPrediction const& job) {
    return job.training->plan.global_batch() * job.training->steps;
}

}  // namespace

TEST_CASE("machines with other nodes train as many samples a step on as many GPUs",
          "[study][unit]") {
    auto const compared = resolve_comparison(
        training_on_karolina("nodes: 4, steps: 20000, training: {accumulation: 16}"),
        {"karolina", "marenostrum5"},
        shipped_library());
    REQUIRE(compared);
    JobPrediction const& own = job_on(*compared, "karolina");
    JobPrediction const& other = job_on(*compared, "marenostrum5");
    CHECK(own.nodes == 4);
    CHECK(other.nodes == 8);
    CHECK(own.gpus == other.gpus);
    CHECK(own.training->plan.global_batch() == other.training->plan.global_batch());
    CHECK(own.training->steps == other.training->steps);
}

TEST_CASE("asked for equal nodes, machines do equal work on unequal GPUs", "[study][unit]") {
    auto const compared = resolve_comparison(
        training_on_karolina("nodes: 4, steps: 20000, training: {accumulation: 16}"),
        {"karolina", "marenostrum5"},
        shipped_library(),
        EqualSize::nodes);
    REQUIRE(compared);
    JobPrediction const& own = job_on(*compared, "karolina");
    JobPrediction const& other = job_on(*compared, "marenostrum5");
    CHECK(other.nodes == 4);
    CHECK(other.gpus == own.gpus / 2);
    CHECK(samples(other) == samples(own));
}

TEST_CASE("a batch that does not divide becomes the nearest one, and the steps follow",
          "[study][unit]") {
    // 16 replicas of Leonardo cannot share 12 samples a step.
    ConfigNode document =
        training_on_karolina("nodes: 1, steps: 1000, training: {global-batch: 24}");
    auto const compared =
        resolve_comparison(document, {"karolina", "leonardo"}, shipped_library(), EqualSize::nodes);
    REQUIRE(compared);
    CHECK(samples(job_on(*compared, "leonardo")) == samples(job_on(*compared, "karolina")));
    set_value(document, "jobs.a.nodes", *parse_yaml("4", "test"));
    set_value(document, "jobs.a.training.global-batch", *parse_yaml("32", "test"));
    set_value(document, "system", *parse_yaml("leonardo", "test"));
    set_value(document, "partition", *parse_yaml("boost_usr_prod", "test"));
    set_value(document, "jobs.a.training.global-batch", *parse_yaml("16", "test"));
    auto const wider =
        resolve_comparison(document, {"leonardo", "karolina"}, shipped_library(), EqualSize::nodes);
    REQUIRE(wider);
    // 32 GPUs share 16 samples a step by a plan with fewer replicas.
    CHECK(job_on(*wider, "karolina").training->plan.global_batch() == 16);
    CHECK(job_on(*wider, "karolina").training->steps == 1000);
    CHECK(samples(job_on(*wider, "karolina")) == samples(job_on(*wider, "leonardo")));
}

TEST_CASE("a sweep over nodes becomes one over GPUs on all machines", "[study][unit]") {
    auto const document =
        with_node_counts(training_on_karolina("steps: 10, training: {accumulation: 4}"), {1, 2});
    REQUIRE(document);
    auto const compared = resolve_comparison(*document, {"karolina", "vega"}, shipped_library());
    REQUIRE(compared);
    REQUIRE(compared->runs.size() == 4);
    for (std::size_t i : {0UL, 2UL}) CHECK(compared->runs[i].variant.label() == "gpus=8");
    for (std::size_t i : {1UL, 3UL}) CHECK(compared->runs[i].variant.label() == "gpus=16");
}

TEST_CASE("GPU counts are of the whole job, and one that nodes cannot share is named",
          "[study][unit]") {
    auto const document = with_gpu_counts(training_on_karolina("nodes: 3, steps: 10"), {16, 17});
    REQUIRE(document);
    auto const compared = resolve_comparison(*document, {"karolina", "vega"}, shipped_library());
    REQUIRE(compared);
    REQUIRE(compared->runs.size() == 2);
    CHECK(job_on(*compared, "karolina").nodes == 2);
    CHECK(job_on(*compared, "vega").nodes == 4);
    REQUIRE(compared->impossible.size() == 2);
    CHECK(compared->impossible[0].variant == "gpus=17");
    CHECK(compared->impossible[0].reason.find("15 or 18") != std::string::npos);
}

TEST_CASE("node counts of a plan to choose from all do the work of the first", "[study][unit]") {
    auto const document =
        with_node_counts(training_on_karolina("steps: 1000, training: {accumulation: 4}"), {1, 2});
    REQUIRE(document);
    auto const compared =
        resolve_comparison(*document, {"karolina"}, shipped_library(), EqualSize::chosen_nodes);
    REQUIRE(compared);
    REQUIRE(compared->runs.size() == 2);
    CHECK(samples(compared->runs[0].jobs.front().prediction) ==
          samples(compared->runs[1].jobs.front().prediction));
}
