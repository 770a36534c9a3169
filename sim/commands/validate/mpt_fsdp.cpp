// SPDX-License-Identifier: Apache-2.0
//
// MPT of 125M to 70B with PyTorch FSDP on A100 and H100 (MosaicML LLM Foundry, MPT Training Benchmarks).
// Not stated: layers, width and heads, which are those of the application known as "mpt" and that size; FlashAttention; no
// biases. Gradients are reduced in FP32 where the mode is DEFAULT.
#include "sim/commands/validate/sets.hpp"
#include "sim/commands/validate/training_case.hpp"

#include <algorithm>

namespace clustersim {
namespace {

Result<DecoderShape> mpt_shape(MeasuredRow const& row, References const& references) {
    auto const named = references.application_known_as("mpt " + row.lower("model"));
    auto const* const model = named ? std::get_if<Transformer>(&named->model) : nullptr;
    if (model == nullptr && !row.number("layers")) {
        return failure(problem(Code::unknown_name,
                               "no MPT model is known as \"" + row.text("model") + "\"",
                               "an application known as \"mpt\" and that size"));
    }
    return shape_of(row, model != nullptr ? shape_of(*model) : DecoderShape{0, 0, 0, 2048, 50368});
}

/// By PyTorch's name of the strategy; whole shards where none is stated.
Result<Sharding> sharding_of(MeasuredRow const& row) {
    std::string const name = row.lower("sharding");
    if (name.empty() || name == "full_shard" || name == "hybrid_shard") return Sharding::parameters;
    if (name == "shard_grad_op") return Sharding::gradients;
    if (name == "no_shard") return Sharding::none;
    return failure(problem(Code::unknown_name,
                           "the sharding \"" + row.text("sharding") + "\" is not known",
                           "FULL_SHARD, HYBRID_SHARD, SHARD_GRAD_OP or NO_SHARD"));
}

/// What a cell of yes or no says; no where it is empty.
Result<bool> yes_or_no(MeasuredRow const& row, std::string_view column) {
    std::string const text = row.lower(column);
    if (text == "true" || text == "yes" || text == "1") return true;
    if (text.empty() || text == "false" || text == "no" || text == "0") return false;
    return failure(problem(Code::unknown_name,
                           std::string(column) + " \"" + row.text(column) + "\" is not known",
                           "True or False"));
}

Result<TrainingCase> mpt_fsdp_case(MeasuredRow const& row, References const& references) {
    auto shape = mpt_shape(row, references);
    if (!shape) return failure(shape.error());
    bool const hopper = row.lower("gpu").find("h100") != std::string::npos;
    auto application =
        decoder(references, hopper ? "llm-foundry-h100" : "llm-foundry", *shape, Attention::flash);
    if (!application) return failure(application.error());
    std::get<Transformer>(application->model).biases = false;
    if (row.lower("fsdp_mixed_precision_mode") == "default")
        application->training.framework.gradient = bytes(4.0);
    std::string const& gpu = row.text("gpu");
    if (!gpu.empty() && references.machine(gpu) == nullptr)
        return failure(problem(Code::unknown_name, "no machine is known as \"" + gpu + "\""));
    auto platform = references.platform(gpu + " " + row.text("hardware"));
    if (!platform) return failure(platform.error());
    auto plan = stated_plan(row, Precision::bf16);
    if (!plan) return failure(plan.error());
    // The global batch has a column of its own name here.
    int const replica = plan->micro_batch * plan->data;
    plan->accumulation = row.whole_or(
        "grad_accum", std::max(1, row.whole_or("global_batch_seq", replica) / replica));
    auto const again = yes_or_no(row, "act_ckpt");
    if (!again) return failure(again.error());
    plan->recompute = *again ? Recompute::full : Recompute::none;
    auto const sharding = sharding_of(row);
    if (!sharding) return failure(sharding.error());
    plan->sharding = *sharding;
    if (row.lower("sharding") == "hybrid_shard") plan->shard_devices = platform->node.gpus;
    return TrainingCase{std::move(*application), std::move(*platform), *plan};
}

std::vector<ValidationPoint> score_mpt_fsdp(MeasuredRow const& row, References const& references) {
    return score_case(
        row,
        mpt_fsdp_case(row, references),
        {tokens_per_device(row.number("tokens_per_s_per_gpu")), fits_in_memory(true)});
}

}  // namespace

ValidationSet mpt_fsdp_set() {
    return {"mpt-fsdp",
            "MPT 125M to 70B, FSDP, A100 and H100 (LLM Foundry README)",
            "mpt_llm_foundry_fsdp.csv",
            {"model",
             "gpu",
             "micro_batch",
             "grad_accum",
             "sharding",
             "act_ckpt",
             "tokens_per_s_per_gpu"},
            {{"tokens/s per GPU", 0.15}},
            each_row<score_mpt_fsdp>};
}

}  // namespace clustersim
