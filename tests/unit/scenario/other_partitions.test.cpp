// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/other_partitions.hpp"

#include "tests/unit/scenario/resolve_text.hpp"

using namespace clustersim;

namespace {

/// A job of the CPU partition of Vega that may also start in these.
std::string also_in(std::string const& partitions, std::string const& more = {}) {
    return "system: vega\npartition: cpu\n" + more +
           "jobs: {a: {cores: 4, runtime: 1 h, partitions: [" + partitions + "]}}\n";
}

}  // namespace

TEST_CASE("a job may start in several partitions with the same nodes for the same price",
          "[scenario][unit]") {
    auto const runs = resolve(also_in("longcpu, longcpu"));
    REQUIRE(runs);
    auto const& job = runs->front().jobs.front();
    CHECK(std::get<SlurmSubmission>(job.request.request).request.partition == "cpu,longcpu");
    CHECK(runs->front().warnings.empty());
}

TEST_CASE("a partition that differs in nodes or price is refused", "[scenario][unit]") {
    Diagnostic const gpu = first_problem(also_in("gpu"));
    CHECK(gpu.code == Code::inconsistent);
    CHECK(gpu.message.find("it has nodes of another type") != std::string::npos);
    CHECK(first_problem(also_in("cpu")).message.find("the same partition of Slurm") !=
          std::string::npos);
    Diagnostic const unknown = first_problem(also_in("longcp"));
    CHECK(unknown.code == Code::unknown_name);
    CHECK(unknown.help.find("longcpu") != std::string::npos);
    CHECK(unknown.where.line > 0);
}

TEST_CASE("a partition without background load is said to have none", "[scenario][unit]") {
    std::string const load = "background: {mix: archer2, load: 0.5";
    auto const empty = resolve(also_in("longcpu", load + "}\n"));
    REQUIRE(empty);
    REQUIRE(empty->front().warnings.items().size() == 1);
    CHECK(empty->front().warnings.items().front().help == "add `background.others.longcpu`");
    auto const both =
        resolve(also_in("longcpu", load + ", others: {longcpu: {mix: archer2, load: 0.5}}}\n"));
    REQUIRE(both);
    CHECK(both->front().warnings.empty());
}

TEST_CASE("a training on several nodes has one partition, whose network is known",
          "[scenario][unit]") {
    Diagnostic const d = first_problem(
        "system: karolina\npartition: qgpu\njobs: {a: {nodes: 2, application: gpt-857m, steps: 9, "
        "partitions: [qgpu_exp]}}\n");
    CHECK(d.message.find("depends on its nodes") != std::string::npos);
}
