// SPDX-License-Identifier: Apache-2.0
//
// Training of dense and sparse models on H100 to GB300 (NVIDIA Megatron Bridge, performance summary). The model
// cell names an application. Fine-tuning of all weights is training with packed samples; that by low-rank adapters leaves the
// weights as they are.
// Not stated: nothing is recomputed, attention is the device's own, the distributed optimizer where FSDP is not on; the
// embedding and the logits take a layer's place each where the layers alone do not fill the stages; tensor
// parallelism leaves experts whole (expert tensor parallelism of 1, as the recipes have it); recipes that drop tokens have a
// capacity of 1, padded (training/utils/moe_token_drop.py), so the host need not wait for numbers of tokens; adapters of rank 16. Release 25.09 prints no precision, but
// rates beyond what BF16 gives on H100: FP8. All but what works on routed tokens is recorded as CUDA graphs (change log,
// 0.1.0 and 0.2.0); from release 26.06 on that is too and experts' traffic runs beside other micro-batches on
// Blackwell, but for models with state-space layers (scripts/performance/configs, cuda_graph_impl, moe_a2a_overlap).
// GPT OSS before 26.06 sends each copy of a token by an all-to-all (gpt_oss_provider.py, moe_token_dispatcher_type), and in
// 26.02 and 26.04 only GB300 and B300 record graphs; later its experts are one kernel, clamps included
// (scripts/performance/configs/gpt_oss, cutedsl_fused_grouped_mlp). The host of a GB200 takes 37 us for a map that takes
// 13.5 us on a DGX H100 (NVIDIA Transformer Engine, issue 2053, 2025).
#include "models/application/stages.hpp"
#include "sim/commands/validate/sets.hpp"
#include "sim/commands/validate/training_case.hpp"

#include <algorithm>

namespace clustersim {
namespace {

constexpr int adapter_rank = 16;
constexpr double eager_release = 26.0;
constexpr double overlapped_release = 26.06;
constexpr double grace_host =
    37.08 / 13.48;  ///< time of the host of a GB200 over that of a DGX H100

Diagnostic unknown(std::string message) {
    return problem(Code::unknown_name, std::move(message));
}

/// Of a release's name: "26.04.01 NeMo Container" is 26.04.
double release_of(MeasuredRow const& row) {
    return row.number("release").value_or(0.0);
}

bool contains(std::string const& text, std::string_view word) {
    return text.find(word) != std::string::npos;
}

/// The software of a release for a model on a machine.
Result<Framework>
framework_of(MeasuredRow const& row, Transformer const& model, References const& references) {
    bool const hopper = contains(row.lower("system"), "h100");
    bool const late =
        release_of(row) >= overlapped_release && !hopper && model.state_space.layers == 0;
    auto framework = references.framework(late ? "megatron-core-2026" : "megatron-core-2025");
    if (!framework || late || !model.experts.clamped) return framework;
    framework->tokens_once = false;
    bool const graphs = contains(row.lower("system"), "b300") || release_of(row) < eager_release;
    if (graphs) return framework;
    auto const eager = references.framework("nemo-2024");
    if (!eager) return eager;
    bool const grace = contains(row.lower("system"), "gb200");
    framework->host_per_kernel = eager->host_per_kernel * (grace ? grace_host : 1.0);
    return framework;
}

Result<Application> model_of(MeasuredRow const& row, References const& references) {
    auto application = references.application_known_as(row.text("model"));
    if (!application) return application;
    auto* const model = std::get_if<Transformer>(&application->model);
    if (model == nullptr) return failure(unknown(row.text("model") + " is no language model"));
    model->sequence = row.whole_or("seq_len", 4096);
    if (contains(row.lower("model"), "tokendrop")) model->experts.capacity = 1.0;
    auto framework = framework_of(row, *model, references);
    if (!framework) return failure(framework.error());
    if (release_of(row) >= overlapped_release) model->experts.clamped = false;
    application->training.framework = *framework;
    return application;
}

std::optional<Precision> precision_in(MeasuredRow const& row) {
    std::string stated = row.text("precision");
    std::ranges::replace(stated, '(', ' ');
    if (stated.empty() && row.text("release").starts_with("25.09")) return Precision::fp8;
    return precision_of(stated);
}

Result<TrainingCase> megatron_bridge_case(MeasuredRow const& row, References const& references) {
    std::string const task = row.lower("task");
    bool const adapters = contains(task, "lora");
    bool const whole = contains(task, "pre-training") || contains(task, "sft");
    if (!adapters && !whole)
        return failure(unknown("the task \"" + row.text("task") + "\" is not known"));
    auto application = model_of(row, references);
    if (!application) return failure(application.error());
    auto platform = references.platform(row.text("system"));
    if (!platform) return failure(platform.error());
    auto const precision = precision_in(row);
    if (!precision) return failure(unknown("the precision is not stated"));
    auto plan = plan_of_columns(row, *precision);
    if (!plan) return failure(plan.error());
    if (!row.text("fsdp").empty() && !row.number("fsdp"))
        return failure(unknown("fsdp \"" + row.text("fsdp") + "\" is no number"));
    plan->sharding =
        row.number("fsdp").value_or(0.0) > 1.0 ? Sharding::parameters : Sharding::optimizer;
    plan->sequence_parallel = plan->tensor > 1;
    if (adapters) plan->adapters = adapter_rank;
    auto const& model = std::get<Transformer>(application->model);
    fill_stages(model, *plan);
    plan->tensor_experts = model.experts.count == 0;
    return TrainingCase{std::move(*application), std::move(*platform), *plan};
}

std::vector<ValidationPoint> score_megatron_bridge(MeasuredRow const& row,
                                                   References const& references) {
    return score_case(row,
                      megatron_bridge_case(row, references),
                      {tokens_per_device(row.number("tokens_per_s_per_gpu"))});
}

}  // namespace

ValidationSet megatron_bridge_set() {
    return {
        "megatron-bridge",
        "Llama 3, Qwen 3, DeepSeek, GPT OSS and Nemotron 3 on H100 to GB300 (Megatron Bridge)",
        "megatron_bridge_performance.csv",
        {"release", "task", "model", "system", "gbs", "mbs", "vp", "ep", "tokens_per_s_per_gpu"},
        {},
        each_row<score_megatron_bridge>};
}

}  // namespace clustersim
