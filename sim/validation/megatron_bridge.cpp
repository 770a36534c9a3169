// SPDX-License-Identifier: Apache-2.0
//
// Pre-training of dense and sparse models on H100, B200 and GB200 (NVIDIA Megatron Bridge, performance summary).
// The model cell names an application. Left out, with the reason: FP4, fine-tuning.
// Not stated: nothing is recomputed, FlashAttention, the distributed optimizer where FSDP is not on; the embedding and the
// logits take a layer's place each where the layers alone do not fill the stages; tensor parallelism leaves experts whole
// (expert tensor parallelism of 1, as the recipes have it); tokens that are dropped leave experts balanced, as they are here.
#include "models/application/stages.hpp"
#include "sim/validation/sets.hpp"
#include "sim/validation/training_case.hpp"

#include <algorithm>

namespace clustersim {
namespace {

Diagnostic unknown(std::string message) {
    return problem(Code::unknown_name, std::move(message));
}

Result<Application> model_of(MeasuredRow const& row, References const& references) {
    auto application = references.application_known_as(row.text("model"));
    if (!application) return application;
    auto* const model = std::get_if<Transformer>(&application->model);
    if (model == nullptr) return failure(unknown(row.text("model") + " is no language model"));
    model->sequence = row.whole_or("seq_len", 4096);
    return application;
}

Result<TrainingCase> case_of(MeasuredRow const& row, References const& references) {
    if (row.lower("task").find("pre-training") == std::string::npos)
        return failure(unknown("fine-tuning is not modelled"));
    std::string stated = row.text("precision");
    std::ranges::replace(stated, '(', ' ');
    if (row.lower("precision").find("fp4") != std::string::npos)
        return failure(unknown("FP4 is not modelled"));
    auto application = model_of(row, references);
    if (!application) return failure(application.error());
    auto platform = references.platform(row.text("system"));
    if (!platform) return failure(platform.error());
    auto const precision = precision_of(stated);
    if (!precision) return failure(unknown("the precision is not stated"));
    auto plan = plan_of_columns(row, *precision);
    if (!plan) return failure(plan.error());
    plan->sharding =
        row.number("fsdp").value_or(0.0) > 1.0 ? Sharding::parameters : Sharding::optimizer;
    plan->sequence_parallel = plan->tensor > 1;
    auto const& model = std::get<Transformer>(application->model);
    fill_stages(model, *plan);
    plan->tensor_experts = model.experts.count == 0;
    return TrainingCase{std::move(*application), std::move(*platform), *plan};
}

std::vector<ValidationPoint> score(MeasuredTable const& table, References const& references) {
    return score_rows(table, [&](MeasuredRow const& row) {
        return score_case(
            row, case_of(row, references), {tokens_per_device(row.number("tokens_per_s_per_gpu"))});
    });
}

}  // namespace

ValidationSet megatron_bridge_set() {
    return {
        "megatron-bridge",
        "Llama 3, Qwen 3 and GPT OSS on H100 to GB300 (Megatron Bridge)",
        "validation/megatron_bridge_performance.csv",
        {"release", "task", "model", "system", "gbs", "mbs", "vp", "ep", "tokens_per_s_per_gpu"},
        {},
        score};
}

}  // namespace clustersim
