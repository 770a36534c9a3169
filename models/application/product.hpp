// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/roofline.hpp"
#include "sim/core/quantity.hpp"

namespace clustersim {

/// Matrix products of one shape that run as one kernel: rows x depth times depth x columns.
struct Product {
    double rows = 0.0;
    double columns = 0.0;
    double depth = 0.0;
    double copies = 1.0;
    Bytes in{};   ///< of one number of the factors
    Bytes out{};  ///< of one number of the result, for all reads and writes of it
    /// A sum over samples, as for gradients of weights: numbers of a row, and of a column, are neighbours in memory. Else
    /// those along the depth, and of a row of the second factor, are.
    bool over_samples = false;

    [[nodiscard]] Flop flop() const {
        return clustersim::flop(2.0 * copies * rows * columns * depth);
    }
    [[nodiscard]] Bytes traffic() const {
        return copies * (in * (rows * depth + depth * columns) + out * (rows * columns));
    }
};

/// Time of the kernel at the roofline's ceilings, including losses from partly filled tiles and idle
/// multiprocessors. Zero for a product without numbers.
Duration product_time(Product const& product, Roofline const& roofline);
/// The same if the memory traffic is not that of whole factors, as for a convolution.
Duration product_time(Product const& product, Bytes traffic, Roofline const& roofline);

}  // namespace clustersim
