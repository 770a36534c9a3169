// SPDX-License-Identifier: Apache-2.0
//
// Training runs on EuroHPC machines: LUMI-G and JUWELS Booster (logs, READMEs and model cards named in the rows).
// Runs on LUMI recompute everything and their TFLOP/s count it where the note says so; iteration times are
// preferred, then tokens a second, then TFLOP/s.
// A row whose columns contradict each other is read by what its rate follows from: the number of parameters,
// not the layers, which are then as many as that number asks for at the row's width; a plan that does not fill
// the stated devices says nothing that could be predicted.
// Not stated: the vocabulary (BLOOM's for the 175B of 70 layers on LUMI, else GPT-2's), 16 micro-batches where no batch is given,
// on LUMI full recomputation of all models but those below a billion parameters and no sequence parallelism
// (Megatron-DeepSpeed of 2023), on JUWELS Booster sequence parallelism, selective recomputation and FlashAttention (Megatron-LM of 2023).
#include "sim/commands/validate/sets.hpp"
#include "sim/commands/validate/training_case.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

bool says(MeasuredRow const& row, std::string_view word) {
    return row.lower("note").find(word) != std::string::npos;
}

/// The stated layers, or as many as the stated parameters need where those count to more than a quarter else.
int layers_of(MeasuredRow const& row, DecoderShape const& shape, int stages) {
    auto const billions = row.number("params_b");
    if (!billions || shape.layers <= 0 || shape.hidden <= 0 || stages <= 0) return shape.layers;
    double const width = shape.hidden;
    double const of_layer = 12.0 * width * width;
    double const wanted = (*billions * 1e9 - shape.vocabulary * width) / of_layer;
    double const ratio = wanted / shape.layers;
    // A difference of more than a factor of four is another kind of error.
    if ((ratio > 0.8 && ratio < 1.25) || ratio < 0.25 || ratio > 4.0) return shape.layers;
    return std::max(1, static_cast<int>(std::lround(wanted / stages))) * stages;
}

Result<TrainingCase> eurohpc_case(MeasuredRow const& row, References const& references) {
    bool const lumi = row.lower("system").find("lumi") != std::string::npos;
    bool const bloom_like = row.lower("model").starts_with("gpt 175b");
    DecoderShape known{0, 0, 0, 2048, lumi && bloom_like ? 250880 : 50257};
    if (!row.number("layers")) {
        auto const named = references.application_known_as(row.text("model"));
        if (!named) return failure(named.error());
        if (auto const* model = std::get_if<Transformer>(&named->model)) known = shape_of(*model);
    }
    DecoderShape shape = shape_of(row, known);
    shape.layers = layers_of(row, shape, row.whole_or("pp", 1));
    auto application = decoder(references,
                               lumi ? "megatron-deepspeed-bf16" : "nemo-2023",
                               shape,
                               lumi ? Attention::plain : Attention::flash);
    if (!application) return failure(application.error());
    auto platform = references.platform(row.text("system") + " " + row.text("gpu_unit"));
    if (!platform) return failure(platform.error());
    auto plan = plan_of_columns(row, precision_of(row.text("precision")).value_or(Precision::bf16));
    if (!plan) return failure(plan.error());
    if (row.number("dp") && plan->data != row.whole_or("dp", 1)) {
        return failure(problem(Code::inconsistent,
                               "the row's plan does not fill its GPUs, and no batch is stated"));
    }
    std::string const zero = row.lower("zero_stage");
    bool const small = row.number("params_b").value_or(1.0) < 1.0;
    bool const everything = lumi && !small;
    plan->recompute = everything ? Recompute::full : lumi ? Recompute::none : Recompute::selective;
    plan->ends_as_layers = shape.layers % plan->pipeline != 0;
    // Where no batch is stated, enough micro-batches that the pipeline's bubble is that of a usual run.
    if (!row.number("global_batch")) plan->accumulation = 16;
    plan->sequence_parallel = !lumi;
    if (zero.find('1') != std::string::npos || zero.find("distributed") != std::string::npos)
        share_optimizer(*plan);
    return TrainingCase{std::move(*application), std::move(*platform), *plan};
}

std::vector<MeasuredQuantity> quantities_of(MeasuredRow const& row) {
    if (auto const time = row.number("iter_s")) return {step_seconds(time)};
    if (auto const rate = row.number("tokens_per_s_per_gpu")) return {tokens_per_device(rate)};
    auto const tflops = row.number("tflops_per_gpu");
    return {says(row, "hardware flop") ? hardware_tflops(tflops) : model_tflops(tflops)};
}

std::vector<ValidationPoint> score_eurohpc(MeasuredRow const& row, References const& references) {
    return score_case(row, eurohpc_case(row, references), quantities_of(row));
}

}  // namespace

ValidationSet eurohpc_set() {
    return {"eurohpc",
            "Language models on LUMI-G and JUWELS Booster",
            "eurohpc_llm_training.csv",
            {"system", "gpu_unit", "layers", "hidden", "gpus", "iter_s", "tokens_per_s_per_gpu"},
            {{"step time", 0.12}, {"tokens/s per GPU", 0.12}},
            each_row<score_eurohpc>};
}

}  // namespace clustersim
