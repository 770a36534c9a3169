// SPDX-License-Identifier: Apache-2.0
#include "models/application/inference_plan.hpp"

#include <algorithm>

namespace clustersim {

Bytes served_number(Precision precision) {
    return std::max(bytes(2), size_of(precision));
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
