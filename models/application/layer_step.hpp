// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/paced.hpp"
#include "models/application/step_parts.hpp"

namespace clustersim {

/// One micro-batch in one layer, with the waiting times of the device.
struct LayerStep {
    Paced forward;
    Paced backward;     ///< with recomputation
    Paced again;        ///< the recomputation alone
    Duration tensor{};  ///< exposed, both passes
    Duration context{};
    Duration expert{};

    [[nodiscard]] Duration waits() const { return tensor + context + expert; }
};

LayerStep layer_step(Transformer const& model,
                     Plan const& plan,
                     StepContext const& context,
                     StepParts const& parts);

/// Traffic that remains exposed if it runs during `window` of kernels.
Duration left_of(Duration traffic, Duration window, double cost);

}  // namespace clustersim
