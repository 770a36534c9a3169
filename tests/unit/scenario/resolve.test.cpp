// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/resolve.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/scenario/resolve_text.hpp"

#include <algorithm>

using namespace clustersim;

namespace {

SlurmSubmission const& slurm_of(ResolvedRun const& run) {
    return std::get<SlurmSubmission>(run.jobs.front().request.request);
}

}  // namespace

TEST_CASE("a fixed job gets whole nodes, its cost and its place on the machine",
          "[scenario][unit]") {
    auto const runs = resolve("system: leonardo\nscheduler: easy\n"
                              "jobs: {a: {nodes: 2, runtime: 3 h, walltime: 4 h}}\n");
    REQUIRE(runs);
    ResolvedJob const& job = runs->front().jobs.front();
    Job const& asked = std::get<Job>(job.request.request);
    CHECK(runs->front().place.partition == "boost_usr_prod");
    CHECK(job.prediction.gpus == 8);
    CHECK(asked.nodes == 2);
    CHECK(asked.units == 4);
    CHECK(asked.requested == Seconds{4 * 3600});
    CHECK(asked.run == Seconds{3 * 3600});
    CHECK(job.prediction.bill.node_hours.value == Approx(6.0));
    CHECK(job.prediction.bill.gpu_hours.value == Approx(24.0));
    // Leonardo charges core-hours: 32 cores a node.
    CHECK(job.prediction.bill.billed == Approx(6.0 * 32));
}

TEST_CASE("a part of a node is one node with that many units", "[scenario][unit]") {
    auto const runs =
        resolve("system: leonardo\nscheduler: easy\njobs: {a: {gpus: 1, runtime: 1 h}}\n");
    REQUIRE(runs);
    CHECK(std::get<Job>(runs->front().jobs.front().request.request).units == 1);
    CHECK(runs->front().jobs.front().prediction.bill.gpu_hours.value == Approx(1.0));
    CHECK(runs->front().jobs.front().prediction.bill.billed == Approx(8.0));
}

TEST_CASE("on a CPU partition the node is the unit", "[scenario][unit]") {
    auto const runs = resolve("system: leonardo\npartition: dcgp_usr_prod\nscheduler: easy\njobs: "
                              "{a: {nodes: 3, runtime: 1 h}}\n");
    REQUIRE(runs);
    CHECK(std::get<Job>(runs->front().jobs.front().request.request).units == 1);
    CHECK(runs->front().jobs.front().prediction.gpus == 0);
}

TEST_CASE("a walltime left open follows the run time, in half hours", "[scenario][unit]") {
    auto const runs = resolve("system: leonardo\njobs: {a: {runtime: 3 h}}\n");
    REQUIRE(runs);
    CHECK(runs->front().jobs.front().prediction.walltime == Seconds{4 * 3600});
}

TEST_CASE("a job longer than its walltime is killed there, with a warning", "[scenario][unit]") {
    auto const runs = resolve("system: leonardo\njobs: {a: {runtime: 3 h, walltime: 1 h}}\n");
    REQUIRE(runs);
    CHECK(runs->front().jobs.front().prediction.times_out);
    CHECK(runs->front().jobs.front().prediction.runtime.value == hours(1));
    CHECK_FALSE(runs->front().warnings.empty());
    CHECK_FALSE(runs->front().warnings.has_errors());
}

TEST_CASE("a job that can never start is impossible and reported at its place",
          "[scenario][unit]") {
    Diagnostic const many =
        first_problem("system: leonardo\njobs: {a: {nodes: 4000, runtime: 1 h}}\n");
    CHECK(many.code == Code::never_fits);
    CHECK(many.where.line == 4);
    CHECK(first_problem("system: leonardo\njobs: {a: {gpus: 5, runtime: 1 h}}\n").code ==
          Code::never_fits);
    CHECK(first_problem("system: leonardo\njobs: {a: {nodes: 2, gpus: 5, runtime: 1 h}}\n").code ==
          Code::never_fits);
    CHECK(first_problem(
              "system: leonardo\npartition: dcgp_usr_prod\njobs: {a: {gpus: 1, runtime: 1 h}}\n")
              .code == Code::never_fits);
    CHECK(first_problem("system: leonardo\njobs: {a: {nodes: 2, runtime: 1 h, walltime: 30 d}}\n")
              .code == Code::over_limit);
}

