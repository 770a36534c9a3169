// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/partition_choice.hpp"

#include "models/machine/catalogue.hpp"
#include "sim/scenario/defaults.hpp"
#include "sim/scenario/resolve.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/scenario/shipped_library.hpp"

using namespace clustersim;

namespace {

Result<std::vector<ResolvedRun>>
resolve_wished(std::string const& text, std::optional<NodeWish> const& wish = std::nullopt) {
    ConfigNode document = *parse_yaml(scenario_defaults, "default");
    merge_onto(document,
               *parse_yaml("schema: clustersim/scenario/1\ntitle: t\n" + text, "study.yaml"));
    return resolve_all(*expand_sweep(document), shipped_library(), wish);
}

/// The nodes of a LUMI-C job.
NodeWish cpu_nodes() {
    auto const lumi = Catalogue(shipped_library().systems).load("lumi");
    REQUIRE(lumi);
    return {lumi->system.node_type_of(*lumi->system.find_partition("standard")),
            "partition standard of lumi"};
}

std::string chosen(std::string const& text, std::optional<NodeWish> const& wish = std::nullopt) {
    auto const runs = resolve_wished(text, wish);
    if (!runs) FAIL(to_text(runs.error()));
    ResolvedRun const& run = runs->front();
    std::string const& qos = run.jobs.front().qos;
    return run.partition->name + (qos.empty() ? "" : "/" + qos);
}

std::string const cpu_job = "jobs: {a: {nodes: 10, runtime: 3 h, walltime: 4 h}}\n";

}  // namespace

TEST_CASE("a CPU job from elsewhere goes to a partition for production that admits it",
          "[scenario][unit]") {
    CHECK(chosen("system: mahti\n" + cpu_job, cpu_nodes()) == "medium");
    CHECK(chosen("system: deucalion\n" + cpu_job, cpu_nodes()) == "normal-x86");
    CHECK(chosen("system: vega\n" + cpu_job, cpu_nodes()) == "cpu");
    CHECK(chosen("system: lumi\n" + cpu_job, cpu_nodes()) == "standard");
    CHECK(chosen("system: leonardo\n" + cpu_job, cpu_nodes()) == "dcgp_usr_prod/normal");
    // One node for longer than `test` and `dev` allow, and for less.
    CHECK(chosen("system: mahti\njobs: {a: {runtime: 3 h}}\n", cpu_nodes()) == "medium");
    CHECK(chosen("system: puhti\njobs: {a: {runtime: 5 min, walltime: 10 min}}\n", cpu_nodes()) ==
          "small");
}

TEST_CASE("each run of a sweep gets the partition that admits it, and says why",
          "[scenario][unit]") {
    auto const runs =
        resolve_wished("system: mahti\njobs: {a: {runtime: 3 h}}\nsweep: {jobs.a.nodes: [10, "
                       "100]}\n",
                       cpu_nodes());
    REQUIRE(runs);
    CHECK((*runs)[0].partition->name == "medium");
    CHECK((*runs)[0].partition_choice.find("standard of lumi") != std::string::npos);
    CHECK((*runs)[1].partition->name == "large");
    CHECK((*runs)[1].partition_choice.find("100 nodes, at most 20 allowed") != std::string::npos);
    CHECK((*runs)[1].partition_choice.find("on request") == 0);
}

TEST_CASE("if no partition admits a job, each candidate's limit is named", "[scenario][unit]") {
    auto const none =
        resolve_wished("system: mahti\njobs: {a: {nodes: 900, runtime: 3 h}}\n", cpu_nodes());
    REQUIRE_FALSE(none);
    CHECK(none.error().fault() == Fault::impossible);
    std::string const& message = none.error().items().front().message;
    CHECK(message.find("medium (900 nodes, at most 20 allowed)") != std::string::npos);
    CHECK(message.find("gc (900 nodes, at most 700 allowed)") != std::string::npos);
    CHECK(message.find("test (") == std::string::npos);
}

TEST_CASE("a machine without the wanted kind of node cannot run the job", "[scenario][unit]") {
    auto const none = resolve_wished("system: jupiter\n" + cpu_job, cpu_nodes());
    REQUIRE_FALSE(none);
    CHECK(none.error().fault() == Fault::impossible);
}

