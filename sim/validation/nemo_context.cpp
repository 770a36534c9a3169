// SPDX-License-Identifier: Apache-2.0
//
// Llama 2 7B at 4 to 256 thousand tokens on DGX H100, fp8, without and with context parallelism (NVIDIA NeMo 24.03.01).
// The table prints one plan, that with context parallelism; its product is not always the number of GPUs, which is
// taken, and DP follows. Without context parallelism, tensor parallelism takes the devices that it had, inside a node.
// Not stated: micro-batch 1, 16 micro-batches a step, the distributed optimizer; everything is recomputed where it does
// not fit otherwise.
#include "sim/validation/sets.hpp"
#include "sim/validation/training_case.hpp"

#include <algorithm>

namespace clustersim {
namespace {

Result<TrainingCase>
case_of(MeasuredRow const& row, bool with_context, References const& references) {
    if (row.lower("model").find("llama2-7b") == std::string::npos) {
        return failure(problem(
            Code::unknown_name, "no model is known as \"" + row.text("model") + "\"", "LLAMA2-7B"));
    }
    auto application = references.application("llama-7b");
    if (!application) return failure(application.error());
    auto& model = std::get<Transformer>(application->model);
    model.sequence = 1024 * row.whole_or("seq_len_k", 4);
    auto platform = references.platform(row.text("hardware"));
    if (!platform) return failure(platform.error());
    Plan plan;
    plan.precision = precision_of(row.text("precision")).value_or(Precision::fp8);
    plan.tensor = row.whole_or("tp", 1);
    plan.pipeline = row.whole_or("pp", 1);
    int const context = row.whole_or("cp", 1);
    if (with_context) {
        plan.context = context;
    } else {
        plan.tensor = std::min(plan.tensor * context, platform->node.gpus);
    }
    plan.data = std::max(1, row.whole_or("gpus", 1) / plan.replica_devices());
    plan.accumulation = 16;
    share_optimizer(plan);
    if (!check_memory(*application, plan, *platform)) plan.recompute = Recompute::full;
    return TrainingCase{std::move(*application), std::move(*platform), plan};
}

std::vector<ValidationPoint> score(MeasuredTable const& table, References const& references) {
    std::vector<ValidationPoint> points;
    for (MeasuredRow const& row : table.rows) {
        for (bool const with_context : {false, true}) {
            MeasuredQuantity quantity = model_tflops(
                row.number(with_context ? "tflops_per_gpu_with_cp" : "tflops_per_gpu_without_cp"));
            quantity.quantity += with_context ? ", with CP" : ", without CP";
            auto more = score_case(row, case_of(row, with_context, references), {quantity});
            points.insert(points.end(), more.begin(), more.end());
        }
    }
    return points;
}

}  // namespace

ValidationSet nemo_context_set() {
    return {"nemo-context",
            "Llama 2 7B at long context on DGX H100 (NeMo 24.03)",
            "validation/nemo_context_parallel_h100.csv",
            {"seq_len_k", "tflops_per_gpu_without_cp", "tflops_per_gpu_with_cp", "cp"},
            {},
            score};
}

}  // namespace clustersim
