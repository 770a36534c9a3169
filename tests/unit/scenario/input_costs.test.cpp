// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/defaults.hpp"
#include "sim/scenario/resolve.hpp"
#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

Result<std::vector<ResolvedRun>> resolved_on_lumi(std::string const& job) {
    ConfigNode document = *parse_yaml(scenario_defaults, "default");
    merge_onto(document,
               *parse_yaml("schema: clustersim/scenario/1\ntitle: t\nsystem: lumi\npartition: "
                           "standard-g\njobs: {a: {" +
                               job + "}}\n",
                           "study.yaml"));
    std::filesystem::path const root = PROJECT_DIR;
    Library const library{
        root / "systems", root / "workloads/applications", root / "workloads/mixes", {}};
    auto const expanded = expand_sweep(document);
    if (!expanded) return failure(expanded.error());
    return resolve_all(*expanded, library);
}

JobPrediction predicted(std::string const& job) {
    auto const runs = resolved_on_lumi(job);
    if (!runs) {
        INFO(to_text(runs.error()));
        REQUIRE(runs);
    }
    return runs->front().jobs.front().prediction;
}

Diagnostic problem_on_lumi(std::string const& job) {
    auto const runs = resolved_on_lumi(job);
    REQUIRE_FALSE(runs);
    return runs.error().items().front();
}

std::string of_images(std::string const& dataset) {
    return "application: resnet50, nodes: 2, epochs: 4, training: {precision: bf16}, dataset: {" +
           dataset + ", decode: 4 ms}";
}

}  // namespace

TEST_CASE("a set that fits into the memory of a node is read from the file system once",
          "[scenario][unit]") {
    JobPrediction const cached = predicted(of_images("size: 144 GB, files: 1281167, format: lmdb"));
    JobPrediction const never = predicted(of_images("size: 1440 GB, files: 1281167, format: lmdb"));
    REQUIRE(cached.input->remarks.size() == 1);
    CHECK(cached.input->remarks.front().find("hold all of the set") != std::string::npos);
    // The first steps wait for the file system, the others for decoding alone.
    CHECK(cached.input->exposed < cached.input->first_batch);
    CHECK(cached.input->exposed < 0.3 * never.input->exposed);
}

TEST_CASE("archives and the format of the reads say the same about a dataset", "[scenario][unit]") {
    CHECK(problem_on_lumi(of_images("size: 1 GB, files: 1e4, format: lmbd")).help.find("lmdb") !=
          std::string::npos);
    Diagnostic const twice = problem_on_lumi(
        of_images("size: 1 GB, files: 1e4, shards: 1, format: lmdb, access: random"));
    CHECK(twice.code == Code::inconsistent);
    CHECK(twice.message.find("`access`") != std::string::npos);
    CHECK(problem_on_lumi(of_images("size: 1 GB, files: 1e4, format: tar")).help.find("shards") !=
          std::string::npos);
    CHECK(problem_on_lumi(of_images("size: 1 GB, files: 1e4, shards: 2, format: files")).code ==
          Code::inconsistent);
}

TEST_CASE("every submission starts its software before the first step", "[scenario][unit]") {
    JobPrediction const plain = predicted("runtime: 1 h, nodes: 4");
    JobPrediction const started =
        predicted("runtime: 1 h, nodes: 4, software: {image: 10 GB, read: 1.61 GB}");
    REQUIRE(started.input->software);
    // At 161 MB/s from the one target of the image.
    CHECK(started.input->software->read.si() == Approx(10));
    CHECK(started.runtime.value.si() ==
          Approx(plain.runtime.value.si() + started.input->software->total().si()));
    JobPrediction const saved = predicted("runtime: 1 h, nodes: 4, software: {image: 10 GB}, "
                                          "checkpoint: {size: 1 TB, every: 30 min}");
    CHECK(saved.campaign->plan.startup.si() ==
          Approx((saved.campaign->plan.restart + saved.input->before()).si()));
    CHECK(saved.campaign->plan.work.si() == Approx(3600));
}

TEST_CASE("software is an image or loose files, and a copy of it fits into the nodes",
          "[scenario][unit]") {
    CHECK(problem_on_lumi("runtime: 1 h, software: {on: lumi-p}").help.find("`image`") !=
          std::string::npos);
    CHECK(problem_on_lumi("runtime: 1 h, software: {image: 1 GB, files: 100}").code ==
          Code::inconsistent);
    CHECK(problem_on_lumi("runtime: 1 h, software: {files: 100}").help.find("`read`") !=
          std::string::npos);
    CHECK(
        problem_on_lumi("runtime: 1 h, software: {files: 100, read: 1 GB, broadcast: ram}").code ==
        Code::inconsistent);
    CHECK(problem_on_lumi("runtime: 1 h, software: {image: 2 TB, broadcast: ram}").code ==
          Code::never_fits);
    CHECK(problem_on_lumi("runtime: 1 h, software: {image: 2 GB, broadcast: disk}").code ==
          Code::never_fits);
    CHECK(
        problem_on_lumi("runtime: 1 h, software: {image: 2 GB, on: lumi-q}").help.find("lumi-p") !=
        std::string::npos);
}

TEST_CASE("all ranks write a sharded checkpoint, one rank writes to one storage target",
          "[scenario][unit]") {
    std::string const job = "runtime: 10 h, nodes: 8, checkpoint: {size: 161 GB, every: 1 h";
    auto const pause = [&](std::string const& keys) {
        return predicted(job + keys + "}").campaign->plan.checkpoint.block.si();
    };
    CHECK(pause(", sharded: false") == Approx(1000));
    // 64 ranks use all 32 targets; the software of a node writes 1.7 GB/s.
    CHECK(pause(", sharded: true") < 15);
    CHECK(pause(", sharded: true, asynchronous: true") < 1);
}

TEST_CASE("an asynchronous copy fits into the memory of a node, and waits for the one before",
          "[scenario][unit]") {
    CHECK(problem_on_lumi("runtime: 10 h, nodes: 8, checkpoint: {size: 1 TB, sharded: false, "
                          "asynchronous: true, every: 5 h}")
              .help.find("sharded: true") != std::string::npos);
    JobPrediction const often = predicted(
        "runtime: 10 h, nodes: 8, checkpoint: {size: 161 GB, sharded: false, asynchronous: true, "
        "every: 10 min}");
    CheckpointCost const& cost = often.campaign->plan.checkpoint;
    CHECK(cost.drain.si() == Approx(1000));
    CHECK(cost.block.si() == Approx(400).epsilon(0.02));
    JobPrediction const best = predicted(
        "runtime: 10 h, nodes: 8, checkpoint: {size: 161 GB, sharded: false, asynchronous: true}");
    CHECK(best.campaign->plan.interval >= best.campaign->plan.checkpoint.drain);
}
