// SPDX-License-Identifier: Apache-2.0
//
// Strong scaling of PTD parallelism and of ZeRO-3 on Selene (Narayanan et al., SC21, table 2). TFLOP/s count the
// recomputation; iteration times in the table are arithmetic on days for 300 billion tokens, which are printed
// with two or three digits.
// Not stated: fp16 and full recomputation are the paper's; PTD rows have TP 8 and no interleaving.
#include "sim/commands/validate/sets.hpp"
#include "sim/commands/validate/training_case.hpp"

namespace clustersim {
namespace {

bool shards_parameters(MeasuredRow const& row) {
    return row.lower("scheme").find("zero") != std::string::npos;
}

Result<TrainingCase> sc21_case(MeasuredRow const& row, References const& references) {
    if (!shards_parameters(row) && row.lower("scheme").find("ptd") == std::string::npos) {
        return failure(problem(Code::unknown_name,
                               "the scheme \"" + row.text("scheme") + "\" is not known",
                               "PTD or ZeRO-3"));
    }
    auto training = case_of(decoder(references,
                                    shards_parameters(row) ? "deepspeed-zero3" : "megatron-2021",
                                    shape_of(row, {0, 0, 0, 2048, 51200}),
                                    Attention::plain),
                            references.platform(row.text("hardware")),
                            plan_of_columns(row, Precision::fp16));
    if (!training) return training;
    training->plan.recompute = Recompute::full;
    training->plan.sequence_parallel = false;
    if (shards_parameters(row)) training->plan.sharding = Sharding::parameters;
    return training;
}

std::vector<ValidationPoint> score_sc21(MeasuredRow const& row, References const& references) {
    std::vector<MeasuredQuantity> quantities{step_seconds(row.number("derived_iter_s")),
                                             hardware_tflops(row.number("tflops_per_gpu"))};
    for (MeasuredQuantity& quantity : quantities)
        if (shards_parameters(row)) quantity.quantity += ", ZeRO-3";
    return score_case(row, sc21_case(row, references), quantities);
}

}  // namespace

ValidationSet sc21_set() {
    return {"sc21",
            "PTD and ZeRO-3, 175B and 530B, strong scaling on Selene (Narayanan et al., SC21)",
            "megatron_sc21_ptd_vs_zero3.csv",
            {"scheme", "layers", "hidden", "heads", "tp", "pp", "dp", "derived_iter_s"},
            {{"step time", 0.06}, {"step time, ZeRO-3", 0.06}},
            each_row<score_sc21>};
}

}  // namespace clustersim
