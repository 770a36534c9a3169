// SPDX-License-Identifier: Apache-2.0
//
// Memory of runs whose sources state the whole plan: the peak of a device, or that the run did or did not fit. Sources:
// NVIDIA's DGX Cloud benchmarking recipes (H100 of 80 GB), PyTorch's torchtitan (H100 of 96 GB, peak of the allocator), Llama 3,
// and runs of Hugging Face's Trainer on one H100, measured for this project: what the allocator reserved at most.
// Not stated: how Meta cut a stage into pieces; whole stages are taken. NVIDIA's recipes recompute nothing (NeMo's
// configuration of the model). The software is a framework of workloads/frameworks; `optimizer_bytes` are those of the
// optimizer's states of one parameter if a recipe has others. Times are not read, and only memory is compared, so the
// machine is a DGX H100.
#include "models/application/stages.hpp"
#include "sim/commands/validate/sets.hpp"
#include "sim/commands/validate/training_case.hpp"

namespace clustersim {
namespace {

Result<TrainingCase> stated_plan_case(MeasuredRow const& row, References const& references) {
    auto application = references.application_known_as(row.text("model"));
    if (!application) return failure(application.error());
    auto* const model = std::get_if<Transformer>(&application->model);
    if (model == nullptr)
        return failure(problem(Code::inconsistent, row.text("model") + " is no transformer"));
    auto const software = references.framework(row.text("software"));
    if (!software) return failure(software.error());
    application->training.framework = *software;
    if (software->plain_attention) model->fused_attention = false;
    if (auto const state = row.number("optimizer_bytes")) {
        if (!(*state > 0.0 && *state <= 64.0))
            return failure(
                problem(Code::out_of_range,
                        "an optimizer's states take more than 0 and at most 64 bytes a parameter"));
        application->training.framework.optimizer_state = bytes(*state);
    }
    model->sequence = row.whole_or("seq_len", model->sequence);
    auto training = case_of(
        *application, references.platform(row.text("hardware")), stated_plan(row, Precision::bf16));
    if (!training) return training;
    auto const again = stated_recompute(row, "");
    if (!again) return failure(again.error());
    training->plan_stated = true;
    Plan& plan = training->plan;
    plan.recompute = *again;
    int const stage = row.whole("zero_stage").value_or(0);
    if (stage < 0 || stage > 3)
        return failure(problem(Code::out_of_range, "a ZeRO stage is 0, 1, 2 or 3"));
    plan.sharding = static_cast<Sharding>(stage);
    if (!fill_stages(*model, plan))
        return failure(problem(Code::inconsistent, "the layers do not fill the stages"));
    return training;
}

std::optional<bool> stated_end(MeasuredRow const& row) {
    std::string const word = row.lower("fitted");
    if (word == "yes") return true;
    if (word == "no") return false;
    return std::nullopt;
}

std::vector<ValidationPoint> score_stated_plans(MeasuredRow const& row,
                                                References const& references) {
    MeasuredQuantity const peak{"memory per GPU",
                                "GiB",
                                row.number("peak_gib"),
                                [](TrainingCase const&, CasePrediction const& p) {
                                    return p.step.memory.total().si() / 0x1p30;
                                }};
    return score_case(
        row, stated_plan_case(row, references), {peak, fits_in_memory(stated_end(row))});
}

}  // namespace

ValidationSet memory_set() {
    return {"memory",
            "Memory of stated plans (NVIDIA, PyTorch and Meta, 2024)",
            "training_memory.csv",
            {"model", "software", "hardware", "recompute", "zero_stage", "peak_gib", "fitted"},
            {},
            each_row<score_stated_plans>};
}

}  // namespace clustersim
