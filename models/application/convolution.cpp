// SPDX-License-Identifier: Apache-2.0
//
// Time of a convolution's implicit product on u multiprocessors.
//
// Equation. Few tiles of a x b for all shapes, in whole waves; if they leave half of the multiprocessors without work, the
// depth k is split into s <= 8 parts. Images are read again and again, so that all traffic overlaps:
//   t_c = ceil(m/a n/b / u) x 2 a b (k/s) u / (e R)      least over the tiles, e = 0.943, and 0.8 of it for 64 x 128
// On vector units tiles are small and many run at a time on each multiprocessor: no whole waves, e = 1.
//   t   = launch + sqrt(t_c^2 + t_m^2),  t_m = bytes / memory bandwidth
// Source. The same as for products (product.cpp). Libraries of convolutions choose their kernels by rules from a short list,
// where those of products have one for every shape: with the tiles and splits of products, ResNet-50 on V100, A100 and H100 is
// 14 % too fast (workloads/measurements/mlperf_training_ttt.csv).
// Domain. Convolutions without groups in cuDNN of 2018 to 2024.
#include "models/application/convolution.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace clustersim {
namespace {

struct ConvTile {
    double rows, columns;
    double share;  ///< of the rate of matrix units: smaller tiles load more per product
};
constexpr std::array conv_tiles{ConvTile{256.0, 128.0, 1.0},
                                ConvTile{128.0, 256.0, 1.0},
                                ConvTile{128.0, 128.0, 1.0},
                                ConvTile{64.0, 128.0, 0.8},
                                ConvTile{128.0, 64.0, 0.8}};
constexpr double most_splits = 8.0;
/// Rate of long sums of random numbers over the best shape's rate: the device's power limit.
constexpr double sustained_convolutions = 0.943;

}  // namespace

Duration implicit_product_time(Product const& product, Bytes traffic, Roofline const& roofline) {
    if (product.rows <= 0.0 || product.columns <= 0.0 || product.copies <= 0.0) return {};
    double const units = roofline.units;
    double const share =
        roofline.matrix_unit ? sustained_convolutions * aligned_share(product) : 1.0;
    double const rate = roofline.matrix.si() * share / units;
    double best = 1e300;
    for (ConvTile const& tile : conv_tiles) {
        // Vector units compute so slowly that loads keep up even for small tiles.
        double const of_tile = roofline.matrix_unit ? tile.share : 1.0;
        double const count = product.copies * std::ceil(product.rows / tile.rows) *
                             std::ceil(product.columns / tile.columns);
        double const one = 2.0 * tile.rows * tile.columns * product.depth / (rate * of_tile);
        double time = waves_of(count, false, roofline) * one;
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
