// SPDX-License-Identifier: Apache-2.0
//
// Throughputs in the logs of MLPerf Training v3.1 and v4.0 (MLCommons, result repositories): ResNet-50, BERT-large,
// GPT-3 175B and the fine-tuning of Llama 2 70B by low-rank adapters. Left out, with the reason: accelerators without a
// file. The time to train is a matter of convergence, which is not modelled: a row without a logged throughput gives no point.
// Not stated: precision and plan. Taken as NVIDIA's entries have them, whose configurations most others run
// (NVIDIA/benchmarks/*/implementations): ResNet-50 in fp16 with MXNet, one batch a device; BERT in FP8 on Hopper and Blackwell,
// else fp16, without padding, attention fused where NVIDIA's kernels run (compute capability 8.0 and from 9.0 on), else the
// scores of one sequence after the other; GPT-3 in FP8, TP 4, PP 8 in pieces of single layers, micro-batch 1, the
// distributed optimizer in buckets of 100 MiB (v4.0, gpt3/implementations/nemo/conf/optim/distributed_fused_adam.yaml);
// adapters of rank 16 beside the attention, FP8 where there is, TP 4, or 2 and 1 where a device holds more, and beyond one
// node context parallelism of 2 (v4.0, llama2_70b_lora, config_*.sh: NVIDIA, HPE, Supermicro), in NeMo 24.04 without CUDA
// graphs, which came with v4.1 (LAYER_CUDA_GRAPH). Products hide the traffic of the tensor group in five of its eight
// transfers a layer (configs/config_common.sh: not before queries, keys and values, tp_comm_disable_qkv; nor the backward
// scattering, MC_TP_OVERLAP_RS_DGRAD), in none on L40S (TP_COMM_OVERLAP). On one node of Hopper attention is in FP8 (FP8_DPA;
// Transformer Engine had it for rings of devices later): the whole step is 1.15 / 1.11 as fast (NVIDIA, "Accelerating
// Transformers with cuDNN 9", 2024, table 1, on this benchmark).
// BERT on one node sums its gradients in one piece after the last backward pass, without CUDA graphs, but on these devices,
// where DistributedDataParallel does it (USE_DDP; run_pretraining.py, take_optimizer_step; config_*.sh of NVIDIA, Lenovo, xFusion).
// BERT's sequences: 255.8 tokens in the mean, and a token lies in one of 386.3 in the mean (Krell et al., "Efficient
// sequence packing", 2021, histogram of the Wikipedia data that MLPerf uses; NVIDIA's packing counts the same padding).
#include "sim/commands/validate/mlperf_case.hpp"
#include "sim/commands/validate/sets.hpp"
#include "sim/commands/validate/training_case.hpp"

#include <algorithm>

