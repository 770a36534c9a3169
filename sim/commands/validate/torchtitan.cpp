// SPDX-License-Identifier: Apache-2.0
//
// Speed of PyTorch's torchtitan: Llama 2 and 3 on 64 A100, Llama 3.1 on 8 to 256 H100 of 500 W and on H200, in BF16 and FP8, with
// each kind of activation checkpointing: none, every second layer (`recompute_every`), operators, full.
// Not stated: the network of the A100 (that of DGX A100), whether they ran compiled code (taken as not: the configurations of
// that time have `compile = false`), and what was checkpointed on H200 (operators, as the configuration has it).
#include "sim/commands/validate/sets.hpp"
#include "sim/commands/validate/training_case.hpp"

namespace clustersim {
namespace {

Result<Application> titan_application(MeasuredRow const& row, References const& references) {
    auto application = references.application_known_as(row.text("model"));
    if (!application) return application;
    auto* const model = std::get_if<Transformer>(&application->model);
    if (model == nullptr)
        return failure(
            problem(Code::unknown_name, row.text("model") + " is no language model", "a decoder"));
    auto framework = references.framework(row.text("software"));
    if (!framework) return failure(framework.error());
    model->sequence = row.whole_or("seq_len", model->sequence);
    application->training.framework = std::move(*framework);
    return application;
}

Result<TrainingCase> titan_case(MeasuredRow const& row, References const& references) {
    auto training = case_of(titan_application(row, references),
                            references.platform(row.text("system")),
                            stated_plan(row, Precision::bf16));
    if (!training) return training;
    auto const again = stated_recompute(row, "none");
    if (!again) return failure(again.error());
    Plan& plan = training->plan;
    plan.recompute = *again;
    plan.recompute_every = row.whole_or("recompute_every", 0);
    plan.sharding = row.number("zero") == 3.0 ? Sharding::parameters : Sharding::optimizer;
    return training;
}

std::vector<ValidationPoint> score_titan(MeasuredRow const& row, References const& references) {
    return score_case(
        row, titan_case(row, references), {tokens_per_device(row.number("tokens_per_s_per_gpu"))});
}

}  // namespace

ValidationSet torchtitan_set() {
    return {"torchtitan",
            "Training with PyTorch's torchtitan on A100, H100 and H200",
            "torchtitan.csv",
            {"system", "model", "software", "gpus", "recompute", "recompute_every"},
            {},
            each_row<score_titan>};
}

}  // namespace clustersim
