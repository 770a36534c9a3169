// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/long_run.hpp"

#include "sim/scenario/defaults.hpp"
#include "sim/scenario/resolve.hpp"
#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

Result<std::vector<ResolvedRun>> resolve_long_run(std::string const& text) {
    ConfigNode document = *parse_yaml(scenario_defaults, "default");
    merge_onto(document,
               *parse_yaml("schema: clustersim/scenario/1\ntitle: t\n" + text, "study.yaml"));
    std::filesystem::path const root = PROJECT_DIR;
    Library const library{
        root / "systems", root / "workloads/applications", root / "workloads/mixes", {}};
    return resolve_all(*expand_sweep(document), library);
}

JobPrediction answered(std::string const& job, std::string const& system = "berzelius") {
    auto const runs = resolve_long_run("system: " + system + "\njobs: {a: {" + job + "}}\n");
    if (!runs) {
        INFO(to_text(runs.error()));
        REQUIRE(runs);
    }
    return runs->front().jobs.front().prediction;
}

Diagnostic refused(std::string const& job, std::string const& system = "berzelius") {
    auto const runs = resolve_long_run("system: " + system + "\njobs: {a: {" + job + "}}\n");
    REQUIRE_FALSE(runs);
    return runs.error().items().front();
}

std::string const images =
    "application: resnet50, nodes: 2, epochs: 1, training: {precision: fp16}";

}  // namespace

TEST_CASE("staging comes before the first step", "[scenario][unit]") {
    JobPrediction const plain = answered("runtime: 1 h");
    JobPrediction const staged =
        answered("runtime: 1 h, dataset: {size: 579 GB, files: 4.7e6, shards: 250, stage: disk}");
    REQUIRE(staged.input->staging);
    // The guide's two minutes by eight workers.
    CHECK(staged.input->staging->total.si() == Approx(122).epsilon(0.02));
    CHECK(staged.runtime.value.si() ==
          Approx(plain.runtime.value.si() + staged.input->staging->total.si()));
}

TEST_CASE("devices idle if samples load more slowly than they train", "[scenario][unit]") {
    JobPrediction const plain = answered(images);
    JobPrediction const fast =
        answered(images + ", dataset: {size: 144 GB, files: 1281167, shards: 128}");
    CHECK(fast.input->exposed.si() == 0.0);
    CHECK(fast.runtime.value.si() ==
          Approx(plain.runtime.value.si() + fast.input->first_batch.si()));
    JobPrediction const slow =
        answered(images + ", dataset: {size: 144 GB, files: 1281167, shards: 128, decode: 50 ms}");
    CHECK(slow.input->exposed > Duration{});
    double const steps = slow.training->steps;
    CHECK(slow.runtime.value.si() ==
          Approx(plain.runtime.value.si() + steps * slow.input->exposed.si() +
                 slow.input->first_batch.si()));
    CHECK(slow.energy.it / slow.runtime.value < plain.energy.it / plain.runtime.value);
}

TEST_CASE("the slowest of uneven devices sets the pace", "[scenario][unit]") {
    JobPrediction const even = answered(images);
    JobPrediction const uneven = answered(images + ", resilience: {device-spread: 0.01}");
    double const factor = uneven.input->straggling / uneven.training->step.total;
    CHECK(factor == Approx(0.0177).epsilon(0.02));  // 16 devices
    CHECK(uneven.runtime.value > even.runtime.value);
}

TEST_CASE("tokens become steps", "[scenario][unit]") {
    JobPrediction const run =
        answered("application: gpt-857m, nodes: 4, tokens: 1e8, walltime: 10 h", "leonardo");
    double const tokens_a_step =
        run.training->step.tokens_per_second * run.training->step.total.si();
    CHECK(run.training->steps >= 1e8 / tokens_a_step);
    CHECK(run.training->steps < 1e8 / tokens_a_step + 1.0);
    CHECK(refused(images + ", tokens: 5").code == Code::inconsistent);
}

TEST_CASE("a run with checkpoints is cut into submissions as long as the site allows",
          "[scenario][unit]") {
    std::string const training =
        "application: llama-7b, nodes: 16, tokens: 1e11, checkpoint: {on: capacity}";
    JobPrediction const run = answered(training, "leonardo");
    REQUIRE(run.campaign);
    CHECK_FALSE(run.times_out);
    CHECK(run.walltime == Seconds{86400});
    CHECK(run.runtime.value.si() == Approx(86400));
    // 14 bytes for each of 6.7 billion parameters.
    CHECK(run.campaign->size.si() == Approx(6.74e9 * 14).epsilon(0.01));
    CHECK(run.campaign->plan.interval.si() ==
          Approx(daly_interval(run.campaign->plan.checkpoint.block, run.campaign->mtbf).si()));
    CHECK(run.campaign->mtbf.si() / 86400 == Approx(1.0 / (9.6e-4 * 64)));
}

