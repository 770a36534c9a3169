// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/cnn.hpp"
#include "models/application/layer_time.hpp"
#include "models/application/paced.hpp"
#include "models/application/step_context.hpp"

#include <vector>

namespace clustersim {

/// The two passes of a micro-batch through a network of convolutions and attention.
struct NetworkTime {
    Paced forward;  ///< with encoders that are not trained
    Paced backward;
};

/// The kernels of a micro-batch by their kind, with encoders that are not trained; without the pace of the host.
std::vector<LayerPart>
network_parts(Cnn const& model, Plan const& plan, StepContext const& context);

NetworkTime network_time(Cnn const& model, Plan const& plan, StepContext const& context);

}  // namespace clustersim
