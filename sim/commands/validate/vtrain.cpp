// SPDX-License-Identifier: Apache-2.0
//
// Step times of GPT on A100 (Bang et al., vTrain, MICRO 2024, artefact): Megatron-DeepSpeed with 1F1B and full
// recomputation, one node of 1 to 8 GPUs and a cluster with 800 Gb/s a node.
// Not stated: the vocabulary (GPT-2's, padded), the precision (fp16), attention (Megatron's own kernels).
#include "sim/commands/validate/sets.hpp"
#include "sim/commands/validate/training_case.hpp"
#include "sim/core/enum_names.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace clustersim {
namespace {

using namespace std::string_view_literals;

constexpr std::array schedules{std::pair{"1f1b"sv, Schedule::one_forward_one_backward},
                               std::pair{"gpipe"sv, Schedule::gpipe}};

/// What a column names; an empty cell leaves the value, a word that is no name gives false.
bool take(MeasuredRow const& row, std::string_view column, auto const& names, auto& value) {
    std::string const text = row.lower(column);
    for (auto const& [name, meant] : names)
        if (text == name) value = meant;
    return text.empty() ||
           std::ranges::any_of(names, [&](auto const& n) { return n.first == text; });
}

Result<TrainingCase> vtrain_case(MeasuredRow const& row, References const& references) {
    std::string const& hardware = row.text("hardware");
    auto training = case_of(decoder(references,
                                    "megatron-deepspeed",
                                    shape_of(row, {0, 0, 0, 1024, 51200}),
                                    Attention::plain),
                            references.platform(hardware.empty() ? "vTrain" : hardware),
                            stated_plan(row, Precision::fp16));
    if (!training) return training;
    training->plan.sequence_parallel = false;
    training->plan.recompute = Recompute::full;
    if (!take(row, "recompute", enum_names<Recompute>, training->plan.recompute) ||
        !take(row, "pipeline_schedule", schedules, training->plan.schedule)) {
        return failure(problem(Code::unknown_name,
                               "the recomputation \"" + row.text("recompute") +
                                   "\" or the schedule \"" + row.text("pipeline_schedule") +
                                   "\" is not known",
                               "none, selective or full; 1f1b or gpipe"));
    }
    return training;
}

std::vector<ValidationPoint> score_vtrain(MeasuredRow const& row, References const& references) {
    return score_case(row, vtrain_case(row, references), {step_seconds(row.number("iter_s"))});
}

}  // namespace

ValidationSet vtrain_single_set() {
    return {
        "vtrain-single",
        "vTrain, A100, one node (Bang et al., MICRO 2024)",
        "vtrain_a100_single_node.csv",
        {"layers", "hidden", "heads", "tp", "dp", "pp", "recompute", "pipeline_schedule", "iter_s"},
        {{"step time", 0.18}},
        each_row<score_vtrain>};
}

ValidationSet vtrain_multi_set() {
    return {"vtrain-multi",
            "vTrain, A100, many nodes (Bang et al., MICRO 2024)",
            "vtrain_a100_multi_node.csv",
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
            each_row<score_vtrain>};
}

}  // namespace clustersim
