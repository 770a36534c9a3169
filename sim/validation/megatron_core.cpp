// SPDX-License-Identifier: Apache-2.0
//
// Weak scaling of 2B to 462B on H100 (Megatron-Core README r0.8.0, July 2024): model FLOP/s.
// Not stated: bf16, micro-batch 1, the distributed optimizer, sequence parallelism, fused attention that is
// recomputed, interleaving by single layers; the last three are the defaults of Megatron-Core's recipes of that year.
#include "sim/validation/sets.hpp"
#include "sim/validation/training_case.hpp"

namespace clustersim {
namespace {

Result<TrainingCase> case_of(MeasuredRow const& row, References const& references) {
    auto base = references.application("gpt3-175b");
    if (!base) return failure(base.error());
    auto application = decoder(std::move(*base), shape_of(row, {0, 0, 0, 4096, 131072}));
    if (!application) return failure(application.error());
    auto platform = references.platform(row.text("hardware"));
    if (!platform) return failure(platform.error());
    auto plan =
        plan_of_columns(row, precision_of(row.text("precision")).value_or(Precision::bf16));
    if (!plan) return failure(plan.error());
    plan->sequence_parallel = true;
    plan->recompute = Recompute::none;
    int const layers = row.whole_or("layers", 1);
    if (plan->pipeline > 1 && layers % plan->pipeline == 0)
        plan->virtual_stages = layers / plan->pipeline;
    share_optimizer(*plan);
    return TrainingCase{std::move(*application), std::move(*platform), *plan};
}

std::vector<ValidationPoint> score(MeasuredTable const& table, References const& references) {
    std::vector<ValidationPoint> points;
    for (MeasuredRow const& row : table.rows) {
        auto more = score_case(
            row, case_of(row, references), {model_tflops(row.number("tflops_per_gpu"))});
        points.insert(points.end(), more.begin(), more.end());
    }
    return points;
}

}  // namespace

ValidationSet megatron_core_set() {
    return {"megatron-core",
            "2B to 462B, weak scaling on H100 (Megatron-Core README, 2024)",
            "validation/megatron_core_h100.csv",
            {"heads", "hidden", "layers", "tp", "pp", "dp", "kind", "aggregate_pflops"},
            {{"TFLOP/s per GPU", 0.08}},
            score};
}

}  // namespace clustersim
