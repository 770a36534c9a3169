// SPDX-License-Identifier: Apache-2.0
//
// Llama 2 7B at 4 to 256 thousand tokens on DGX H100, fp8, without and with context parallelism (NVIDIA NeMo 24.03.01).
// The table prints one plan, that with context parallelism; DP follows from it and the number of GPUs. Without context parallelism, tensor parallelism takes the devices that it had, inside a node.
// Not stated: micro-batch 1, 16 micro-batches a step, the distributed optimizer; everything is recomputed where it would
// otherwise need more than nine tenths of what an H100 of 80 GB shows to programs (79.1 GiB by PyTorch's messages of
// exhausted memory): tensors of that length leave gaps between them.
#include "sim/commands/validate/sets.hpp"
#include "sim/commands/validate/training_case.hpp"

#include <algorithm>
#include <iterator>

namespace clustersim {
namespace {

constexpr Bytes usable_memory = bytes(0.9 * 79.1 * 0x1p30);

Result<TrainingCase>
nemo_context_case(MeasuredRow const& row, bool with_context, References const& references) {
    auto application = references.application_known_as(row.text("model"));
    if (!application) return failure(application.error());
    if (!std::holds_alternative<Transformer>(application->model)) {
        return failure(
            problem(Code::unknown_name, row.text("model") + " is no language model", "LLAMA2-7B"));
    }
    auto const thousands = stated(row, "seq_len_k");
    if (!thousands) return failure(thousands.error());
    auto const gpus = stated(row, "gpus");
    if (!gpus) return failure(gpus.error());
    std::get<Transformer>(application->model).sequence = 1024 * std::min(*thousands, 1'000'000);
    auto platform = references.platform(row.text("hardware"));
    if (!platform) return failure(platform.error());
    Plan plan;
    auto const precision = stated_precision(row, Precision::fp8);
    if (!precision) return failure(precision.error());
    plan.precision = *precision;
    plan.tensor = row.whole_or("tp", 1);
    plan.pipeline = row.whole_or("pp", 1);
    int const context = row.whole_or("cp", 1);
    if (with_context)
        plan.context = context;
    else
        plan.tensor = std::min(plan.tensor * context, platform->node.gpus);
    plan.data = std::max(1, *gpus / plan.replica_devices());
    if (plan.devices() != *gpus) {
        return failure(
            problem(Code::inconsistent,
                    std::to_string(*gpus) + " GPUs do not hold whole copies of the plan"));
    }
    plan.accumulation = 16;
    share_optimizer(plan);
    Platform shown = *platform;
    shown.accelerator.memory = std::min(platform->accelerator.memory, usable_memory);
    if (!check_memory(*application, plan, shown)) plan.recompute = Recompute::full;
    return TrainingCase{std::move(*application), std::move(*platform), plan};
}

std::vector<ValidationPoint> score_nemo_context(MeasuredRow const& row,
                                                References const& references) {
    auto const score = [&](bool with_context, char const* column, char const* what) {
        MeasuredQuantity quantity = model_tflops(row.number(column));
        quantity.quantity += what;
        return score_case(row, nemo_context_case(row, with_context, references), {quantity});
    };
    auto points = score(false, "tflops_per_gpu_without_cp", ", without CP");
    std::ranges::move(score(true, "tflops_per_gpu_with_cp", ", with CP"),
                      std::back_inserter(points));
    return points;
}

}  // namespace

ValidationSet nemo_context_set() {
    return {"nemo-context",
            "Llama 2 7B at long context on DGX H100 (NeMo 24.03)",
            "nemo_context_parallel_h100.csv",
            {"seq_len_k", "tflops_per_gpu_without_cp", "tflops_per_gpu_with_cp", "cp"},
            {},
            each_row<score_nemo_context>};
}

}  // namespace clustersim
