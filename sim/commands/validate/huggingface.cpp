// SPDX-License-Identifier: Apache-2.0
//
// Training with the Trainer of Hugging Face (Accelerate, TRL). On FSDP or DeepSpeed, A100 of 80 GB: the blog of Hugging Face
// and IBM on Accelerate (2024), the logs of Liger-Kernel's examples without its kernels, a table of one user of DeepSpeed.
// On one H100, without either: measured for this project (tests/bench/gpu/training.py).
// Not stated: DeepSpeed's and FSDP's constants are taken as one. A800 are taken as A100 in one node, whose NVLink is a
// third slower. Sequences that differ in length are taken at their mean padded length.
#include "sim/commands/validate/sets.hpp"
#include "sim/commands/validate/training_case.hpp"

namespace clustersim {
namespace {

Result<TrainingCase> huggingface_case(MeasuredRow const& row, References const& references) {
    auto application = references.application_known_as(row.text("model"));
    if (!application) return failure(application.error());
    auto* const model = std::get_if<Transformer>(&application->model);
    if (model == nullptr)
        return failure(
            problem(Code::unknown_name, row.text("model") + " is no language model", "a decoder"));
    model->sequence = row.whole_or("seq_len", model->sequence);
    auto const software = references.framework(row.text("framework"));
    if (!software) return failure(software.error());
    application->training.framework = *software;
    if (software->plain_attention) model->fused_attention = false;
    auto training = case_of(std::move(application),
                            references.platform(row.text("system")),
                            stated_plan(row, Precision::bf16));
    if (!training) return training;
    if (row.lower("recompute") == "full") training->plan.recompute = Recompute::full;
    double const stage = row.number("zero").value_or(3.0);  // whole() knows no zero
    if (stage != 0.0 && stage != 1.0 && stage != 2.0 && stage != 3.0)
        return failure(problem(Code::out_of_range, "a ZeRO stage is 0, 1, 2 or 3"));
    training->plan.sharding = static_cast<Sharding>(static_cast<int>(stage));
    training->plan_stated = true;
    return training;
}

std::vector<ValidationPoint> score_huggingface(MeasuredRow const& row,
                                               References const& references) {
    return score_case(row,
                      huggingface_case(row, references),
                      {tokens_per_device(row.number("tokens_per_s_per_gpu"))});
}

}  // namespace

ValidationSet huggingface_set() {
    return {"huggingface",
            "Training with Hugging Face's Trainer on A100 and H100",
            "huggingface.csv",
            {"system", "model", "framework", "gpus", "micro_batch", "zero", "recompute"},
            {},
            each_row<score_huggingface>};
}

}  // namespace clustersim
