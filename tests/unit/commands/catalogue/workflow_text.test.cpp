// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/catalogue/workflow_text.hpp"

#include "sim/commands/catalogue/machines.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/scenario/shipped_library.hpp"

#include <string>

using namespace clustersim;

namespace {

std::string text_for(std::string const& machine, WorkflowManager manager) {
    auto const found = known_machine(machine, shipped_library());
    INFO(to_text(found.problems));
    REQUIRE(found.answer.has_value());
    return workflow_text(*found.answer, manager);
}

bool has(std::string const& text, std::string const& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("Snakemake gets the limits of each partition", "[commands][unit]") {
    auto const text = text_for("alex", WorkflowManager::snakemake);
    INFO(text);
    CHECK(has(text,
              "  'a40':\n"
              "    # limits of QOS normal; other QOS: a40multi\n"
              "    max_runtime: 1440  # minutes: 1 d\n"
              "    max_nodes: 1\n"
              "    max_cpus_per_task: 128\n"
              "    max_mem_mb: 457763\n"
              "    max_gpu: 8\n"
              "    available_gpu_models: ['a40']\n"));
    CHECK(has(text, "the largest need the constraint a100_40 or a100_80"));
    CHECK(has(text, "# not known to the machine's file: memory of jobs"));
}

TEST_CASE("partitions that are not for production are comments", "[commands][unit]") {
    auto const snakemake = text_for("lumi", WorkflowManager::snakemake);
    CHECK(has(snakemake, "  # for tests\n  # 'dev-g':\n"));
    CHECK(has(snakemake, "\n  'small-g':\n"));
    auto const nextflow = text_for("lumi", WorkflowManager::nextflow);
    CHECK(has(nextflow, "\n        // if (gpus > 0 && gpus <= 8 && time <= 180.m"));
    CHECK(has(nextflow, "return 'dev-g'  // for tests\n"));
}

TEST_CASE("Nextflow tries shared nodes before whole ones, and the shortest limit first",
          "[commands][unit]") {
    auto const text = text_for("lumi", WorkflowManager::nextflow);
    INFO(text);
    CHECK(text.find("return 'small'") < text.find("return 'standard'"));
    CHECK(text.find("return 'small-g'") < text.find("return 'standard-g'"));
    CHECK(has(text, "if (gpus == 0 && time <= 4320.m && task.cpus <= 128"));
    CHECK(has(text, "no partition of lumi takes"));
}

TEST_CASE("a name cannot leave its quotes", "[commands][unit]") {
    ScratchFolder const folder;
    auto const own = folder.write("own.yaml",
                                  "extends: alex\n"
                                  "partitions: {a40: {slurm_name: \"a'; evil\\\\\\n\"}}\n");
    for (auto const manager : {WorkflowManager::snakemake, WorkflowManager::nextflow}) {
        auto const text = text_for(own.string(), manager);
        INFO(text);
        CHECK(has(text, "'a; eviln'"));
        CHECK_FALSE(has(text, "'a'; evil"));
    }
}
