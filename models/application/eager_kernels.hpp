// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/framework.hpp"
#include "models/application/layer.hpp"
#include "models/application/plan.hpp"
#include "models/application/transformer.hpp"
#include "sim/core/quantity.hpp"

namespace clustersim {

/// Whether a device holds its weights in FP32 and casts them for each pass, as autocast does. Software that splits states
/// gathers weights in half precision instead; frozen weights are in half precision, too.
bool casts_weights(Plan const& plan, Framework const& framework);

/// A norm of all tokens. This function and those below describe a device's layer in eager software;
/// eager_kernels.cpp has their equations.
Both eager_norm(Layer const& layer);

/// Norms, residual sums, and casts of what the maps after the norms read; gradients of what several maps read are added.
Both eager_norms_and_sums(Layer const& layer);

/// The element-wise part of a feed-forward block of total `width`, over `tokens`.
Both eager_activation(Layer const& layer, double tokens, double width);

/// Rotary positions of queries and keys.
Both eager_rotation(Layer const& layer);

/// Weights are cast before a pass, and their gradients after it; a bias of each `columns` is cast, too.
Both eager_weight_casts(Layer const& layer, double numbers);

/// Maps that read the same numbers: queries, keys and values apart, or joined.
double joint_maps(Transformer const& model);

/// Bytes kept for the backward pass, for each number: around one norm of the width and `maps` maps after it; of the inner
/// width of a feed-forward block; of the scores of attention that is not fused.
double eager_kept_by_norm(Transformer const& model, double maps, bool wide);
double eager_kept_inside(Transformer const& model, bool wide);
inline constexpr double eager_kept_score = 6.0;

}  // namespace clustersim
