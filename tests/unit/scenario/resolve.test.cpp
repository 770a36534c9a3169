// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/resolve.hpp"

#include "sim/scenario/defaults.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>

using namespace clustersim;

namespace {

Result<std::vector<ResolvedRun>> resolve(std::string const& text) {
    ConfigNode document = *parse_yaml(scenario_defaults, "default");
    merge_onto(document,
               *parse_yaml("schema: clustersim/scenario/1\ntitle: t\n" + text, "study.yaml"));
    std::filesystem::path const root = PROJECT_DIR;
    Library const library{
        root / "systems", root / "workloads/applications", root / "workloads/mixes", {}};
    return resolve_all(*expand_sweep(document), library);
}

Diagnostic first_problem(std::string const& text) {
    auto const resolved = resolve(text);
    REQUIRE_FALSE(resolved);
    return resolved.error().items().front();
}

}  // namespace

TEST_CASE("a fixed job gets whole nodes, its cost and its place on the machine",
          "[scenario][unit]") {
    auto const runs =
        resolve("system: leonardo\njobs: {a: {nodes: 2, runtime: 3 h, walltime: 4 h}}\n");
    REQUIRE(runs);
    ResolvedJob const& job = runs->front().jobs.front();
    CHECK(runs->front().place.partition == "boost_usr_prod");
    CHECK(job.answer.gpus == 8);
    CHECK(job.request.nodes == 2);
    CHECK(job.request.units == 4);
    CHECK(job.request.requested == Seconds{4 * 3600});
    CHECK(job.request.run == Seconds{3 * 3600});
    CHECK(job.answer.bill.node_hours.value == Approx(6.0));
    CHECK(job.answer.bill.gpu_hours.value == Approx(24.0));
    // Leonardo charges core-hours: 32 cores a node.
    CHECK(job.answer.bill.billed == Approx(6.0 * 32));
}

TEST_CASE("a part of a node is one node with that many units", "[scenario][unit]") {
    auto const runs = resolve("system: leonardo\njobs: {a: {gpus: 1, runtime: 1 h}}\n");
    REQUIRE(runs);
    CHECK(runs->front().jobs.front().request.units == 1);
    CHECK(runs->front().jobs.front().answer.bill.gpu_hours.value == Approx(1.0));
    CHECK(runs->front().jobs.front().answer.bill.billed == Approx(8.0));
}

TEST_CASE("on a CPU partition the node is the unit", "[scenario][unit]") {
    auto const runs = resolve(
        "system: leonardo\npartition: dcgp_usr_prod\njobs: {a: {nodes: 3, runtime: 1 h}}\n");
    REQUIRE(runs);
    CHECK(runs->front().jobs.front().request.units == 1);
    CHECK(runs->front().jobs.front().answer.gpus == 0);
}

TEST_CASE("a walltime left open follows the run time, in half hours", "[scenario][unit]") {
    auto const runs = resolve("system: leonardo\njobs: {a: {runtime: 3 h}}\n");
    REQUIRE(runs);
    CHECK(runs->front().jobs.front().answer.walltime == Seconds{4 * 3600});
}

TEST_CASE("a job longer than its walltime is killed there, with a warning", "[scenario][unit]") {
    auto const runs = resolve("system: leonardo\njobs: {a: {runtime: 3 h, walltime: 1 h}}\n");
    REQUIRE(runs);
    CHECK(runs->front().jobs.front().answer.times_out);
    CHECK(runs->front().jobs.front().answer.runtime.value == hours(1));
    CHECK_FALSE(runs->front().warnings.empty());
    CHECK_FALSE(runs->front().warnings.has_errors());
}

TEST_CASE("what can never start is impossible and told at its place", "[scenario][unit]") {
    Diagnostic const many =
        first_problem("system: leonardo\njobs: {a: {nodes: 4000, runtime: 1 h}}\n");
    CHECK(many.code == Code::never_fits);
    CHECK(many.where.line == 4);
    CHECK(first_problem("system: leonardo\njobs: {a: {gpus: 5, runtime: 1 h}}\n").code ==
          Code::never_fits);
    CHECK(first_problem("system: leonardo\njobs: {a: {nodes: 2, gpus: 2, runtime: 1 h}}\n").code ==
          Code::never_fits);
    CHECK(first_problem(
              "system: leonardo\npartition: dcgp_usr_prod\njobs: {a: {gpus: 1, runtime: 1 h}}\n")
              .code == Code::never_fits);
    CHECK(first_problem("system: leonardo\njobs: {a: {nodes: 2, runtime: 1 h, walltime: 30 d}}\n")
              .code == Code::over_limit);
}

TEST_CASE("unknown names are told with the nearest known one", "[scenario][unit]") {
    CHECK(first_problem("system: leonrado\njobs: {a: {runtime: 1 h}}\n").help.find("leonardo") !=
          std::string::npos);
    CHECK(first_problem("system: leonardo\npartition: boost_usr_prd\njobs: {a: {runtime: 1 h}}\n")
              .help.find("boost_usr_prod") != std::string::npos);
    CHECK(first_problem("system: leonardo\nscheduler: eesy\njobs: {a: {runtime: 1 h}}\n")
              .help.find("easy") != std::string::npos);
    CHECK(first_problem("system: leonardo\njobs: {a: {application: gpt-875m}}\n")
              .help.find("gpt-857m") != std::string::npos);
    CHECK(
        first_problem("system: leonardo\nbackground: {mix: itp-trac}\njobs: {a: {runtime: 1 h}}\n")
            .help.find("itp-trace") != std::string::npos);
}

TEST_CASE("one problem met by several variants is told once", "[scenario][unit]") {
    auto const resolved =
        resolve("system: leonrado\njobs: {a: {runtime: 1 h}}\nsweep: {jobs.a.nodes: [1, 2, 3]}\n");
    REQUIRE_FALSE(resolved);
    CHECK(resolved.error().items().size() == 1);
}
