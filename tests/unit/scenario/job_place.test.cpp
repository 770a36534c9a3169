// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/job_place.hpp"

#include "tests/unit/scenario/resolve_text.hpp"

#include <string>
#include <vector>

using namespace clustersim;

namespace {

/// A job on the run's partition and one of its own.
std::string two_jobs(std::string const& own, std::string const& more = {}) {
    return "system: lumi\npartition: standard-g\n" + more +
           "jobs:\n"
           "  here: {runtime: 1 h}\n"
           "  there: {runtime: 1 h, " +
           own + "}\n";
}

}  // namespace

TEST_CASE("a job may name its own partition of the same queue", "[scenario][unit]") {
    auto const runs = resolve(two_jobs("partition: small, cores: 4"));
    REQUIRE(runs);
    ResolvedRun const& run = runs->front();
    ResolvedJob const& here = run.jobs[0];
    ResolvedJob const& there = run.jobs[1];
    CHECK(here.elsewhere == nullptr);
    CHECK_FALSE(here.prediction.own_place);
    CHECK(&run_of(here, run) == &run);
    REQUIRE(there.elsewhere != nullptr);
    CHECK(run_of(there, run).partition->name == "small");
    CHECK(run_of(there, run).slurm->site == run.slurm->site);
    REQUIRE(there.prediction.own_place);
    CHECK(there.prediction.own_place->partition == "small");
    auto const& request = std::get<SlurmSubmission>(there.request.request).request;
    CHECK(request.partition == "small");
    CHECK(std::get<SlurmSubmission>(here.request.request).request.partition == "standard-g");
    // By the rule of its own partition, in that partition's unit.
    CHECK(there.prediction.bill.unit == "core-h");
    CHECK(there.prediction.bill.billed == Approx(4.0));
    CHECK(here.prediction.bill.unit == "GPU-h");
    CHECK(there.prediction.gpus == 0);
}

TEST_CASE("the QOS of the run holds only on its own partition", "[scenario][unit]") {
    auto const runs =
        resolve("system: leonardo\npartition: boost_usr_prod\nqos: boost_qos_lprod\njobs:\n"
                "  long: {nodes: 2, runtime: 1 h}\n"
                "  other: {nodes: 1, runtime: 1 h, partition: dcgp_usr_prod}\n"
                "  short: {nodes: 2, runtime: 10 min, walltime: 20 min, qos: boost_qos_dbg}\n");
    REQUIRE(runs);
    std::vector<ResolvedJob> const& jobs = runs->front().jobs;
    CHECK(jobs[0].qos == "boost_qos_lprod");
    CHECK(jobs[1].qos == "normal");
    CHECK(jobs[2].qos == "boost_qos_dbg");
    CHECK(run_of(jobs[2], runs->front()).partition == runs->front().partition);
}

TEST_CASE("the usual load of a job's own partition competes with it", "[scenario][unit]") {
    auto const busy =
        resolve(two_jobs("partition: small, cores: 4", "background: {mix: typical}\n"));
    REQUIRE(busy);
    auto const& others = busy->front().scenario.background.others;
    REQUIRE(others.size() == 1);
    CHECK(others.front().partition == "small");
    CHECK(others.front().backlog);
    // What was used is stored in the document of the run, so the result can be read again.
    ConfigNode const* stored = busy->front().variant.document.find("background")->find("others");
    REQUIRE(stored != nullptr);
    CHECK(stored->find("small")->find("mix") != nullptr);
    CHECK(busy->front().slurm->backgrounds.size() == 2);

    auto const empty = resolve(two_jobs("partition: small, cores: 4", "background: {mix: none}\n"));
    REQUIRE(empty);
    CHECK(empty->front().scenario.background.others.empty());
    CHECK(empty->front().warnings.empty());
}

TEST_CASE("the load of another partition is a load or a backlog", "[scenario][unit]") {
    std::string const others = "background: {mix: typical, others: {small: {mix: curie, ";
    auto const given =
        resolve(two_jobs("partition: small, cores: 4", others + "backlog: 1 h}}}\n"));
    REQUIRE(given);
    CHECK(given->front().scenario.background.others.front().backlog ==
          Backlog::exactly(seconds(3600.0)));
    Diagnostic const both = first_problem(
        two_jobs("partition: small, cores: 4", others + "backlog: 1 h, load: 0.5}}}\n"));
    CHECK(both.message.find("both `load` and `backlog`") != std::string::npos);
    Diagnostic const cannot = first_problem(
        two_jobs("partition: small, cores: 4",
                 "background: {mix: typical, others: {small: {mix: lublin-cpu, backlog: 1 h}}}\n"));
    CHECK(cannot.message.find("has no users who could react") != std::string::npos);
    CHECK(cannot.where.line == 5);
}

TEST_CASE("an impossible place of a job is refused where it stands", "[scenario][unit]") {
    Diagnostic const unknown = first_problem(two_jobs("partition: smal"));
    CHECK(unknown.code == Code::unknown_name);
    CHECK(unknown.help.find("small") != std::string::npos);
    CHECK(unknown.where.line == 7);
    Diagnostic const policy = first_problem(two_jobs("partition: small", "scheduler: easy\n"));
    CHECK(policy.message.find("only `scheduler: slurm` supports") != std::string::npos);
    Diagnostic const qos = first_problem(two_jobs("qos: no-such"));
    CHECK(qos.where.line == 7);
}