TEST_CASE("unknown names are reported with the nearest known one", "[scenario][unit]") {
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

TEST_CASE("one problem met by several variants is reported once", "[scenario][unit]") {
    auto const resolved =
        resolve("system: leonrado\njobs: {a: {runtime: 1 h}}\nsweep: {jobs.a.nodes: [1, 2, 3]}\n");
    REQUIRE_FALSE(resolved);
    CHECK(resolved.error().items().size() == 1);
}

TEST_CASE("under Slurm a job has the options that sbatch would get", "[scenario][unit]") {
    auto const runs = resolve("system: leonardo\njobs: {a: {nodes: 100, runtime: 1 h}}\n");
    REQUIRE(runs);
    REQUIRE(runs->front().slurm != nullptr);
    slurm::JobRequest const& request = slurm_of(runs->front()).request;
    CHECK(request.name == "a");
    CHECK(request.partition == "boost_usr_prod");
    CHECK(request.qos == "boost_qos_bprod");
    CHECK(request.min_nodes == 100);
    CHECK(
        resolve("system: leonardo\nscheduler: easy\njobs: {a: {runtime: 1 h}}\n")->front().slurm ==
        nullptr);
}

TEST_CASE("variants with the same settings on a machine share its Slurm", "[scenario][unit]") {
    auto const runs = resolve("system: karolina\njobs: {a: {runtime: 1 h}}\nsweep: {jobs.a.nodes: "
                              "[1, 2], seed: [1, 2]}\n");
    REQUIRE(runs);
    CHECK((*runs)[0].slurm == (*runs)[2].slurm);
    CHECK((*runs)[0].slurm != (*runs)[1].slurm);
}

TEST_CASE("the background load of another partition uses one of the machine's, under Slurm",
          "[scenario][unit]") {
    std::string const jobs = "jobs: {a: {runtime: 1 h}}\n";
    auto const runs = resolve("system: karolina\nbackground: {mix: gpu-centre, load: 0.5, others: "
                              "{qgpu_free: {mix: gpu-centre, load: 0.2}}}\n" +
                              jobs);
    REQUIRE(runs);
    REQUIRE(runs->front().slurm->backgrounds.size() == 2);
    CHECK(runs->front().slurm->backgrounds[1].place.partition == "qgpu_free");
    CHECK(first_problem("system: karolina\nbackground: {others: {qgpu_fre: {mix: gpu-centre, load: "
                        "0.2}}}\n" +
                        jobs)
              .help.find("qgpu_free") != std::string::npos);
    CHECK(first_problem("system: karolina\nscheduler: easy\nbackground: {others: {qgpu_free: {mix: "
                        "gpu-centre, load: 0.2}}}\n" +
                        jobs)
              .code == Code::inconsistent);
}

TEST_CASE("a job that Slurm would never start is an error in Slurm's words", "[scenario][unit]") {
    // The slices stand on the sixtieth thin node, so that only 59 are left.
    Diagnostic const d =
        first_problem("system: berzelius\npartition: thin\njobs: {a: {nodes: 60, runtime: 1 h}}\n");
    CHECK(d.code == Code::never_fits);
    CHECK(d.help == "Requested node configuration is not available");
}

TEST_CASE("a walltime of default is the partition's", "[scenario][unit]") {
    auto const runs =
        resolve("system: berzelius\njobs: {a: {gpus: 1, runtime: 3 h, walltime: default}}\n");
    REQUIRE(runs);
    CHECK(runs->front().jobs.front().prediction.walltime == Seconds{7200});
    CHECK(runs->front().jobs.front().prediction.times_out);
    CHECK(first_problem("system: berzelius\njobs: {a: {gpus: 1, runtime: 3 h, walltime: 73 h}}\n")
              .code == Code::over_limit);
}

TEST_CASE("a slice of Berzelius is allocated as a fixed share, at half the price",
          "[scenario][unit]") {
    auto const runs =
        resolve("system: berzelius\npartition: mig\njobs: {a: {gpus: 4, runtime: 10 h}}\n");
    REQUIRE(runs);
    JobPrediction const& slice = runs->front().jobs.front().prediction;
    CHECK(slice.gpus == 1);
    CHECK(slice.bill.billed == Approx(5.0));
    CHECK(runs->front().warnings.items().size() == 1);
    auto const whole =
        resolve("system: berzelius\npartition: fat\njobs: {a: {gpus: 1, runtime: 10 h}}\n");
    REQUIRE(whole);
    CHECK(whole->front().jobs.front().prediction.bill.billed == Approx(20.0));
}

TEST_CASE("Berzelius cancels jobs with idle GPUs, with exceptions", "[scenario][unit]") {
    auto const outcome = [](std::string const& partition, std::string const& more) {
        auto const runs = resolve("system: berzelius\npartition: " + partition +
                                  "\njobs: {a: {gpus: 1, walltime: 12 h, " + more + "}}\n");
        REQUIRE(runs);
        return runs->front().jobs.front().prediction;
    };
    JobPrediction const idle = outcome("thin", "runtime: 10 h, gpu-power: 55 W");
    CHECK(idle.ends_idle);
    CHECK(idle.runtime.value == hours(1));
    CHECK(idle.bill.billed == Approx(1.0));
    CHECK_FALSE(outcome("thin", "runtime: 10 h, gpu-power: 61 W").ends_idle);
    CHECK_FALSE(outcome("thin", "runtime: 50 min, gpu-power: 55 W").ends_idle);
    CHECK_FALSE(outcome("thin", "runtime: 10 h, gpu-power: 55 W, interactive: true").ends_idle);
    CHECK_FALSE(outcome("mig", "runtime: 10 h, gpu-power: 55 W").ends_idle);
    CHECK_FALSE(outcome("thin", "runtime: 10 h").ends_idle);
}

TEST_CASE("a running job is extended if the site lets users do so", "[scenario][unit]") {
    std::string const job =
        "jobs: {a: {nodes: 1, runtime: 80 h, walltime: 72 h, extended-time: 24 h}}\n";
    auto const runs = resolve("system: berzelius\n" + job);
    REQUIRE(runs);
    CHECK_FALSE(runs->front().jobs.front().prediction.times_out);
    CHECK(runs->front().jobs.front().prediction.runtime.value == hours(80));
    CHECK(slurm_of(runs->front()).extended_time == Seconds{86400});
    CHECK(first_problem("system: lumi\njobs: {a: {runtime: 1 h, extended-time: 1 h}}\n").code ==
          Code::over_limit);
    CHECK(first_problem("system: berzelius\nscheduler: easy\n" + job).code == Code::inconsistent);
}

TEST_CASE("waived limits are a campaign's QOS", "[scenario][unit]") {
    auto const runs = resolve("system: karolina\nsite-limits: waived\njobs: {a: {nodes: 64, "
                              "runtime: 1 h, walltime: 60 h}}\n");
    REQUIRE(runs);
    CHECK(slurm_of(runs->front()).request.qos == "campaign");
}

TEST_CASE("a used quota lowers the priority as the site's rule says", "[scenario][unit]") {
    auto const nice = [](std::string const& system, std::string const& used) {
        auto const runs = resolve("system: " + system + "\nuser: {quota-used: " + used +
                                  "}\njobs: {a: {runtime: 1 h}}\n");
        REQUIRE(runs);
        return slurm_of(runs->front()).request.nice;
    };
    std::int64_t const all = nice("leonardo", "1");
    CHECK(all > 0);
    CHECK(nice("leonardo", "0") == 0);
    CHECK(nice("leonardo", "0.5") == (all + 1) / 2);
    CHECK(nice("leonardo", "7") == all);
    CHECK(nice("jupiter", "2") > 0);
    CHECK(nice("jupiter", "1.9") == 0);
    CHECK(
        first_problem("system: vega\nuser: {quota-used: 1}\njobs: {a: {runtime: 1 h}}\n").message ==
        "the file of vega has no monthly quota that lowers the priority");
}
