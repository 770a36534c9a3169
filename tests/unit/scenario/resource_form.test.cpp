// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/job_costs.hpp"
#include "sim/scenario/resource_form_check.hpp"
#include "tests/unit/scenario/resolve_text.hpp"

using namespace clustersim;

namespace {

/// The only job of a scenario for that partition.
ResolvedJob job_in(std::string const& place, std::string const& keys) {
    auto const runs = resolve(place + "\njobs: {a: {" + keys + "}}\n");
    if (!runs) FAIL(to_text(runs.error()));
    return runs->front().jobs.front();
}

slurm::JobRequest request_of(ResolvedJob const& job) {
    return std::get<SlurmSubmission>(job.request.request).request;
}

Diagnostic refusal_of(std::string const& place, std::string const& keys) {
    return first_problem(place + "\njobs: {a: {" + keys + "}}\n");
}

std::string const vega_gpu = "system: vega\npartition: gpu";
std::string const vega_cpu = "system: vega\npartition: cpu";

}  // namespace

TEST_CASE("cores and memory of a job are those that it requests", "[scenario][unit]") {
    ResolvedJob const job = job_in(vega_gpu, "gpus: 1, cores: 12, memory: 40 GiB, runtime: 10 h");
    slurm::JobRequest const request = request_of(job);
    CHECK(request.cpus_per_task == 12);
    CHECK(request.mem_per_node_mb == 40 * 1024);
    CHECK(request.exclusive == slurm::Exclusive::no);
    REQUIRE(request.gres.size() == 1);
    CHECK(request.gres.front().count == 1);
    CHECK(job.prediction.gpus == 1);
    CHECK(job.prediction.bill.billed == Approx(10.0));
}

TEST_CASE("a part of a CPU node is billed by the larger of its cores and memory",
          "[scenario][unit]") {
    // One core-hour for each core, half of one for each GiB.
    CHECK(job_in(vega_cpu, "cores: 8, memory: 4 GiB, runtime: 10 h").prediction.bill.billed ==
          Approx(80.0));
    CHECK(job_in(vega_cpu, "cores: 8, memory: 64 GiB, runtime: 10 h").prediction.bill.billed ==
          Approx(320.0));
    ResolvedJob const part = job_in(vega_cpu, "cores: 8, runtime: 10 h");
    ResolvedJob const whole = job_in(vega_cpu, "runtime: 10 h");
    CHECK(request_of(part).cpus_per_task == 8);
    CHECK(request_of(part).exclusive == slurm::Exclusive::no);
    CHECK(request_of(whole).exclusive == slurm::Exclusive::whole_nodes);
    double const share = part.prediction.energy.it.si() / whole.prediction.energy.it.si();
    CHECK(share ==
          Approx(part.prediction.bill.node_hours.value / whole.prediction.bill.node_hours.value));
    CHECK(share < 0.1);
    CHECK(share > 0.05);
}

TEST_CASE("a job that asks for cores of a GPU node has no GPU", "[scenario][unit]") {
    ResolvedJob const job = job_in(vega_gpu, "cores: 8, runtime: 1 h");
    CHECK(request_of(job).gres.empty());
    CHECK(job.prediction.gpus == 0);
    CHECK(request_of(job).mem_per_node_mb.value() > 0);
    CHECK(job.prediction.energy.it <
          job_in(vega_gpu, "gpus: 1, runtime: 1 h").prediction.energy.it);
    CHECK(refusal_of(vega_gpu, "cores: 8, application: gpt-857m, steps: 10").help == "add `gpus`");
    // A bill of zero is the site's rule, and said to be.
    auto const runs = resolve(vega_gpu + "\njobs: {a: {cores: 8, runtime: 1 h}}\n");
    REQUIRE(runs);
    REQUIRE(runs->front().warnings.items().size() == 1);
    CHECK(runs->front().warnings.items().front().message ==
          "the published rule of the partition charges nothing for job \"a\"");
}