TEST_CASE("data that cannot be staged, saved or read are reported with their numbers",
          "[scenario][unit]") {
    CHECK(refused("runtime: 1 h, dataset: {size: 1 TB, files: 9, on: prjo}").code ==
          Code::unknown_name);
    CHECK(refused("runtime: 1 h, dataset: {size: 9 PB, files: 9}").code == Code::never_fits);
    CHECK(refused("runtime: 1 h, dataset: {size: 40 TB, files: 9, stage: disk}").code ==
          Code::never_fits);
    CHECK(refused("runtime: 1 h, dataset: {size: 1 GB, files: 9, stage: disk}", "leonardo").code ==
          Code::never_fits);
    CHECK(refused("runtime: 1 h, dataset: {size: 1 GB, files: 9, on: ram}").code ==
          Code::inconsistent);
    CHECK(refused("runtime: 1 h, dataset: {size: 1 GB, files: 900, stage: disk, workers: 999}")
              .code == Code::inconsistent);
    CHECK(refused(images + ", dataset: {size: 1 GB, files: 9, loader-cores: 100}").code ==
          Code::inconsistent);
    CHECK(refused("runtime: 1 h, checkpoint: {}").code == Code::missing_key);
    CHECK(refused("runtime: 1 h, checkpoint: {size: 9 PB}").code == Code::never_fits);
    CHECK(refused("runtime: 1 h, checkpoint: {size: 9 GB, on: disk}").code == Code::inconsistent);
    Diagnostic const short_walltime =
        refused("runtime: 9 h, walltime: 4 min, checkpoint: {size: 9 GB}");
    CHECK(short_walltime.code == Code::never_fits);
    CHECK(short_walltime.message.find("no progress") != std::string::npos);
    CHECK(
        refused("runtime: 90 h, nodes: 20, walltime: 20 h, checkpoint: {size: 9 GB, every: 10 h}, "
                "resilience: {device-mtbf: 3 d}")
            .code == Code::never_fits);
}

TEST_CASE("a database read at random waits for the disks, and other ways to read it are compared",
          "[scenario][unit]") {
    std::string const set = images + ", dataset: {size: 144 GB, files: 1281167, shards: 1, ";
    JobPrediction const one = answered(set + "access: random}", "lumi");
    JobPrediction const striped = answered(set + "access: random, stripes: 32}", "lumi");
    JobPrediction const sequential =
        answered(images + ", dataset: {size: 144 GB, files: 1281167, shards: 144}", "lumi");
    // Two nodes share one of 32 targets of a quarter of LUMI-P: 120 reads a second of each drive of 16 TB.
    double const samples = one.training->plan.global_batch() / 2;
    CHECK(one.input->load->random.si() == Approx(samples / (750'000.0 / 4 / 32 / 2)));
    CHECK(striped.input->load->random.si() == Approx(one.input->load->random.si() / 32));
    CHECK(one.input->whole > striped.input->whole);
    CHECK(striped.input->whole > sequential.input->whole);
    REQUIRE_FALSE(one.input->others.empty());
    CHECK(one.input->others.front().keys == "shards: 144");
    CHECK(one.input->others.front().whole.si() == Approx(sequential.input->whole.si()));
    CHECK_FALSE(one.input->others.front().pack);
    CHECK(sequential.input->remarks.empty());
}

TEST_CASE("loose files tell the time of packing them, and what a quota does not hold",
          "[scenario][unit]") {
    JobPrediction const loose =
        answered(images + ", dataset: {size: 144 GB, files: 3281167}", "lumi");
    REQUIRE_FALSE(loose.input->others.empty());
    // Eight workers wait for an answer of the metadata server and a disk for each file.
    CHECK(loose.input->others.front().pack->si() ==
          Approx(3281167 * (0.5e-3 + 9e-3) / 8).epsilon(0.02));
    REQUIRE(loose.input->remarks.size() == 1);
    CHECK(loose.input->remarks.front().find("2,000,000") != std::string::npos);
}

TEST_CASE("a layout that the file system is not known to have is refused", "[scenario][unit]") {
    std::string const set = "runtime: 1 h, dataset: {size: 1 GB, files: 9, shards: 2, ";
    CHECK(refused(set + "stripes: 2}", "marenostrum5").code == Code::missing_key);
    CHECK(refused(set + "stripes: 33}", "lumi").code == Code::never_fits);
    CHECK(refused(set + "access: random, on: lcst}", "vega").code == Code::missing_key);
    CHECK(refused(set + "read-size: 4 KiB}", "lumi").code == Code::inconsistent);
}
