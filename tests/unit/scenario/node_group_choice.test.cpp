// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/node_group_choice.hpp"

#include "sim/slurm/read/machine/node_layout.hpp"
#include "tests/unit/scenario/resolve_text.hpp"

using namespace clustersim;

namespace {

std::string on(std::string const& system, std::string const& partition, std::string const& job) {
    return "system: " + system + "\npartition: " + partition +
           "\nbackground: {mix: none}\njobs: {a: {runtime: 1 h, walltime: 2 h, " + job + "}}\n";
}

ResolvedRun one_run(std::string const& text) {
    auto runs = resolve(text);
    if (!runs) FAIL(to_text(runs.error()));
    return std::move(runs->front());
}

bool has(std::string const& text, std::string const& part) {
    return text.find(part) != std::string::npos;
}

slurm::JobRequest const& request_of(ResolvedRun const& run) {
    return std::get<SlurmSubmission>(run.jobs.front().request.request).request;
}

}  // namespace

TEST_CASE("the group of a partition is the one with what the job asks for, with its price",
          "[scenario][unit]") {
    ResolvedRun const thin = one_run(on("berzelius", "berzelius", "nodes: 1, gpus: 1"));
    CHECK(thin.partition->name == "thin");
    CHECK(has(thin.partition_choice, "Slurm may also take fat, with another price"));
    ResolvedRun const fat =
        one_run(on("berzelius", "berzelius", "nodes: 1, gpus: 1, features: fat"));
    CHECK(fat.partition->name == "fat");
    CHECK(fat.jobs.front().prediction.bill.billed ==
          Approx(2.0 * thin.jobs.front().prediction.bill.billed));
    CHECK(one_run(on("lumi", "small", "cores: 4, memory: 300 GB")).partition->name == "small-512");
    CHECK(one_run(on("puhti", "hugemem", "cores: 4, memory: 1500 GB")).partition->name ==
          "hugemem-bm");
}

TEST_CASE("groups without a difference for the job are one place", "[scenario][unit]") {
    ResolvedRun const any = one_run(on("lumi", "small", "cores: 4, memory: 8 GB"));
    CHECK(any.place.partition_nodes == 305);
    CHECK(any.slurm->place.nodes == 305);
    CHECK(request_of(any).constraint.empty());
    CHECK(has(any.partition_choice, "any of small, small-512, small-1024"));
    ResolvedRun const most = one_run(on("lumi", "small", "cores: 4, memory: 300 GB"));
    CHECK(most.place.partition_nodes == 159);
    CHECK(request_of(most).constraint == "lumi-c-512|lumi-c-1024");
    // The name of one group means that one.
    ResolvedRun const named = one_run(on("lumi", "small-1024", "cores: 4, memory: 8 GB"));
    CHECK(named.place.partition_nodes == 32);
    CHECK(named.partition_choice.empty());
}

TEST_CASE("the background load of a partition uses all groups that its jobs may use",
          "[scenario][unit]") {
    std::string text = on("lumi", "small", "cores: 4, memory: 8 GB");
    text.replace(text.find("{mix: none}"), 11, "{mix: typical}");
    ResolvedRun const run = one_run(text);
    REQUIRE(run.slurm->backgrounds.size() == 1);
    CHECK(run.slurm->backgrounds.front().shape.nodes == 305);
    CHECK(run.slurm->backgrounds.front().place.constraint.empty());
}

TEST_CASE("each job of a run gets nodes that suit it", "[scenario][unit]") {
    ResolvedRun const run =
        one_run("system: berzelius\npartition: berzelius\nbackground: {mix: none}\njobs:\n"
                "  a: {nodes: 1, gpus: 1, features: thin, runtime: 1 h, walltime: 2 h}\n"
                "  b: {nodes: 1, gpus: 1, features: fat, runtime: 1 h, walltime: 2 h}\n");
    CHECK(run.partition->name == "thin");
    REQUIRE(run.jobs[1].elsewhere != nullptr);
    CHECK(run.jobs[1].elsewhere->partition->name == "fat");
    ResolvedRun const own =
        one_run("system: lumi\npartition: standard\nbackground: {mix: none}\njobs:\n"
                "  a: {nodes: 1, runtime: 1 h, walltime: 2 h}\n"
                "  b: {partition: small, cores: 4, memory: 300 GB, runtime: 1 h, walltime: 2 h}\n");
    REQUIRE(own.jobs[1].elsewhere != nullptr);
    CHECK(own.jobs[1].elsewhere->partition->name == "small-512");
}

TEST_CASE("what no kind of node has is refused with the reason of each", "[scenario][unit]") {
    Diagnostic const d = first_problem(on("lumi", "small", "cores: 4, memory: 3000 GB"));
    CHECK(has(d.message, "no kind of node of partition small admits the run"));
    CHECK(has(d.message, "small-512 ("));
    CHECK(has(d.message, "small-1024 ("));
}

TEST_CASE("a QOS that one partition has chooses it", "[scenario][unit]") {
    std::string const jobs =
        "background: {mix: none}\njobs: {a: {nodes: 2, runtime: 1 h, walltime: 2 h}}\n";
    ResolvedRun const run = one_run("system: marenostrum5\nqos: gp_bscls\n" + jobs);
    CHECK(run.partition->name == "gpp");
    CHECK(run.partition_choice.starts_with("the only one with QOS gp_bscls"));
    CHECK(one_run("system: marenostrum5\nqos: acc_bsccase\n" + jobs).partition->name == "acc");
    Diagnostic const d = first_problem("system: marenostrum5\npartition: gp_debug\n" + jobs);
    CHECK(d.help == "\"gp_debug\" is a QOS of partition gpp: `qos: gp_debug`");
}
