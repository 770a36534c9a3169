// SPDX-License-Identifier: Apache-2.0
#include "sim/report/bars.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace clustersim {
namespace {

constexpr std::array<std::string_view, 9> left_blocks{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};
constexpr std::array<std::string_view, 9> lower_blocks{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr std::array<std::string_view, 9> ascii_levels{" ", "_", ".", "-", "=", "+", "*", "%", "#"};

/// The share in steps of 1 / `steps`, from 0 to all; no share, such as 0 of 0, is 0.
std::size_t steps_of(double share, std::size_t steps) {
    if (!(share > 0.0)) return 0;
    return static_cast<std::size_t>(
        std::llround(std::min(share, 1.0) * static_cast<double>(steps)));
}

}  // namespace

std::string bar(double share, std::size_t width, bool utf8) {
    if (!utf8) return std::string(steps_of(share, width), '#');
    std::size_t const eighths = steps_of(share, 8 * width);
    std::string out;
    for (std::size_t i = 0; i < eighths / 8; ++i) out += left_blocks.back();
    return out.append(left_blocks.at(eighths % 8));
}

std::string sparkline(std::span<double const> values, double top, bool utf8) {
    auto const& levels = utf8 ? lower_blocks : ascii_levels;
    std::string out;
    for (double const value : values) {
        std::size_t const least = value > 0.0 ? 1 : 0;
        out += levels.at(std::max(least, steps_of(value / top, levels.size() - 1)));
    }
    return out;
}

}  // namespace clustersim
