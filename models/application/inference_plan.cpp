// SPDX-License-Identifier: Apache-2.0
#include "models/application/inference_plan.hpp"

#include "sim/core/enum_names.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {

double Speculation::per_pass() const {
    if (tokens == 0) return 1.0;
    if (accepted >= 1.0) return 1.0 + tokens;
    return (1.0 - std::pow(accepted, tokens + 1)) / (1.0 - accepted);
}

int InferencePlan::passes() const {
    return std::max(1, static_cast<int>(std::lround(output / speculation.per_pass())));
}

std::string_view weights_name(InferencePlan const& plan) {
    if (!plan.weights_asked.empty()) return plan.weights_asked;
    return plan.weights == WeightFormat::plain ? name_of(plan.precision) : enum_name(plan.weights);
}

Bytes served_number(Precision precision) {
    return std::max(bytes(2), size_of(precision));
}

bool formats_all(Transformer const& model, InferencePlan const& plan) {
    return plan.weights == WeightFormat::plain || model.experts.count == 0 ||
           bits_of(plan.weights).number >= 8.0;
}

Bytes expert_weight(InferencePlan const& plan) {
    return plan.weights == WeightFormat::plain ? size_of(plan.precision)
                                               : bits_of(plan.weights).size();
}

Bytes dense_weight(Transformer const& model, InferencePlan const& plan) {
    return formats_all(model, plan) ? expert_weight(plan) : bytes(2);
}

Bytes cache_per_token(Transformer const& model, InferencePlan const& plan) {
    double const layers = model.layers * model.attention_share();
    Bytes const number = size_of(plan.cache);
    if (model.latent)  // all heads share it, so every device has all of it
        return number * (layers * (model.latent->keys + model.latent->rotary));
    double const head = model.key_width() / model.kv_heads;
    double const heads = std::max(1.0, static_cast<double>(model.kv_heads) / plan.tensor);
    return number * (layers * heads * 2.0 * head);
}

}  // namespace clustersim
