// SPDX-License-Identifier: Apache-2.0
//
// Training of dense and sparse models on H100 to GB300 (NVIDIA Megatron Bridge, performance summary). The model
// cell names an application. Fine-tuning of all weights is training with packed samples; that by low-rank adapters leaves the
// weights as they are.
// Not stated: nothing is recomputed, attention is the device's own, the distributed optimizer where FSDP is not on; the
// embedding and the logits take a layer's place each where the layers alone do not fill the stages; tensor
// parallelism leaves experts whole (expert tensor parallelism of 1, as the recipes have it); recipes that drop tokens have a
// capacity of 1, padded (training/utils/moe_token_drop.py), so the host need not wait for numbers of tokens; adapters of
// rank 16. Release 25.09 prints no precision, but rates beyond what BF16 gives on H100: FP8.
// What is recorded as CUDA graphs and how tokens travel are those of the recipes (scripts/performance/configs: cuda_graph_impl,
// cuda_graph_scope, moe_flex_dispatcher_backend, moe_token_dispatcher_type, moe_a2a_overlap, moe_router_fusion). Dense models
// record everything. Mixtures record all but the work on routed tokens; nothing in 25.09, on H100 (models with state-space
// layers record these), DeepSeek on B200, Qwen 235B on B200 and B300, GPT OSS in 26.02 to 26.04 but for GB300 and B300. From 26.06 on
// Blackwell records whole steps and experts' traffic runs beside other micro-batches, but for models with state-space layers.
// Qwen 235B off Grace and GPT OSS before 26.06 send each copy of a token by an all-to-all, GPT OSS not on B300 with experts in a
// node; Qwen 235B on H100 overlaps it with other micro-batches. From 26.06 on the experts of GPT OSS are one kernel, clamps
// included (cutedsl_fused_grouped_mlp). Models with state-space layers do not fuse the router (recipes/nemotronh). The host of a GB200 takes 37 us for a map that takes 13.5 us on a DGX H100 (NVIDIA
// Transformer Engine, issue 2053, 2025).
#include "models/application/stages.hpp"
#include "sim/commands/validate/sets.hpp"
#include "sim/commands/validate/training_case.hpp"

#include <algorithm>

namespace clustersim {
namespace {

constexpr int adapter_rank = 16;
constexpr double graphs_release = 25.10;
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

bool runs_on(MeasuredRow const& row, std::string_view device) {
    return contains(row.lower("system"), device);
}

bool is_late(MeasuredRow const& row, Transformer const& model) {
    return release_of(row) >= overlapped_release && !runs_on(row, "h100") &&
           model.state_space.layers == 0;
}

bool is_large_qwen(MeasuredRow const& row) {
    return contains(row.lower("model"), "qwen3_235b");
}

bool records_nothing(MeasuredRow const& row, Transformer const& model) {
    if (model.experts.count == 0 || is_late(row, model)) return false;
    double const release = release_of(row);
    if (release < graphs_release) return true;
    if (model.experts.clamped)
        return !runs_on(row, "b300") && (release >= eager_release || runs_on(row, "h100"));
    if (runs_on(row, "h100")) return model.state_space.layers == 0;
    bool const grace = runs_on(row, "-gb");
    return !grace && (is_large_qwen(row) ||
                      (runs_on(row, "b200") && contains(row.lower("model"), "deepseek")));
}

HostSettings settings_of(MeasuredRow const& row, Transformer const& model) {
    HostSettings settings;
    if (records_nothing(row, model)) settings.graphs = Graphs::none;
    bool const in_a_node = runs_on(row, "-b300") && row.number("ep").value_or(0.0) <= 8.0;
    bool const copies = model.experts.clamped ? release_of(row) < overlapped_release && !in_a_node
                                              : is_large_qwen(row) && !runs_on(row, "-gb");
    if (copies) settings.dispatch = Dispatch::alltoall;
    if (model.state_space.layers > 0) settings.router = ExpertRouter::separate;
    return settings;
}

/// The software of a release for a model on a machine.
Result<Framework>
framework_of(MeasuredRow const& row, Transformer const& model, References const& references) {
    auto const overlapped = references.framework("megatron-core-2026");
    if (!overlapped || is_late(row, model)) return overlapped;
    auto framework = references.framework("megatron-core-2025");
    if (!framework) return framework;
    if (runs_on(row, "gb200")) framework->host_per_kernel *= grace_host;
    if (is_large_qwen(row) && runs_on(row, "h100"))
        framework->expert_overlap = overlapped->expert_overlap;
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
    plan->host = settings_of(row, model);
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
