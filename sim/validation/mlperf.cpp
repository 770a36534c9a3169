// SPDX-License-Identifier: Apache-2.0
//
// Throughputs in the logs of MLPerf Training v3.1 and v4.0 (MLCommons, result repositories): ResNet-50, BERT-large and
// GPT-3 175B. Left out, with the reason: fine-tuning of low rank, accelerators without a file. The time to train is a
// matter of convergence, which is not modelled: a row without a logged throughput gives no point.
// Not stated: precision and plan. Taken as NVIDIA describes its own entries, which most others run: ResNet-50 in fp16
// with MXNet, one batch a device; BERT in FP8 on H100 and H200, else fp16, FlashAttention, its sequences of at most 512
// tokens without padding, which are half as long in the mean (Krell et al., "Efficient sequence packing", 2021); GPT-3
// in FP8, TP 4, PP 8 in pieces of single layers, micro-batch 1, the distributed optimizer; transformers as CUDA graphs
// (NVIDIA's notes on its entries since MLPerf v1.0).
#include "sim/validation/sets.hpp"
#include "sim/validation/training_case.hpp"

#include <algorithm>

namespace clustersim {
namespace {

Diagnostic unknown(std::string message) {
    return problem(Code::unknown_name, std::move(message));
}

/// Whether the closed entries of a device train transformers in eight bits.
bool hopper(MeasuredRow const& row) {
    std::string const name = row.lower("accelerator");
    return name.find("h100") != std::string::npos || name.find("h200") != std::string::npos;
}

/// The batch of one device where each is a replica.
Result<Plan> replicas_only(MeasuredRow const& row, Precision precision) {
    Plan plan;
    plan.precision = precision;
    plan.data = row.whole_or("n_accel", 0);
    int const batch = row.whole_or("global_batch", 0);
    if (plan.data == 0 || batch < plan.data)
        return failure(problem(Code::missing_key, "neither devices nor the batch are stated"));
    plan.micro_batch = batch / plan.data;
    return plan;
}

Result<Plan> gpt_plan(MeasuredRow const& row) {
    Plan plan;
    plan.precision = Precision::fp8;
    plan.tensor = 4;
    plan.pipeline = 8;
    plan.virtual_stages = 12;
    plan.data = row.whole_or("n_accel", 0) / plan.replica_devices();
    if (plan.data == 0) {
        return failure(problem(Code::inconsistent,
                               "fewer devices than the plan of TP 4 and PP 8 has, or not stated"));
    }
    plan.accumulation = std::max(1, row.whole_or("global_batch", plan.data) / plan.data);
    share_optimizer(plan);
    return plan;
}

Result<TrainingCase> case_of(MeasuredRow const& row, References const& references) {
    std::string const benchmark = row.lower("benchmark");
    if (benchmark.find("lora") != std::string::npos)
        return failure(unknown("fine-tuning is not modelled"));
    auto application = references.application_known_as(benchmark);
    if (!application) return failure(application.error());
    auto platform = references.platform(row.text("accelerator"));
    if (!platform) return failure(platform.error());
    platform->node.gpus = row.whole_or("accel_per_node", platform->node.gpus);
    auto* const model = std::get_if<Transformer>(&application->model);
    bool const encoder = model != nullptr && model->encoder;
    auto framework = references.framework(model == nullptr ? "mxnet-vision" : "megatron-core");
    if (!framework) return failure(framework.error());
    application->training.framework = *framework;
    // Steps of transformers are recorded as CUDA graphs: no kernel waits for the host.
    if (model != nullptr) application->training.framework.host_per_kernel = {};
    Precision const half = encoder && hopper(row) ? Precision::fp8 : Precision::fp16;
    auto plan = model == nullptr || encoder ? replicas_only(row, half) : gpt_plan(row);
    if (!plan) return failure(plan.error());
    if (encoder) {
        model->sequence = 256;
        model->fused_attention = true;
    } else if (model != nullptr) {
        model->sequence = row.whole_or("seq_len", model->sequence);
    }
    return TrainingCase{std::move(*application), std::move(*platform), *plan};
}

MeasuredQuantity throughput(MeasuredRow const& row) {
    std::string const unit = row.lower("throughput_unit");
    bool const tokens = unit.starts_with("tokens");
    std::string const name = unit.substr(0, unit.find(' '));
    return {name,
            name,
            row.number("throughput_logged"),
            [tokens](TrainingCase const&, TrainingPrediction const& p) {
                return tokens ? p.step.tokens_per_second : p.step.samples_per_second;
            }};
}

std::vector<ValidationPoint> score(MeasuredTable const& table, References const& references) {
    return score_rows(table, [&](MeasuredRow const& row) {
        return score_case(row, case_of(row, references), {throughput(row)});
    });
}

}  // namespace

ValidationSet mlperf_set() {
    return {"mlperf",
            "ResNet-50, BERT-large and GPT-3 175B in logs of MLPerf Training v3.1 and v4.0",
            "validation/mlperf_training_ttt.csv",
            {"benchmark",
             "accelerator",
             "accel_per_node",
             "n_accel",
             "global_batch",
             "throughput_logged",
             "throughput_unit"},
            {},
            score};
}

}  // namespace clustersim
