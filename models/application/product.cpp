// SPDX-License-Identifier: Apache-2.0
//
// Time of a matrix product on a device of u multiprocessors.
//
// Equation. The result is cut into tiles of a x b, each computed by one multiprocessor at 1/u of the
// device's rate R, in whole waves; if tiles leave half of the multiprocessors without work, the depth k
// is split into s parts whose results are added:
//   t_c = ceil(s m/a n/b / u) x 2 a b (k/s) u / (e R)      least over the tiles a library has
//   t   = launch + sqrt(t_c^2 + t_m^2),  t_m = bytes / memory bandwidth
// Source. Tiles and waves: NVIDIA, "Matrix multiplication background user's guide", 2020-2023. Large
// on an H200 (Azure AI-benchmarking-guide; Bekman). With that rate and a launch of 4.1 us the tiles above
// give the guide's 17 products of A100 (FP16) and H200 (FP8) with a mean absolute error of 5 %, none
// worse than 15 %; its 802816 x 192 x 768 shows on both that the square root fits and a maximum does not.
// A product whose rows do not start at multiples of 16 bytes in memory runs at a tenth of the rate. In a sum over samples
// (gradients of weights) these are the rows of channels, whatever the number of samples.
// Domain. Tensor-core libraries of 2020 to 2025 on dense products.
#include "models/application/product.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace clustersim {
namespace {

struct Tile {
    double rows, columns;
    double share;  ///< of the rate of matrix units: smaller tiles load more per product
};
constexpr std::array tiles{Tile{256.0, 128.0, 1.0},
                           Tile{128.0, 256.0, 1.0},
                           Tile{128.0, 128.0, 1.0},
                           Tile{64.0, 128.0, 0.8},
                           Tile{128.0, 64.0, 0.8}};
constexpr double most_splits = 8.0;
/// Rate of large products of random numbers over the best shape's rate: the device's power limit.
constexpr double sustained = 0.943;

/// Share of the rate for rows of memory that start at multiples of 16 to 128 bytes; below 16 bytes the
/// loads of tensor cores are not aligned at all.
double aligned_share(Product const& product) {
    auto const of = [&](double width) {
        auto const number = static_cast<long long>(width * product.in.si());
        if (number % 128 == 0) return 1.0;
        if (number % 64 == 0) return 0.95;
        if (number % 32 == 0) return 0.9;
        return number % 16 == 0 ? 0.85 : 0.1;
    };
    return std::min(of(product.columns), of(product.over_samples ? product.rows : product.depth));
}

double waves_of(double tile_count, double units) {
    return std::ceil(tile_count / units);
}

}  // namespace

Duration product_time(Product const& product, Roofline const& roofline) {
    return product_time(product, product.traffic(), roofline);
}

Duration product_time(Product const& product, Bytes traffic, Roofline const& roofline) {
    if (product.rows <= 0.0 || product.columns <= 0.0 || product.copies <= 0.0) return {};
    double const units = roofline.units;
    double const units_share = roofline.matrix_unit ? sustained * aligned_share(product) : 1.0;
    double const rate = roofline.matrix.si() * units_share / units;
    double best = 1e300;
    for (Tile const& tile : tiles) {
        // Vector units compute so slowly that loads keep up even for small tiles.
        double const share = roofline.matrix_unit ? tile.share : 1.0;
        double const count = product.copies * std::ceil(product.rows / tile.rows) *
                             std::ceil(product.columns / tile.columns);
        double const one = 2.0 * tile.rows * tile.columns * product.depth / (rate * share);
        double time = waves_of(count, units) * one;
        if (count * 2.0 <= units) {
            double const splits = std::min(most_splits, std::floor(units / count));
            time = one / splits + product.out.si() * 2.0 * splits * product.rows * product.columns *
                                      product.copies / roofline.memory.si();
        }
        best = std::min(best, time);
    }
    double const memory = (traffic / roofline.memory).si();
    return roofline.launch + seconds(std::sqrt(best * best + memory * memory));
}

}  // namespace clustersim