TEST_CASE("an exclusive job pays for whole nodes and uses its GPUs", "[scenario][unit]") {
    ResolvedJob const job = job_in(vega_gpu, "gpus: 1, exclusive: true, runtime: 10 h");
    CHECK(request_of(job).exclusive == slurm::Exclusive::whole_nodes);
    CHECK(request_of(job).gres.front().count == 1);
    CHECK(job.prediction.gpus == 1);
    CHECK(job.prediction.bill.billed == Approx(40.0));
    Joules const shared = job_in(vega_gpu, "gpus: 1, runtime: 10 h").prediction.energy.it;
    Joules const all = job_in(vega_gpu, "gpus: 4, runtime: 10 h").prediction.energy.it;
    CHECK(job.prediction.energy.it > shared);
    CHECK(job.prediction.energy.it < all);
}

TEST_CASE("more GPUs than a node has are spread over the fewest nodes", "[scenario][unit]") {
    ResolvedJob const job = job_in(vega_gpu, "gpus: 6, runtime: 10 h");
    CHECK(job.prediction.nodes == 2);
    CHECK(job.prediction.gpus == 6);
    CHECK(request_of(job).min_nodes == 2);
    CHECK(request_of(job).gres.front().count == 3);
    CHECK(job.prediction.bill.billed == Approx(60.0));
    CHECK(job_in(vega_gpu, "nodes: 3, gpus: 2, runtime: 1 h").prediction.gpus == 6);
    CHECK(job_in(vega_gpu,
                 "gpus: 12, application: gpt-857m, steps: 2, training: {global-batch: "
                 "48}")
              .prediction.nodes == 3);
    Diagnostic const odd = refusal_of(vega_gpu, "gpus: 7, runtime: 1 h");
    CHECK(odd.code == Code::never_fits);
    CHECK(odd.expected == "6 or 8");
    CHECK(refusal_of(vega_gpu, "nodes: 2, gpus: 8, runtime: 1 h").expected.find("at most 4") == 0);
    auto const easy = resolve(vega_gpu + "\nscheduler: easy\njobs: {a: {gpus: 6, runtime: 1 h}}\n");
    REQUIRE(easy);
    auto const& asked = std::get<Job>(easy->front().jobs.front().request.request);
    CHECK(asked.nodes == 2);
    CHECK(asked.units == 3);
}

TEST_CASE("the options of sbatch reach Slurm", "[scenario][unit]") {
    ResolvedJob const job = job_in("system: berzelius\npartition: thin",
                                   "gpus: 1, runtime: 1 h, walltime: 4 h, time-min: 2 h, begin: 3 "
                                   "h, nice: 50, features: thin, requeue: false, tmp: 1 TB");
    slurm::JobRequest const request = request_of(job);
    CHECK(request.time_min_minutes == 120);
    CHECK(request.nice == 50);
    CHECK(request.requeue == false);
    CHECK(request.tmp_disk_mb == 953675);
    CHECK(request.constraint.find("thin") != std::string::npos);
    CHECK(std::get<SlurmSubmission>(job.request.request).begin == Seconds{3 * 3600});
    CHECK(job.prediction.may_be_ineligible);
}

TEST_CASE("more than a node has is refused with the amount that it has", "[scenario][unit]") {
    std::string const thin = "system: berzelius\npartition: thin";
    CHECK(refusal_of(thin, "cores: 500, runtime: 1 h").expected ==
          "at most the 128 cores of a node of partition thin");
    CHECK(refusal_of(thin, "cores: 5, memory: 9 TB, runtime: 1 h").code == Code::never_fits);
    CHECK(refusal_of(thin, "gpus: 1, tmp: 90 TB, runtime: 1 h").code == Code::never_fits);
    Diagnostic const feature = refusal_of(thin, "gpus: 1, features: thinn|thin, runtime: 1 h");
    CHECK(feature.code == Code::unknown_name);
    CHECK(feature.help.find("did you mean \"thin\"?") != std::string::npos);
    CHECK(refusal_of(thin, "gpus: 1, reservation: mine, runtime: 1 h").code == Code::unknown_name);
    CHECK(request_of(job_in("system: berzelius\npartition: mig",
                            "gpus: 1, reservation: 3g.20gb, runtime: 1 h"))
              .reservation == "3g.20gb");
    CHECK(refusal_of("system: berzelius\npartition: mig", "gpus: 1, cores: 2, runtime: 1 h").code ==
          Code::inconsistent);
    CHECK(refusal_of(thin, "gpus: 1, runtime: 1 h, walltime: 2 h, time-min: 2 h").expected ==
          "less than the walltime");
}

