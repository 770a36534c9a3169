// SPDX-License-Identifier: Apache-2.0
//
// Models of 1 to 8 billion parameters on DGX-2 and DGX A100 (Megatron-LM README, September 2020). The case is
// "width x layers" in the column case_hidden_x_layers.
// Not stated: sequence 1024 and vocabulary 51200 as in the README's models, heads of 96 to 128 numbers, fp16, full
// recomputation (TFLOP/s count it), micro-batches as large as the batch of a replica allows up to 16.
#include "sim/commands/validate/sets.hpp"
#include "sim/commands/validate/training_case.hpp"

#include <algorithm>

namespace clustersim {
namespace {

/// "1B 1920x24" to width and layers.
DecoderShape shape_in(std::string const& text) {
    DecoderShape shape{0, 0, 0, 1024, 51200};
    auto const cross = text.rfind('x');
    auto const blank = text.rfind(' ', cross);
    if (cross == std::string::npos) return shape;
    std::size_t const start = blank == std::string::npos ? 0 : blank + 1;
    shape.hidden = static_cast<int>(
        leading_number(std::string_view(text).substr(start, cross - start)).value_or(0.0));
    shape.layers =
        static_cast<int>(leading_number(std::string_view(text).substr(cross + 1)).value_or(0.0));
    // Heads of 96 to 128 numbers: 1920 has 20 (or 15), 2304 has 24, 3072 and 4096 have 32.
    for (int const heads : {32, 24, 15, 16})
        if (shape.heads == 0 && shape.hidden % heads == 0 && shape.hidden / heads >= 96)
            shape.heads = heads;
    return shape;
}

Result<TrainingCase> megatron_2020_case(MeasuredRow const& row, References const& references) {
    DecoderShape const shape = shape_in(row.text("case_hidden_x_layers"));
    auto training = case_of(decoder(references, "megatron-2021", shape, Attention::plain),
                            references.platform(row.text("hardware")),
                            plan_of_columns(row, Precision::fp16));
    if (!training) return training;
    Plan& plan = training->plan;
    int const of_replica = std::max(1, row.whole_or("global_batch", 1) / plan.data);
    plan.micro_batch = std::min(16, of_replica);
    plan.accumulation = std::max(1, of_replica / plan.micro_batch);
    plan.sequence_parallel = false;
    plan.recompute = Recompute::full;
    return training;
}

std::vector<ValidationPoint> score_megatron_2020(MeasuredRow const& row,
                                                 References const& references) {
    return score_case(
        row, megatron_2020_case(row, references), {step_seconds(row.number("iter_s"))});
}

}  // namespace

ValidationSet megatron_2020_set() {
    return {"megatron-2020",
            "GPT of 1 to 8 billion on DGX-2 and DGX A100 (Megatron-LM README, 2020)",
            "megatron_2020_small_models.csv",
            {"case_hidden_x_layers", "tp", "dp", "iter_s"},
            {},
            each_row<score_megatron_2020>};
}

}  // namespace clustersim
