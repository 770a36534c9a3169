// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

namespace clustersim::wasm {

/// Two numbers whose sum is exact.
struct ExactPair {
    double high;
    double low;
};

inline ExactPair exact_sum(double a, double b) {
    double const sum = a + b;
    double const of_b = sum - a;
    return {sum, (a - (sum - of_b)) + (b - of_b)};
}

inline ExactPair exact_product(double a, double b) {
    // Halves of 26 bits, whose products are exact (Veltkamp, Dekker).
    constexpr double split = 0x1p27 + 1.0;
    double const scaled_a = split * a;
    double const scaled_b = split * b;
    double const high_a = scaled_a - (scaled_a - a);
    double const high_b = scaled_b - (scaled_b - b);
    double const low_a = a - high_a;
    double const low_b = b - high_b;
    double const product = a * b;
    return {product,
            ((high_a * high_b - product) + high_a * low_b + low_a * high_b) + low_a * low_b};
}

/// The sum, rounded to an odd last bit where it is not exact.
inline double odd_sum(double a, double b) {
    auto const [sum, rest] = exact_sum(a, b);
    if (rest == 0.0) return sum;
    std::uint64_t bits = 0;
    std::memcpy(&bits, &sum, sizeof bits);
    if ((bits & 1U) == 0U) bits += (rest > 0.0) == (sum > 0.0) ? 1 : std::uint64_t(-1);
    double odd = 0.0;
    std::memcpy(&odd, &bits, sizeof odd);
    return odd;
}

/// a b + c, rounded once. WebAssembly has no instruction for it. Numbers far from overflow and underflow go the quick way of
/// S. Boldo and G. Melquiond, Emulation of FMA and correctly rounded sums, IEEE Trans. Computers 57 (2008),
/// doi:10.1109/TC.2007.70819; the others go that of the C library.
inline double fused(double a, double b, double c) {
    constexpr double large = 0x1p900;
    constexpr double small = 0x1p-900;
    double const size = std::abs(a * b);
    if (!(size > small && size < large && std::abs(a) < large && std::abs(b) < large &&
          std::abs(c) < large))
        return std::fma(a, b, c);
    auto const [high, low] = exact_product(a, b);
    auto const [middle, lowest] = exact_sum(c, low);
    auto const [highest, rest] = exact_sum(high, middle);
    return highest + odd_sum(lowest, rest);
}

}  // namespace clustersim::wasm
