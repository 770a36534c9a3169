// SPDX-License-Identifier: Apache-2.0
//
// Tuning of Llama 2 70B by low-rank adapters in the logs of MLPerf Training v5.0 and v5.1 (MLCommons, result repositories).
// Frozen weights of linear maps are in the format of the products: FP8 (Transformer Engine, fp8_model_init in the entries'
// custom_llama.py) or NVFP4 (PRE_QUANTIZED_MODEL). Columns: `attention` in FP8 (FP8_DPA), `saved` activations in FP8 (FP8_ACT,
// FP8_ACTIVATION), layers of a device that AMD's entries recompute (ACL). Sequences have 8,192 tokens without padding or
// borders, adapters rank 16, all replicas the distributed optimizer.
// Not stated in a row: groups of devices that share a sample are the smallest in which the model fits, with `grad_accum`
// micro-batches if the row has that column. A run that changes to FP8 later (HEALING_ITER), seen in its p90, is one in FP4, whose
// median step is logged. Entries of NVIDIA's software that share a sample record CUDA graphs
// (MCORE_CUDA_GRAPH); the others wait for the host, and so do those of AMD.
#include "sim/commands/validate/mlperf_case.hpp"
#include "sim/commands/validate/sets.hpp"
#include "sim/commands/validate/training_case.hpp"

#include <algorithm>

namespace clustersim {
namespace {

constexpr int rank_of_adapters = 16;
constexpr int tokens_of_sample = 8192;

bool is_fp8(MeasuredRow const& row, std::string_view column, bool usual) {
    std::string const text = row.lower(column);
    return text.empty() ? usual : text == "fp8";
}

bool of_amd(MeasuredRow const& row) {
    return row.lower("accelerator").find("instinct") != std::string::npos;
}

/// Whether steps become slower in the middle of the run: FP4 first, FP8 later.
bool heals(MeasuredRow const& row) {
    constexpr double slower = 1.3;
    auto const fast = row.number("iter_p10_s");
    auto const slow = row.number("iter_p90_s");
    return fast && slow && *slow > slower * *fast;
}

/// The plan of all devices and the batch, if groups of devices divide these.
std::optional<Plan> on_all_devices(MeasuredRow const& row, Plan plan) {
    int const devices = row.whole_or("n_accel", 0);
    int const batch = row.whole_or("global_batch", 0);
    int const width = plan.tensor * plan.context;
    if (devices < width || devices % width != 0 || batch < 1) return std::nullopt;
    plan.data = devices / width;
    if (batch % plan.data != 0) return std::nullopt;
    plan.accumulation = batch / plan.data;
    return plan;
}

/// Sets the widths of a row that does not state them.
Result<Plan> smallest_groups(MeasuredRow const& row, Plan const& from, TrainingCase training) {
    bool const hopper = row.lower("accelerator").find("h100") != std::string::npos ||
                        row.lower("accelerator").find("h200") != std::string::npos;
    // Tensor groups of at most four on Hopper, as the stated ones are.
    constexpr int widest_tensor = 4;
    int const passes = row.whole_or("grad_accum", 0);
    for (int width = 1; width <= 64; width *= 2) {
        Plan in_groups = from;
        in_groups.tensor = hopper ? std::min(width, widest_tensor) : 1;
        in_groups.context = width / in_groups.tensor;
        auto const plan = on_all_devices(row, in_groups);
        if (!plan || (passes > 0 && plan->accumulation != passes)) continue;
        training.plan = *plan;
        if (check_memory(training.application, *plan, training.platform)) return *plan;
    }
    return failure(problem(Code::missing_key, "the plan is not stated, and none fits"));
}

}  // namespace

Result<TrainingCase> lora_case(MeasuredRow const& row, References const& references) {
    auto training = case_of(references.application_known_as(row.text("benchmark")),
                            references.platform(row.text("accelerator")),
                            stated_plan(row, heals(row) ? Precision::fp4 : Precision::fp8));
    if (!training) return training;
    auto framework = references.framework(of_amd(row) ? "megatron-core" : "megatron-core-2025");
    if (!framework) return failure(framework.error());
    training->application.training.framework = *framework;
    training->platform.node.gpus = row.whole_or("accel_per_node", training->platform.node.gpus);
    auto* const model = std::get_if<Transformer>(&training->application.model);
    if (model == nullptr)
        return failure(problem(Code::inconsistent, "adapters of what is no transformer"));
    model->sequence = row.whole_or("seq_len", tokens_of_sample);
    Plan& plan = training->plan;
    plan.adapters = rank_of_adapters;
    plan.frozen = plan.precision == Precision::fp4   ? WeightFormat::nvfp4
                  : plan.precision == Precision::fp8 ? WeightFormat::fp8
                                                     : WeightFormat::plain;
    plan.attention =
        is_fp8(row, "attention", !of_amd(row)) ? NarrowFormat::fp8 : NarrowFormat::plain;
    plan.saved = is_fp8(row, "saved", true) ? NarrowFormat::fp8 : NarrowFormat::plain;
    plan.recompute_layers = row.whole_or("recompute_layers", 0);
    if (plan.recompute_layers > 0) plan.recompute = Recompute::full;
    share_optimizer(plan);
    if (states_widths(row)) {
        auto const whole = on_all_devices(row, plan);
        if (!whole)
            return failure(problem(Code::inconsistent,
                                   "groups of " + std::to_string(plan.tensor * plan.context) +
                                       " devices do not divide the devices and the batch"));
        plan = *whole;
    } else {
        auto const chosen = smallest_groups(row, plan, *training);
        if (!chosen) return failure(chosen.error());
        plan = *chosen;
        training->plan_stated = true;
    }
    plan.sequence_parallel = plan.tensor > 1;
    return training;
}

namespace {

/// "step time, B200": the device without the words around it.
std::string step_of_device(MeasuredRow const& row) {
    for (std::string_view const device :
         {"GB200", "GB300", "B200", "B300", "H100", "H200", "MI300X", "MI325X", "MI350X", "MI355X"})
        if (row.text("accelerator").find(device) != std::string::npos)
            return "step time, " + std::string(device);
    return "step time";
}

std::optional<double> logged_step(MeasuredRow const& row) {
    if (auto const step = row.number("iter_s")) return step;
    auto const rate = row.number("samples_per_s");
    auto const batch = row.number("global_batch");
    return rate && batch && *rate > 0.0 ? std::optional(*batch / *rate) : std::nullopt;
}

std::vector<ValidationPoint> score_lora(MeasuredRow const& row, References const& references) {
    MeasuredQuantity step = step_seconds(logged_step(row));
    step.quantity = step_of_device(row);
    return score_case(row, lora_case(row, references), {step, fits_in_memory(true)});
}

}  // namespace

ValidationSet lora_set() {
    return {
        "lora",
        "Llama 2 70B tuned by adapters, weights in FP8 and FP4, in logs of MLPerf v5.0 and v5.1",
        "mlperf_lora.csv",
        {"benchmark",
         "accelerator",
         "n_accel",
         "global_batch",
         "attention",
         "saved",
         "recompute_layers",
         "iter_s",
         "samples_per_s"},
        {},
        each_row<score_lora>};
}

}  // namespace clustersim
