// SPDX-License-Identifier: Apache-2.0
//
// Published recipes with their throughput: NVIDIA's DGX Cloud Benchmarking and performance summary of NeMo 24.07 on DGX
// H100, and IBM's training with PyTorch FSDP (fms-fsdp), some of it with states shared in a node only.
// Columns that only this set has: `zero` (3: parameters are split; else the optimizer states are), `shard` (neighbours that
// share states; empty: all) and `layers` (of a model cut short to fit on few GPUs).
// Not stated: nothing is recomputed; sequence parallelism where there is tensor parallelism. fms-fsdp is PyTorch's FSDP as in
// LLM Foundry, with FlashAttention-2 of PyTorch instead of one in Triton (its README), in BF16.
#include "sim/commands/validate/sets.hpp"
#include "sim/commands/validate/training_case.hpp"

namespace clustersim {
namespace {

Result<Application> recipe_application(MeasuredRow const& row, References const& references) {
    auto application = references.application_known_as(row.text("model"));
    if (!application) return application;
    auto* const model = std::get_if<Transformer>(&application->model);
    if (model == nullptr) {
        return failure(
            problem(Code::unknown_name, row.text("model") + " is no language model", "a decoder"));
    }
    model->sequence = row.whole_or("seq_len", model->sequence);
    model->layers = row.whole_or("layers", model->layers);
    bool const fsdp = row.number("zero") == 3.0;
    bool const hopper = row.text("system").find("H100") != std::string::npos;
    auto framework = references.framework(!fsdp    ? "nemo-2024"
                                          : hopper ? "llm-foundry-h100"
                                                   : "llm-foundry");
    if (!framework) return failure(framework.error());
    if (fsdp) framework->attention_share = 1.0;
    application->training.framework = *framework;
    return application;
}

Result<TrainingCase> recipe_case(MeasuredRow const& row, References const& references) {
    auto training = case_of(recipe_application(row, references),
                            references.platform(row.text("system")),
                            stated_plan(row, Precision::bf16));
    if (!training) return training;
    Plan& plan = training->plan;
    if (row.lower("recompute") == "full") plan.recompute = Recompute::full;
    plan.sharding = row.number("zero") == 3.0 ? Sharding::parameters : Sharding::optimizer;
    plan.shard_devices = row.whole_or("shard", 0);
    return training;
}

std::vector<ValidationPoint> score_recipes(MeasuredRow const& row, References const& references) {
    return score_case(row,
                      recipe_case(row, references),
                      {tokens_per_device(row.number("tokens_per_s_per_gpu")),
                       step_seconds(row.number("iter_s"))});
}

}  // namespace

ValidationSet recipes_set() {
    return {
        "recipes",
        "Recipes of NVIDIA NeMo and of PyTorch FSDP",
        "recipes.csv",
        {"system", "model", "gpus", "tp", "pp", "zero", "shard", "tokens_per_s_per_gpu", "iter_s"},
        {},
        each_row<score_recipes>};
}

}  // namespace clustersim
