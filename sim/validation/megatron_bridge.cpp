// SPDX-License-Identifier: Apache-2.0
//
// Pre-training of dense and sparse models on H100, B200 and GB200 (NVIDIA Megatron Bridge, performance summary).
// The model cell names one of the shapes below, from their config.json. Left out, with the reason: models with latent
// attention or state-space layers, FP4, fine-tuning, dropped tokens.
// Not stated: nothing is recomputed, FlashAttention, the distributed optimizer where FSDP is not on; the embedding and the
// logits take a layer's place each where the layers alone do not fill the stages.
#include "sim/validation/sets.hpp"
#include "sim/validation/training_case.hpp"

#include <algorithm>
#include <array>

namespace clustersim {
namespace {

struct BridgeModel {
    std::string_view name;
    int layers, hidden, heads, kv_heads, head_width, ffn, vocabulary;
    Experts experts;
};

std::array<BridgeModel, 6> bridge_models() {
    return {{{"llama3_8b", 32, 4096, 32, 8, 128, 14336, 128256, {}},
             {"llama3_70b", 80, 8192, 64, 8, 128, 28672, 128256, {}},
             {"llama3.1_405b", 126, 16384, 128, 8, 128, 53248, 128256, {}},
             {"qwen3_30b_a3b", 48, 2048, 32, 4, 128, 6144, 151936, {128, 8, 768, 0, 0}},
             {"qwen3_235b_a22b", 94, 4096, 64, 4, 128, 12288, 151936, {128, 8, 1536, 0, 0}},
             {"gpt oss 120b", 36, 2880, 64, 8, 64, 2880, 201088, {128, 4, 2880, 0, 0}}}};
}

Diagnostic unknown(std::string message) {
    return problem(Code::unknown_name, std::move(message));
}

Result<Application> model_of(MeasuredRow const& row, References const& references) {
    auto const models = bridge_models();
    auto const found = std::ranges::find(models, row.lower("model"), &BridgeModel::name);
    if (found == models.end())
        return failure(unknown("no shape is known for \"" + row.text("model") + "\""));
    auto application = decoder(references,
                               "megatron-core",
                               {found->layers,
                                found->hidden,
                                found->heads,
                                row.whole_or("seq_len", 4096),
                                found->vocabulary},
                               Attention::flash);
    if (!application) return application;
    auto& model = std::get<Transformer>(application->model);
    model.kv_heads = found->kv_heads;
    model.head_width = found->head_width;
    model.ffn = found->ffn;
    model.experts = found->experts;
    model.activation = Activation::swiglu;
    model.norm = Norm::rms;
    model.positions = Positions::rotary;
    model.biases = false;
    model.tied_embeddings = false;
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
    int const layers = std::get<Transformer>(application->model).layers;
    plan->ends_as_layers = layers % plan->pipeline != 0 && (layers + 2) % plan->pipeline == 0;
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