namespace clustersim {
namespace {

constexpr int bert_tokens = 256;
constexpr double bert_attended = 386.3;
constexpr int lora_rank = 16;
constexpr Bytes fused_adam_bucket = bytes(100.0 * 0x1p20);
constexpr int most_devices_of_a_node = 1024;
/// Of the transfers of a tensor group in a layer whose weights do not change, those that products hide.
constexpr double overlapped_transfers = 5.0 / 8.0;
constexpr double narrow_attention_speedup = 1.15 / 1.11;

Diagnostic no_batch() {
    return problem(Code::missing_key, "neither devices nor the batch are stated");
}

/// Whether the name of a device has one of these words in it.
bool named(MeasuredRow const& row, std::initializer_list<std::string_view> words) {
    std::string const name = row.lower("accelerator");
    return std::ranges::any_of(
        words, [&](std::string_view word) { return name.find(word) != std::string::npos; });
}

bool on_one_node(MeasuredRow const& row) {
    int const devices = row.whole_or("n_accel", 0);
    return devices <= row.whole_or("accel_per_node", devices);
}

/// The batch of one device where each is a replica.
Result<Plan> replicas_only(MeasuredRow const& row, Precision precision) {
    Plan plan;
    plan.precision = precision;
    plan.data = row.whole_or("n_accel", 0);
    int const batch = row.whole_or("global_batch", 0);
    if (plan.data == 0 || batch < plan.data) return failure(no_batch());
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
    int const batch = row.whole_or("global_batch", 0);
    if (batch < plan.data) return failure(no_batch());
    plan.accumulation = batch / plan.data;
    share_optimizer(plan);
    return plan;
}

Result<Plan> adapter_plan(MeasuredRow const& row, Accelerator const& device) {
    int const devices = row.whole_or("n_accel", 0);
    int const batch = row.whole_or("global_batch", 0);
    if (devices == 0 || batch == 0) return failure(no_batch());
    Plan plan;
    plan.precision =
        device.peak_of(Precision::fp8, Unit::matrix) ? Precision::fp8 : Precision::bf16;
    plan.tensor = device.memory > bytes(160e9) ? 1 : device.memory > bytes(120e9) ? 2 : 4;
    plan.context = on_one_node(row) ? 1 : 2;
    plan.data = std::min(batch, std::max(1, devices / (plan.tensor * plan.context)));
    if (plan.devices() != devices || batch % plan.data != 0) {
        return failure(problem(Code::inconsistent,
                               "a batch of " + std::to_string(batch) +
                                   " does not come out even on " + std::to_string(devices) +
                                   " devices in groups of " + std::to_string(plan.tensor)));
    }
    plan.accumulation = batch / plan.data;
    plan.adapters = lora_rank;
    return plan;
}

/// How the entries run adapters, beyond what their plan says.
void set_adapter_software(Framework& software, MeasuredRow const& row, Plan const& plan) {
    bool const hopper = named(row, {"h100", "h200"});
    software.tensor_overlap *= hopper ? overlapped_transfers : 0.0;
    if (hopper && plan.context == 1) software.kernel_share *= narrow_attention_speedup;
}

Result<TrainingCase> bert_case(MeasuredRow const& row, TrainingCase bert, References const& known) {
    auto framework = known.framework("mlperf-bert");
    if (!framework) return failure(framework.error());
    bool const late = named(row, {"h100", "h200", "b200"});
    if (!late && on_one_node(row)) {
        framework->gradient_overlap = 0.0;
        framework->bucket = {};
    }
    bert.application.training.framework = *framework;
    auto plan = replicas_only(row, late ? Precision::fp8 : Precision::fp16);
    if (!plan) return failure(plan.error());
    bert.plan = *plan;
    auto& model = std::get<Transformer>(bert.application.model);
    model.sequence = bert_tokens;
    model.attended = bert_attended;
    model.fused_attention = named(row, {"a100", "a30", "h100", "h200", "b200"});
    return bert;
}

}  // namespace

Result<TrainingCase> mlperf_case(MeasuredRow const& row, References const& references) {
    std::string const benchmark = row.lower("benchmark");
    auto application = references.application_known_as(benchmark);
    if (!application) return failure(application.error());
    auto platform = references.platform(row.text("accelerator"));
    if (!platform) return failure(platform.error());
    platform->node.gpus = row.whole_or("accel_per_node", platform->node.gpus);
    if (platform->node.gpus > most_devices_of_a_node) {
        return failure(problem(Code::out_of_range,
                               "a node of " + std::to_string(platform->node.gpus) + " devices"));
    }
    auto* const model = std::get_if<Transformer>(&application->model);
    TrainingCase training{std::move(*application), std::move(*platform), {}};
    if (model != nullptr && std::get<Transformer>(training.application.model).encoder)
        return bert_case(row, std::move(training), references);
    bool const adapters = benchmark.find("lora") != std::string::npos;
    auto framework = references.framework(model == nullptr ? "mxnet-vision"
                                          : adapters       ? "nemo-2024"
                                                           : "megatron-core");
    if (!framework) return failure(framework.error());
    training.application.training.framework = *framework;
    auto plan = model == nullptr ? replicas_only(row, Precision::fp16)
                : adapters       ? adapter_plan(row, training.platform.accelerator)
                                 : gpt_plan(row);
    if (!plan) return failure(plan.error());
    training.plan = *plan;
    if (model == nullptr) return training;
    Framework& software = training.application.training.framework;
    if (adapters) {
        set_adapter_software(software, row, *plan);
    } else {
        // Steps are recorded as CUDA graphs: no kernel waits for the host.
        software.host_per_kernel = {};
        software.bucket = {fused_adam_bucket};
    }
    auto& decoder = std::get<Transformer>(training.application.model);
    decoder.sequence = row.whole_or("seq_len", adapters ? 8192 : decoder.sequence);
    return training;
}

namespace {

MeasuredQuantity throughput(MeasuredRow const& row) {
    std::string const unit = row.lower("throughput_unit");
    bool const tokens = unit.starts_with("tokens");
    std::string const name = unit.substr(0, unit.find(' '));
    return {name,
            name,
            row.number("throughput_logged"),
            [tokens](TrainingCase const&, CasePrediction const& p) {
                return tokens ? p.step.tokens_per_second : p.step.samples_per_second;
            }};
}

std::vector<ValidationPoint> score_mlperf(MeasuredRow const& row, References const& references) {
    return score_case(row, mlperf_case(row, references), {throughput(row)});
}

}  // namespace

ValidationSet mlperf_set() {
    return {"mlperf",
            "ResNet-50, BERT-large, GPT-3 175B and Llama 2 70B in logs of MLPerf Training v3.1 and "
            "v4.0",
            "mlperf_training_ttt.csv",
            {"benchmark",
             "accelerator",
             "accel_per_node",
             "n_accel",
             "global_batch",
             "throughput_logged",
             "throughput_unit"},
            {},
            each_row<score_mlperf>};
}

}  // namespace clustersim
