// SPDX-License-Identifier: Apache-2.0
//
// Weak scaling of 2B to 462B on H100 (Megatron-Core README r0.8.0, July 2024): model FLOP/s.
// Not stated: bf16; micro-batches of 2 without a pipeline and of 1 with one. Messages between stages are sent beside other
// work, as the README states, so stages are interleaved: in pieces of at least two layers, or of one if no other number
// divides them; the distributed optimizer, sequence parallelism, FlashAttention, nothing recomputed.
#include "sim/commands/validate/sets.hpp"
#include "sim/commands/validate/training_case.hpp"

namespace clustersim {
namespace {

/// Pieces of a stage: as many as leave at least two layers in each, or single layers.
int most_pieces(int layers) {
    int pieces = 1;
    for (int more = 2; more <= layers / 2; ++more)
        if (layers % more == 0) pieces = more;
    return pieces > 1 ? pieces : layers;
}

Result<TrainingCase> megatron_core_case(MeasuredRow const& row, References const& references) {
    auto training = case_of(
        decoder(
            references, "megatron-core", shape_of(row, {0, 0, 0, 4096, 131072}), Attention::flash),
        references.platform(row.text("hardware")),
        stated_plan(row, Precision::bf16));
    if (!training) return training;
    Plan& plan = training->plan;
    plan.sequence_parallel = plan.tensor > 1;
    plan.recompute = Recompute::none;
    int const layers = row.whole_or("layers", 1);
    if (plan.pipeline > 1) {
        plan.virtual_stages = most_pieces(layers / plan.pipeline);
    } else if (!row.whole("micro_batch") && plan.accumulation % 2 == 0) {
        plan.micro_batch = 2;
        plan.accumulation /= 2;
    }
    share_optimizer(plan);
    return training;
}

std::vector<ValidationPoint> score_megatron_core(MeasuredRow const& row,
                                                 References const& references) {
    return score_case(row,
                      megatron_core_case(row, references),
                      {model_tflops(row.number("tflops_per_gpu")), fits_in_memory(true)});
}

}  // namespace

ValidationSet megatron_core_set() {
    return {"megatron-core",
            "2B to 462B, weak scaling on H100 (Megatron-Core README, 2024)",
            "megatron_core_h100.csv",
            {"heads", "hidden", "layers", "tp", "pp", "dp", "kind", "aggregate_pflops"},
            {{"TFLOP/s per GPU", 0.08}},
            each_row<score_megatron_core>};
}

}  // namespace clustersim
