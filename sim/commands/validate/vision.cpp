// SPDX-License-Identifier: Apache-2.0
//
// Vision and diffusion models: ViT g/14 on DGX A100 and H100 (NVIDIA NeMo Framework user guide), DiT-XL/2 on one A100
// (fast-DiT), the U-Net of Stable Diffusion 2 on A100 (MosaicML). Not stated beside the table of ViT: micro-batch and
// global batch, which are those of the shipped recipe, and no recomputation; data parallel, states as the application has
// them. `attention` says "plain" where scores are stored: the run of DiT is of 15 May 2023, days after the first release of
// timm with fused attention. Speeds of DiT that include the autoencoder (Open-Sora's) are left out.
#include "sim/commands/validate/sets.hpp"
#include "sim/commands/validate/training_case.hpp"

namespace clustersim {
namespace {

Result<TrainingCase> vision_case(MeasuredRow const& row, References const& references) {
    auto application = references.application(row.text("application"));
    if (!application) return failure(application.error());
    auto framework = references.framework(row.text("framework"));
    if (!framework) return failure(framework.error());
    application->training.framework = *framework;
    if (auto* const model = std::get_if<Transformer>(&application->model);
        model != nullptr && row.lower("attention") == "plain")
        model->fused_attention = false;
    auto platform = references.platform(row.text("hardware"));
    if (!platform) return failure(platform.error());
    Plan plan;
    auto const precision = stated_precision(row, Precision::bf16);
    if (!precision) return failure(precision.error());
    plan.precision = *precision;
    plan.recompute = row.lower("recompute") == "full" ? Recompute::full : Recompute::none;
    plan.data = row.whole_or("gpus", 0);
    plan.micro_batch = row.whole_or("micro_batch", 0);
    int const batch = row.whole_or("global_batch", 0);
    int const at_once = plan.data * plan.micro_batch;
    if (at_once == 0 || batch % at_once != 0) {
        return failure(problem(Code::inconsistent,
                               "a batch of " + std::to_string(batch) +
                                   " does not come out even on " + std::to_string(plan.data) +
                                   " devices with micro-batches of " +
                                   std::to_string(plan.micro_batch)));
    }
    plan.accumulation = batch / at_once;
    plan.sharding = application->training.sharding;
    return TrainingCase{std::move(*application), std::move(*platform), plan};
}

MeasuredQuantity samples_each_second(MeasuredRow const& row) {
    std::string const model = row.text("application");
    return {model.starts_with("dit")   ? "samples/s, DiT"
            : model.starts_with("sd2") ? "samples/s, U-Net"
                                       : "samples/s, ViT",
            "samples/s",
            row.number("samples_per_s"),
            [](TrainingCase const&, CasePrediction const& p) { return p.step.samples_per_second; }};
}

std::vector<ValidationPoint> score_vision(MeasuredRow const& row, References const& references) {
    return score_case(row, vision_case(row, references), {samples_each_second(row)});
}

}  // namespace

ValidationSet vision_set() {
    return {
        "vision",
        "ViT g/14 on DGX A100 and H100 (NeMo), DiT-XL/2 on an A100 (fast-DiT), the U-Net of Stable "
        "Diffusion 2 on 8 to 128 A100 (MosaicML)",
        "vision_transformers.csv",
        {"application",
         "framework",
         "hardware",
         "gpus",
         "micro_batch",
         "global_batch",
         "samples_per_s"},
        {},
        each_row<score_vision>};
}

}  // namespace clustersim
