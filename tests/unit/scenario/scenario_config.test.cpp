// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/scenario_config.hpp"

#include "sim/scenario/defaults.hpp"
#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

Result<Scenario> read(std::string const& text) {
    ConfigNode document = *parse_yaml(scenario_defaults, "default");
    merge_onto(document, *parse_yaml(text, "study.yaml"));
    return read_scenario(document);
}

std::string const head = "schema: clustersim/scenario/1\ntitle: t\nsystem: leonardo\n";

}  // namespace

TEST_CASE("a minimal scenario gets every default", "[scenario][unit]") {
    auto const scenario = read(head + "jobs: {a: {runtime: 2 h}}\n");
    REQUIRE(scenario);
    CHECK(scenario->scheduler == "slurm");
    CHECK(scenario->replicates == 20);
    CHECK(scenario->seed == 1);
    CHECK(scenario->background.mix == "none");
    REQUIRE(scenario->jobs.size() == 1);
    CHECK(scenario->jobs[0].nodes == 1);
    CHECK_FALSE(scenario->jobs[0].walltime);
    CHECK(std::get<FixedWork>(scenario->jobs[0].work).runtime == hours(2));
}

TEST_CASE("a training job keeps what the user chose and nothing else", "[scenario][unit]") {
    auto const scenario = read(head + "jobs: {a: {application: gpt, nodes: 4, steps: 10, training: "
                                      "{micro-batch: 2, global-batch: 64}}}\n");
    REQUIRE(scenario);
    auto const& work = std::get<TrainingWork>(scenario->jobs[0].work);
    CHECK(work.application == "gpt");
    CHECK(work.steps == 10);
    CHECK(work.plan.given == std::vector<std::string_view>{"mb"});
    CHECK(work.plan.plan.micro_batch == 2);
    CHECK(work.global_batch == 64);
    CHECK(work.choice == PlanChoice::own);
}

TEST_CASE("a training job fixes parts of its plan, or asks for the best one", "[scenario][unit]") {
    auto const scenario = read(
        head + "jobs: {a: {application: gpt, training: {plan: auto, tensor: 4, zero: 0, lora: 8, "
               "context: 2, interleave: 3, sequence-parallel: false, schedule: gpipe}}}\n");
    REQUIRE(scenario);
    auto const& work = std::get<TrainingWork>(scenario->jobs[0].work);
    CHECK(work.choice == PlanChoice::fastest);
    for (char const* part : {"tp", "pp", "zero", "lora", "cp", "vp", "sp", "schedule"})
        CHECK(work.plan.has(part));
    CHECK(work.plan.given.size() == 8);
    CHECK(work.plan.plan.pipeline == 1);
    CHECK(work.plan.plan.sharding == Sharding::none);
    CHECK(work.plan.plan.virtual_stages == 3);
    CHECK_FALSE(work.plan.plan.sequence_parallel);
    CHECK(work.plan.plan.schedule == Schedule::gpipe);
}

TEST_CASE("wrong parts of a plan are reported together, with the nearest names",
          "[scenario][unit]") {
    auto const scenario =
        read(head + "jobs: {a: {application: gpt, training: {precision: fp61, recompute: ful, "
                    "zero: 4, plan: best, tensr: 2}}}\n");
    REQUIRE_FALSE(scenario);
    std::string all;
    for (Diagnostic const& d : scenario.error().items())
        all += d.message + d.expected + d.help + "\n";
    CHECK(scenario.error().items().size() == 5);
    for (char const* name : {"fp16", "full", "tensor", "auto"})
        CHECK(all.find(name) != std::string::npos);
}

TEST_CASE("all problems of a scenario are reported at once, in the order of the file",
          "[scenario][unit]") {
    auto const scenario =
        read("schema: clustersim/scenario/1\nsystem: leonardo\nbackground: {load: -1}\n"
             "jobs:\n  a: {nodes: 0, runtime: 3}\n  b: {}\nreplicates: 0\nextra: 1\n");
    REQUIRE_FALSE(scenario);
    auto const& items = scenario.error().items();
    CHECK(items.size() == 7);
    for (std::size_t i = 1; i < items.size(); ++i)
        if (items[i - 1].where.file == items[i].where.file)
            CHECK(items[i - 1].where.line <= items[i].where.line);
}

TEST_CASE("a load that is a percentage is refused, an overload is not", "[scenario][unit]") {
    std::string const jobs = "jobs: {a: {runtime: 2 h}}\n";
    CHECK(read(head + "background: {mix: itp-trace, load: 1.1}\n" + jobs));
    auto const refused = read(head +
                              "background: {mix: itp-trace, load: 9, others: {dcgp: {mix: "
                              "itp-trace, load: 95}}}\n" +
                              jobs);
    REQUIRE_FALSE(refused);
    REQUIRE(refused.error().items().size() == 2);
    Diagnostic const& d = refused.error().items().front();
    CHECK(d.code == Code::out_of_range);
    CHECK(d.message == "a load of 9 offers 9 times the work that the partition can do");
    CHECK(d.expected == "at least 0 and at most 2");
    CHECK(d.where.line == 4);
}
