// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/layer.hpp"
#include "models/application/product.hpp"

namespace clustersim {

/// One matrix product.
KernelTime product_kernel(Product const& product, Roofline const& roofline);

/// A linear map: its product; in the backward pass the products for its input and for its weights.
Both linear(Layer const& layer, double tokens, double columns, double depth, double copies = 1.0);

/// The element-wise part of a feed-forward block of total `width`, over `tokens`; then the whole block.
Both activation(Layer const& layer, double tokens, double width);
Both feed_forward(Layer const& layer, double tokens, double width);

}  // namespace clustersim
