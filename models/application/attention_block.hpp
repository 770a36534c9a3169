// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/framework.hpp"
#include "models/application/kernel_time.hpp"
#include "models/application/plan.hpp"
#include "models/application/roofline.hpp"
#include "sim/core/quantity.hpp"

namespace clustersim {

/// A transformer block among convolutions, whose tokens are the pixels of a feature map; or a layer of a text encoder.
/// Linear maps and norms have biases, the maps to queries, keys and values only if `biased`.
struct AttentionBlock {
    int tokens = 1;
    int width = 1;
    int head_width = 64;
    int context_tokens = 0;  ///< of the text that a cross attention sees; 0: there is none
    int context_width = 0;
    int ffn = 0;          ///< inner width of the feed-forward block; 0: there is none
    bool gated = false;   ///< GEGLU, else GELU
    bool biased = false;  ///< queries, keys and values
    bool mapped = false;  ///< a norm and a linear map before the block, and one and a sum after it
    double repeat = 1.0;  ///< identical blocks
};

double parameters(AttentionBlock const& block);
/// Tensors of weights, biases and norms.
double tensors(AttentionBlock const& block);
/// Multiply-accumulates of one sample, forward, with those of scores and values.
double multiply_accumulates(AttentionBlock const& block);
/// Numbers of one sample that the backward pass needs, if scores are not kept.
double kept_elements(AttentionBlock const& block);

/// The kernels of one of the block's `repeat` copies, for a micro-batch of the plan on one device.
Both block_time(AttentionBlock const& block,
                Plan const& plan,
                DeviceCeilings const& ceilings,
                Framework const& framework);

}  // namespace clustersim
