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
    Bytes added{};  ///< of `out`, what is read because the product is added to it

    [[nodiscard]] Flop flop() const {
        return clustersim::flop(2.0 * copies * rows * columns * depth);
    }
    [[nodiscard]] Bytes traffic() const {
        return copies * (in * (rows * depth + depth * columns) + out * (rows * columns));
    }
};

/// Share of the rate of matrix units for rows of memory that start at multiples of 16 to 128 bytes; below 16 bytes their
/// loads are not aligned at all.
double aligned_share(Product const& product);

/// Tiles that a multiprocessor computes one after the other until all are done: whole waves, unless blocks take the next tile at
/// once (`flowing`). Vector units compute many small tiles at a time, so that no waves are seen.
double waves_of(double tiles, bool flowing, Roofline const& roofline);

/// Time of the kernel at the roofline's ceilings, including losses from partly filled tiles, idle
/// multiprocessors and loads of small tiles. Zero for a product without numbers.
Duration product_time(Product const& product, Roofline const& roofline);
/// The same with other traffic than that of whole factors and their result, as if caches hold some of them.
Duration product_time(Product const& product, Bytes read, Bytes written, Roofline const& roofline);

}  // namespace clustersim
