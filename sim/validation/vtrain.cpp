// SPDX-License-Identifier: Apache-2.0
//
// Step times of GPT on A100 (Bang et al., vTrain, MICRO 2024, artefact): Megatron-DeepSpeed with 1F1B and full
// recomputation, one node of 1 to 8 GPUs and a cluster with 800 Gb/s a node.
// Not stated: the vocabulary (GPT-2's, padded), the precision (fp16), attention (Megatron's own kernels).
#include "sim/validation/sets.hpp"
#include "sim/validation/training_case.hpp"

namespace clustersim {
namespace {

Result<TrainingCase> vtrain_case(MeasuredRow const& row, References const& references) {
    auto application = decoder(
        references, "megatron-deepspeed", shape_of(row, {0, 0, 0, 1024, 51200}), Attention::plain);
    if (!application) return failure(application.error());
    std::string const& hardware = row.text("hardware");
    auto platform = references.platform(hardware.empty() ? "vTrain" : hardware);
    if (!platform) return failure(platform.error());
    auto plan = plan_of_columns(row, precision_of(row.text("precision")).value_or(Precision::fp16));
    if (!plan) return failure(plan.error());
    plan->sequence_parallel = false;
    std::string const recompute = row.lower("recompute");
    plan->recompute = recompute == "none"        ? Recompute::none
                      : recompute == "selective" ? Recompute::selective
                                                 : Recompute::full;
    return TrainingCase{std::move(*application), std::move(*platform), *plan};
}

std::vector<ValidationPoint> score(MeasuredTable const& table, References const& references) {
    return score_rows(table, [&](MeasuredRow const& row) {
        return score_case(row, vtrain_case(row, references), {step_seconds(row.number("iter_s"))});
    });
}

}  // namespace

ValidationSet vtrain_single_set() {
    return {
        "vtrain-single",
        "vTrain, A100, one node (Bang et al., MICRO 2024)",
        "validation/vtrain_a100_single_node.csv",
        {"layers", "hidden", "heads", "tp", "dp", "pp", "recompute", "pipeline_schedule", "iter_s"},
        {{"step time", 0.18}},
        score};
}

ValidationSet vtrain_multi_set() {
    return {"vtrain-multi",
            "vTrain, A100, many nodes (Bang et al., MICRO 2024)",
            "validation/vtrain_a100_multi_node.csv",
            {"params_b",
             "layers",
             "hidden",
             "heads",
             "tp",
             "dp",
             "pp",
             "recompute",
             "pipeline_schedule",
             "iter_s"},
            {{"step time", 0.09}},
            score};
}

}  // namespace clustersim
