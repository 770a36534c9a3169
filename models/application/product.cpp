// SPDX-License-Identifier: Apache-2.0
//
// Time of a matrix product on a device of u multiprocessors.
//
// Equation. The result is cut into N tiles of a x b, each computed by one multiprocessor at 1/u of the device's rate R less
// the loads of its factors, which grow as 1/a + 1/b:
//   t_tile = 2 a b k u / (e R) x l(a, b) / l(128, 256),  l(a, b) = sqrt(1 + (36 (1/a + 1/b))^2)
// Matrix units of up to 6 TFLOP/s in 16 bits on a multiprocessor are fed from registers (V100, A100, L40S, MI300X): a block
// loads, computes and stores one tile and ends, so that tiles run in whole waves. Faster ones read shared memory and run on
// their own (H100, B200): blocks stay, take tiles of many shapes, and load and store others meanwhile.
//   from registers  t_c = ceil(N/u) (t_tile + 1.25 us)
//   on their own    t_c = max(1, N/u) t_tile
// Vector units compute many small tiles at a time on each multiprocessor, so that no whole waves are seen, either.
// If N <= u/2, the depth k can be split into s <= u/N parts of at least 64, whose partial results in FP32 are written, read
// and added:
//   t_c = t_tile / s + 2.8 us + 0.3 s x 8 m n / memory bandwidth      (+ 1.25 us as above)
// The tile and the split are those of the least t_c. With t_r, t_w the times to read the factors and to write the result:
//   t = launch + ((t_c^2 + t_r^2)^(1.25/2) + t_w^1.25)^(1/1.25)
// Source. Tiles, waves and splits: NVIDIA, "Matrix multiplication background user's guide", 2020-2023; blocks that stay:
// NVIDIA, CUTLASS 3, "Efficient GEMM in CUDA". The five constants are fitted to 3,000 of 44,940 products of A100 and H100 in
// BF16 (ai-dynamo/aiconfigurator, 095f58a5, Apache-2.0); docs/kernels.md has the errors on these, on B200, L40S, FP8 and FP4.
// e: training's products of random numbers run at the best rate from registers, and at 0.96 of it where units run on their
// own, because the device's power limit lowers its clock. The short bursts of those tables run at 1.04.
// A product whose rows do not start at multiples of 16 bytes in memory runs at a tenth of the rate. In a sum over samples
// (gradients of weights) these are the rows of channels, whatever the number of samples.
// Domain. Libraries for matrix units of 2020 to 2026 on dense products of factors that are not in caches.
#include "models/application/product.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace clustersim {
namespace {

struct Tile {
    double rows, columns;
    double loads;  ///< l(a, b) / l(128, 256)
};
Tile tile_of(double rows, double columns) {
    auto const loads = [](double a, double b) {
        return std::hypot(1.0, 36.0 * (1.0 / a + 1.0 / b));
    };
    return {rows, columns, loads(rows, columns) / loads(128.0, 256.0)};
}
std::array<Tile, 8> const& tiles() {
    static std::array const all{tile_of(128, 256),
                                tile_of(256, 128),
                                tile_of(128, 128),
                                tile_of(64, 128),
                                tile_of(128, 64),
                                tile_of(64, 64),
                                tile_of(32, 64),
                                tile_of(64, 32)};
    return all;
}
constexpr double block_start =
    1.25e-6;  // of a block that ends with its tile: first loads, last stores
constexpr double split_start = 2.8e-6;  // wait for the parts of a split depth
constexpr double split_traffic = 0.3;   // of the partial results, which caches hold in part
constexpr double least_part = 64.0;
constexpr double depth_step = 32.0;
/// FLOP/s of a multiprocessor times bytes of a number, above which units are not fed from registers.
constexpr double register_rate = 2.0 * 6e12;
constexpr double sustained = 0.96;

/// Whether matrix instructions run on their own, on operands in shared memory.
bool runs_alone(Product const& product, Roofline const& roofline) {
    return roofline.matrix_unit &&
           roofline.matrix_peak.si() / roofline.units * product.in.si() > register_rate;
}

/// Time of the arithmetic with the best tile and split.
double arithmetic_time(Product const& product, Roofline const& roofline) {
    double const units = roofline.units;
    bool const alone = runs_alone(product, roofline);
    double const share =
        roofline.matrix_unit ? (alone ? sustained : 1.0) * aligned_share(product) : 1.0;
    double const depth = std::ceil(product.depth / depth_step) * depth_step;
    double const per_number = 2.0 * depth * units / (roofline.matrix.si() * share);
    // One multiprocessor: their number is unknown.
    bool const ends = !alone && roofline.matrix_unit && units > 1.0;
    double const start = ends ? block_start : 0.0;
    double const part = split_traffic * 8.0 * product.rows * product.columns * product.copies /
                        roofline.memory.si();
    double best = 1e300;
    for (Tile const& tile : tiles()) {
        // Vector units compute so slowly that loads keep up even for small tiles.
        double const loads = roofline.matrix_unit ? tile.loads : 1.0;
        double const one = per_number * tile.rows * tile.columns * loads;
        double const count = product.copies * std::ceil(product.rows / tile.rows) *
                             std::ceil(product.columns / tile.columns);
        best = std::min(best, waves_of(count, alone, roofline) * (one + start));
        double const most = std::min(std::floor(units / count), product.depth / least_part);
        if (most < 2.0) continue;
        double const parts = std::clamp(std::sqrt(one / part), 2.0, most);
        best = std::min(best, one / parts + start + split_start + part * parts);
    }
    return best;
}

}  // namespace

double waves_of(double tiles, bool flowing, Roofline const& roofline) {
    double const waves = tiles / roofline.units;
    return flowing || !roofline.matrix_unit ? std::max(1.0, waves) : std::ceil(waves);
}

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

Duration product_time(Product const& product, Roofline const& roofline) {
    Bytes const result =
        product.copies * product.rows * product.columns * (product.out - product.added);
    return product_time(product, product.traffic() - result, result, roofline);
}

Duration product_time(Product const& product, Bytes read, Bytes written, Roofline const& roofline) {
    if (product.rows <= 0.0 || product.columns <= 0.0 || product.copies <= 0.0) return {};
    double const arithmetic = arithmetic_time(product, roofline);
    double const reading = (read / roofline.memory).si();
    double const writing = (written / roofline.memory).si();
    double const before = std::sqrt(arithmetic * arithmetic + reading * reading);
    double const longer = std::max(before, writing);
    double const ratio = std::min(before, writing) / longer;
    return roofline.launch +
           seconds(longer * std::pow(1.0 + ratio * std::sqrt(std::sqrt(ratio)), 1.0 / 1.25));
}

}  // namespace clustersim
