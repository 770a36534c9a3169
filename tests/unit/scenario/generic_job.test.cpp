// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/generic_job.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/scenario/resolve_text.hpp"

#include <fmt/format.h>

using namespace clustersim;

namespace {

bool tells_of(std::string const& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

std::string refusal_of(std::string const& rest) {
    auto const runs = resolve(rest);
    REQUIRE_FALSE(runs);
    return runs.error().items().front().message;
}

}  // namespace

TEST_CASE("a job of a measured application runs as long as measured there", "[scenario][unit]") {
    auto const runs =
        resolve("system: lumi\njobs: {md: {nodes: 4, application: gromacs-stmv, steps: 10}}\n");
    REQUIRE(runs);
    ResolvedRun const& run = runs->front();
    // A code for CPUs gets nodes without GPUs, though the machine's default partition has some.
    CHECK(run.node_type->gpus == 0);
    JobPrediction const& md = run.jobs.front().prediction;
    REQUIRE(md.generic);
    CHECK(md.runtime.value.si() == Approx(23390.0));
    CHECK(md.runtime.low < md.runtime.value);
    CHECK(md.bill.node_hours.value == Approx(4 * 23390.0 / 3600.0));
    CHECK(md.energy.known());
    CHECK(run.warnings.items().empty());
}

TEST_CASE("on another machine the time is scaled, with a warning and a wide range",
          "[scenario][unit]") {
    auto const runs = resolve(
        "system: roihu\npartition: medium\njobs: {md: {nodes: 4, application: gromacs-stmv}}\n");
    REQUIRE(runs);
    JobPrediction const& md = runs->front().jobs.front().prediction;
    CHECK(md.generic->step.scaled);
    CHECK(md.runtime.high / md.runtime.low > 1.5);
    REQUIRE(runs->front().warnings.items().size() == 1);
    CHECK(tells_of(runs->front().warnings.items().front().message,
                   "was not measured on the nodes m of roihu"));
}

TEST_CASE("a measured application refuses machines and node counts without measurements",
          "[scenario][unit]") {
    CHECK(tells_of(refusal_of("system: leonardo\npartition: boost_usr_prod\n"
                              "jobs: {md: {nodes: 4, application: gromacs-benchpep-h}}\n"),
                   "not on"));
    CHECK(tells_of(refusal_of("system: lumi\npartition: standard\n"
                              "jobs: {md: {nodes: 64, application: gromacs-stmv}}\n"),
                   "measured on 1 to 8 nodes"));
    CHECK(tells_of(refusal_of("system: lumi\npartition: standard-g\n"
                              "jobs: {md: {nodes: 4, application: gromacs-stmv}}\n"),
                   "here the nodes have some"));
}

TEST_CASE("keys of trainings are refused for other applications", "[scenario][unit]") {
    for (std::string const key : {"epochs: 2", "tokens: 1e9", "training: {tensor: 2}"}) {
        CHECK(tells_of(
            refusal_of(fmt::format("system: lumi\npartition: standard\njobs: {{md: {{nodes: 4, "
                                   "application: gromacs-stmv, {}}}}}\n",
                                   key)),
            "is not trained"));
    }
}

TEST_CASE("input and uneven devices are not ignored silently", "[scenario][unit]") {
    auto const with = [](std::string const& key) {
        return fmt::format("system: lumi\npartition: standard\njobs: {{md: {{nodes: 4, "
                           "application: gromacs-stmv, {}}}}}\n",
                           key);
    };
    CHECK(tells_of(refusal_of(with("dataset: {size: 1 TB, files: 10}")), "read a dataset"));
    CHECK(tells_of(refusal_of(with("resilience: {device-spread: 0.1}")), "uneven devices"));
    auto const staged = resolve(with("dataset: {size: 1 GB, files: 10, stage: ram}"));
    REQUIRE(staged);
    JobPrediction const& md = staged->front().jobs.front().prediction;
    CHECK(md.runtime.value > md.generic->runtime.value);
}

TEST_CASE("a long run of another code has checkpoints of a stated size", "[scenario][unit]") {
    auto const runs = resolve("system: lumi\npartition: standard\njobs: {md: {nodes: 4, "
                              "application: gromacs-stmv, steps: 500, "
                              "checkpoint: {every: 2 h, size: 10 GB}}}\n");
    REQUIRE(runs);
    CHECK(runs->front().jobs.front().prediction.campaign);
    CHECK(runs->front().jobs.front().prediction.campaign->plan.work.si() ==
          Approx(500 * 2339.0).epsilon(0.01));
}

TEST_CASE("GPU and CPU nodes run a roofline at their own memory bandwidth", "[scenario][unit]") {
    auto const time = [](std::string const& partition) {
        auto const runs = resolve(fmt::format(
            "system: lumi\npartition: {}\njobs: {{s: {{nodes: 4, application: stencil-2048}}}}\n",
            partition));
        REQUIRE(runs);
        return runs->front().jobs.front().prediction.generic->step.kernels.si();
    };
    // 8 x 1,638 GB/s against 410 GB/s, at similar shares of them.
    CHECK(time("standard") / time("standard-g") == Approx(32.0).epsilon(0.15));
}
