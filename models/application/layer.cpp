// SPDX-License-Identifier: Apache-2.0
#include "models/application/layer.hpp"

#include <algorithm>

namespace clustersim {

Precision Layer::rest() const {
    Precision const precision = plan.precision;
    bool const narrow_plan = precision == Precision::fp8 || precision == Precision::fp4;
    return narrow_plan ? Precision::bf16 : precision;
}

void note(Layer const& layer, Kernel const& kernel) {
    if (layer.noted != nullptr && std::ranges::find(*layer.noted, kernel) == layer.noted->end())
        layer.noted->push_back(kernel);
}

Bytes moved_by(Layer const& layer, double numbers_per_token) {
    return layer.number * (layer.tokens * numbers_per_token);
}

KernelTime elementwise_kernels(Layer const& layer, double numbers_per_token, double kernels) {
    if (layer.noted != nullptr && kernels > 0.0)
        note(layer,
             {.kind = KernelKind::stream,
              .precision = layer.rest(),
              .moved = moved_by(layer, numbers_per_token / kernels)});
    return {stream(layer, numbers_per_token) + kernels * layer.ceilings.rest.launch,
            kernels,
            {},
            moved_by(layer, numbers_per_token)};
}

Duration stream(Layer const& layer, double numbers_per_token) {
    return layer.number * (layer.tokens * numbers_per_token) / layer.ceilings.rest.memory;
}

}  // namespace clustersim
