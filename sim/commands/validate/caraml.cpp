// SPDX-License-Identifier: Apache-2.0
//
// TFLOP/s and mean power of a GPU that trains a GPT of 800M on the devices of one node (CARAML benchmark, JSC, 2024).
// Power is the GPU's own but for GH200, where it is the superchip's and 100 W of its CPU are added.
// Not stated: 16 layers of width 2048 with 16 heads and sequence 2048 as in the benchmark's configuration, micro-batches of 4,
// bf16, FlashAttention, the distributed optimizer.
#include "models/energy/energy.hpp"
#include "sim/commands/validate/sets.hpp"
#include "sim/commands/validate/training_case.hpp"

#include <algorithm>

namespace clustersim {
namespace {

Result<TrainingCase> caraml_case(MeasuredRow const& row, References const& references) {
    if (row.lower("model").find("800m") == std::string::npos) {
        return failure(problem(
            Code::unknown_name, "no model is known as \"" + row.text("model") + "\"", "GPT 800M"));
    }
    std::string const& gpu = row.text("gpu");
    // The table's words are those of JSC's test nodes.
    auto platform = references.platform(gpu + " JSC test nodes");
    if (!platform) return failure(platform.error());
    // Both generations by what eager PyTorch reaches on them under FSDP.
    bool const hopper = platform->accelerator.name.find("h100") != std::string::npos ||
                        platform->accelerator.name.starts_with("gh200");
    auto application = decoder(references,
                               hopper ? "nemo-2023-h100" : "nemo-2023",
                               {16, 2048, 16, 2048, 50257},
                               Attention::flash);
    if (!application) return failure(application.error());
    Plan plan;
    bool const single = row.lower("gpu").find("single") != std::string::npos;
    plan.data = single ? 1 : platform->node.gpus;
    auto const stated_batch = stated(row, "global_batch");
    if (!stated_batch) return failure(stated_batch.error());
    int const batch = *stated_batch;
    if (batch < plan.data) {
        return failure(problem(Code::inconsistent,
                               "a global batch of " + std::to_string(batch) + " is less than the " +
                                   std::to_string(plan.data) + " replicas"));
    }
    plan.micro_batch = std::clamp(batch / plan.data, 1, 4);
    plan.accumulation = std::max(1, batch / plan.data / plan.micro_batch);
    share_optimizer(plan);
    return TrainingCase{std::move(*application), std::move(*platform), plan};
}

MeasuredQuantity watts(MeasuredRow const& row) {
    double const cpu = row.lower("gpu").find("gh200") != std::string::npos ? 100.0 : 0.0;
    return {"GPU power",
            "W",
            row.number("mean_power_w_per_gpu"),
            [cpu](TrainingCase const& training, CasePrediction const& p) {
                Accelerator const& device = training.platform.accelerator;
                NodePower alone;
                alone.device_idle = device.idle;
                alone.device_training = training_power(device, training.platform.node);
                alone.devices = 1;
                alone.supply = 1.0;
                return node_draw(alone, p.step.power_load()).si() + cpu;
            }};
}

std::vector<ValidationPoint> score_caraml(MeasuredRow const& row, References const& references) {
    return score_case(row,
                      caraml_case(row, references),
                      {model_tflops(row.number("tflops_per_gpu")), watts(row)});
}

}  // namespace

ValidationSet caraml_set() {
    return {"caraml",
            "GPT 800M and its power, A100 to GH200 (CARAML, JSC)",
            "caraml_gpt800m_power.csv",
            {"model", "gpu", "global_batch", "tflops_per_gpu", "mean_power_w_per_gpu"},
            {},
            each_row<score_caraml>};
}

}  // namespace clustersim
