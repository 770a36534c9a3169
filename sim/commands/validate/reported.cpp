// SPDX-License-Identifier: Apache-2.0
//
// Large runs that papers report in passing: MT-NLG 530B, MegaScale, Llama 3 405B, the first Megatron-LM.
// MT-NLG trained with Megatron-DeepSpeed in bf16 (Smith et al., 2022, section 2).
// Not stated: runs before 2023 recompute everything on Megatron's own kernels in fp16 and their TFLOP/s count that; later ones
// recompute nothing, interleave by pieces of two layers and have FlashAttention. Later models that an application is
// known as have its shape. Context parallelism is what the number of GPUs leaves over. Rows without a plan are left out.
#include "sim/commands/validate/sets.hpp"
#include "sim/commands/validate/training_case.hpp"

#include <algorithm>

namespace clustersim {
namespace {

bool recent(MeasuredRow const& row) {
    return row.lower("hardware").find("h100") != std::string::npos ||
           row.lower("model").find("megascale") != std::string::npos;
}

Result<TrainingCase> reported_case(MeasuredRow const& row, References const& references) {
    if (!row.number("tp") || !row.number("global_batch"))
        return failure(problem(Code::missing_key, "neither the plan nor the batch is stated"));
    bool const late = recent(row);
    bool const deepspeed = row.lower("model").starts_with("mt-nlg");
    auto application = decoder(references,
                               late        ? "megatron-core"
                               : deepspeed ? "megatron-deepspeed-bf16"
                                           : "megatron-2021",
                               shape_of(row, {0, 0, 0, 2048, 51200}),
                               late ? Attention::flash : Attention::plain);
    if (!application) return failure(application.error());
    if (auto const named = references.application_known_as(row.text("model")); named && late) {
        int const sequence = std::get<Transformer>(application->model).sequence;
        application->model = named->model;
        std::get<Transformer>(application->model).sequence = sequence;
    }
    auto platform = references.platform(row.text("hardware"));
    if (!platform) return failure(platform.error());
    Plan plan;
    plan.precision = late || deepspeed ? Precision::bf16 : Precision::fp16;
    plan.tensor = row.whole_or("tp", 1);
    plan.pipeline = row.whole_or("pp", 1);
    double const copy = static_cast<double>(plan.tensor) * plan.pipeline;
    double const gpus = row.whole("gpus").value_or(copy * row.whole_or("dp", 1));
    plan.data = row.whole_or("dp", std::max(1, static_cast<int>(gpus / copy)));
    plan.context = std::max(1, static_cast<int>(gpus / copy / plan.data));
    if (copy * plan.data > 1e8) {
        return failure(
            problem(Code::out_of_range, "TP, PP and DP are more devices than any machine has"));
    }
    if (row.whole("dp") && plan.devices() != static_cast<int>(gpus)) {
        return failure(problem(Code::inconsistent,
                               "TP, PP and DP are not the number of GPUs, nor a part of them"));
    }
    plan.accumulation = std::max(1, row.whole_or("global_batch", 1) / plan.data);
    plan.sequence_parallel = late;
    plan.recompute = late ? Recompute::none : Recompute::full;
    int const layers = row.whole_or("layers", 1);
    if (layers % plan.pipeline != 0) plan.ends_as_layers = true;
    int const of_stage = (layers + (plan.ends_as_layers ? 2 : 0)) / plan.pipeline;
    if (late && of_stage % 2 == 0) plan.virtual_stages = of_stage / 2;
    if (late) share_optimizer(plan);
    return TrainingCase{std::move(*application), std::move(*platform), plan};
}

std::vector<ValidationPoint> score_reported(MeasuredRow const& row, References const& references) {
    auto const tflops = row.number("tflops_per_gpu");
    auto const time = row.number("iter_s");
    MeasuredQuantity const rate = recent(row) ? model_tflops(tflops) : hardware_tflops(tflops);
    return score_case(row, reported_case(row, references), {time ? step_seconds(time) : rate});
}

}  // namespace

ValidationSet reported_set() {
    return {"reported",
            "Large runs reported in passing (MT-NLG, MegaScale, Llama 3)",
            "llm_training_reported_other.csv",
            {"params_b",
             "layers",
             "hidden",
             "heads",
             "tp",
             "pp",
             "dp",
             "global_batch",
             "iter_s",
             "tflops_per_gpu",
             "tokens_per_s_per_gpu",
             "mfu_pct",
             "hardware"},
            {},
            each_row<score_reported>};
}

}  // namespace clustersim