TEST_CASE("a policy for teaching names each key that only Slurm knows", "[scenario][unit]") {
    auto const refused =
        resolve(vega_gpu + "\nscheduler: fcfs\njobs: {a: {gpus: 1, cores: 2, memory: 4 GB, "
                           "begin: 1 h, nice: 3, runtime: 1 h}}\n");
    REQUIRE_FALSE(refused);
    REQUIRE(refused.error().items().size() == 4);
    CHECK(refused.error().items().front().message == "`scheduler: fcfs` does not support `cores`");
    CHECK(refused.error().items().front().help == "use `scheduler: slurm`");
}

TEST_CASE("a job that catches its signal ends by itself before its limit", "[scenario][unit]") {
    auto const runs =
        resolve(vega_gpu + "\njobs: {a: {gpus: 1, runtime: 3 h, walltime: 2 h, signal: 10 min}}\n");
    REQUIRE(runs);
    JobPrediction const& prediction = runs->front().jobs.front().prediction;
    CHECK_FALSE(prediction.times_out);
    CHECK(prediction.runtime.value == seconds(6600));
    CHECK(request_of(runs->front().jobs.front()).run_times == std::vector{Seconds{6600}});
    CHECK(runs->front().warnings.items().size() == 1);
    ResolvedJob const early =
        job_in(vega_gpu, "gpus: 1, runtime: 1 h, walltime: 2 h, signal: 10 min");
    CHECK(early.prediction.runtime.value == hours(1));
}

TEST_CASE("a run with checkpoints ends when the one that the signal causes is written",
          "[scenario][unit]") {
    auto const campaign = [](std::string const& signal) {
        return job_in(vega_gpu,
                      "nodes: 1, application: gpt-857m, steps: 400000, walltime: 24 h" + signal +
                          ", checkpoint: {every: 1 h}")
            .prediction;
    };
    JobPrediction const just_in_time = campaign("");
    JobPrediction const signalled = campaign(", signal: 30 min");
    CheckpointCost const& cost = just_in_time.campaign->plan.checkpoint;
    CHECK(just_in_time.campaign->plan.walltime == hours(24));
    CHECK(signalled.campaign->plan.walltime.si() ==
          Approx((hours(24) - seconds(1800) + cost.block + cost.drain).si()));
    CHECK(signalled.walltime == just_in_time.walltime);
    CHECK(saved_by_submission(signalled.campaign->plan) <
          saved_by_submission(just_in_time.campaign->plan));
    CHECK(refusal_of(vega_gpu,
                     "nodes: 1, application: gpt-857m, steps: 400000, walltime: 24 h, signal: 1 "
                     "s, checkpoint: {every: 1 h, size: 900 GB}")
              .message.find("comes too late") != std::string::npos);
}

TEST_CASE("without a partition, a job that asks for cores only gets nodes without GPUs",
          "[scenario][unit]") {
    auto const partition = [](std::string const& keys) {
        auto const runs = resolve("system: vega\njobs: {a: {runtime: 1 h, " + keys + "}}\n");
        REQUIRE(runs);
        return runs->front().partition->name;
    };
    CHECK(partition("cores: 8") == "cpu");
    CHECK(partition("gpus: 1, cores: 8") == "gpu");
    CHECK(partition("nodes: 1") == "gpu");
}

TEST_CASE("data loaders use the cores of the job", "[scenario][unit]") {
    auto const decoding = [](std::string const& cores) {
        return job_in(vega_gpu,
                      "gpus: 1, application: resnet50, epochs: 1, " + cores +
                          "dataset: {size: 144 GB, files: 1281167, shards: 128, decode: 5 ms}")
            .prediction.input->load->decode;
    };
    // One of them feeds the device.
    CHECK(decoding("cores: 9, ") / decoding("cores: 17, ") == Approx(2.0));
    CHECK(decoding("cores: 9, ") > decoding(""));
}
