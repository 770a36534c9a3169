// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/product.hpp"

namespace clustersim {

/// Time of the kernel of a convolution that computes the product implicitly and moves `traffic`. Zero for a product without
/// numbers.
Duration implicit_product_time(Product const& product, Bytes traffic, Roofline const& roofline);

}  // namespace clustersim
