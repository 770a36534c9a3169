// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/framework.hpp"
#include "models/application/plan.hpp"
#include "models/application/transformer.hpp"
#include "sim/core/quantity.hpp"

namespace clustersim {

/// Micro-batches whose activations the stage of that rank, counted from the first, keeps for backward passes, in
/// units of whole stages.
double in_flight_of(Plan const& plan, int rank);

/// Bytes that a stage of `layers` layers keeps for `in_flight` micro-batches.
Bytes kept_activations(Transformer const& model,
                       Plan const& plan,
                       Framework const& framework,
                       double layers,
                       double in_flight);

/// Bytes in addition to them while the backward pass of one layer runs: the layer's gradients, and
/// what recomputation restores.
Bytes layer_work(Transformer const& model, Plan const& plan, Framework const& framework);

/// Bytes in addition to them while the loss of a micro-batch and its gradient are computed.
Bytes loss_work(Transformer const& model, Plan const& plan, Framework const& framework);

}  // namespace clustersim