TEST_CASE("a run over several submissions gets the longest limit that helps", "[scenario][unit]") {
    std::string const chain =
        "jobs: {a: {nodes: 4, runtime: 10 d, checkpoint: {size: 100 GB, every: 1 h}}}\n";
    auto const runs = resolve_wished("system: leonardo\n" + chain);
    REQUIRE(runs);
    ResolvedJob const& job = runs->front().jobs.front();
    CHECK(job.qos == "boost_qos_lprod");
    CHECK(job.prediction.walltime == Seconds{4 * 86400});
    CHECK(job.qos_choice.find("normal only") != std::string::npos);
    // Another partition over the same nodes.
    CHECK(chosen("system: lumi\n" + chain) == "small-g");
    // Where the first limit is enough, nothing longer is asked for.
    CHECK(chosen("system: leonardo\njobs: {a: {nodes: 4, runtime: 10 h, checkpoint: {size: 100 GB, "
                 "every: 1 h}}}\n") == "boost_usr_prod/normal");
    // More nodes than the long QOS takes.
    CHECK(chosen("system: leonardo\njobs: {a: {nodes: 9, runtime: 10 d, checkpoint: {size: 100 GB, "
                 "every: 1 h}}}\n") == "boost_usr_prod/normal");
}

TEST_CASE("names given by the user are kept", "[scenario][unit]") {
    std::string const chain =
        "jobs: {a: {nodes: 4, runtime: 10 d, checkpoint: {size: 100 GB, every: 1 h}}}\n";
    CHECK(chosen("system: leonardo\nqos: normal\n" + chain) == "boost_usr_prod/normal");
    CHECK(chosen("system: lumi\npartition: standard-g\n" + chain) == "standard-g");
    auto const named = resolve_wished("system: mahti\npartition: test\n" + cpu_job, cpu_nodes());
    REQUIRE_FALSE(named);
    CHECK(named.error().items().front().message.find("partition test") != std::string::npos);
    // A QOS without a partition leads to the partition that has it.
    CHECK(chosen("system: marenostrum5\nqos: acc_debug\njobs: {a: {runtime: 1 h}}\n") ==
          "acc/acc_debug");
    CHECK(resolve_wished("system: leonardo\nqos: nomral\njobs: {a: {runtime: 1 h}}\n")
              .error()
              .fault() == Fault::invalid);
}

TEST_CASE("the default partition comes first, then others with its nodes", "[scenario][unit]") {
    CHECK(chosen("system: lumi\njobs: {a: {nodes: 2, runtime: 1 h}}\n") == "standard-g");
    CHECK(chosen("system: karolina\njobs: {a: {nodes: 20, runtime: 1 h}}\n") == "qgpu_big");
    CHECK(chosen("system: lumi\njobs: {a: {nodes: 2, runtime: 60 h}}\n") == "small-g");
}

TEST_CASE("a queue of a quantum computer is never chosen, and nothing is trained there",
          "[scenario][unit]") {
    // One hour on one node fits q_fiqci, too.
    CHECK(chosen("system: lumi\njobs: {a: {cores: 1, runtime: 1 h}}\n", cpu_nodes()) != "q_fiqci");
    auto const trained = resolve_wished(
        "system: lumi\npartition: q_fiqci\njobs: {a: {application: llama-7b, steps: 1}}\n");
    REQUIRE_FALSE(trained);
    CHECK(trained.error().fault() == Fault::impossible);
    CHECK(to_text(trained.error()).find("quantum computer") != std::string::npos);
}

TEST_CASE("a run on a closed machine says so once and names the successor", "[scenario][unit]") {
    auto const runs = resolve_wished(
        "system: mahti\njobs: {a: {runtime: 1 h}}\nsweep: {jobs.a.nodes: [1, 2]}\n", cpu_nodes());
    REQUIRE(runs);
    for (ResolvedRun const& run : *runs) {
        REQUIRE(run.warnings.items().size() == 1);
        CHECK(run.warnings.items().front().severity == Severity::note);
        CHECK(run.warnings.items().front().message.starts_with("mahti closed on 2026-08-31"));
    }
    auto const open = resolve_wished("system: lumi\njobs: {a: {runtime: 1 h}}\n", cpu_nodes());
    REQUIRE(open);
    CHECK(open->front().warnings.empty());
}
