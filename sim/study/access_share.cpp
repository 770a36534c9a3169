// SPDX-License-Identifier: Apache-2.0
#include "sim/study/access_share.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace clustersim {
namespace {

template <class Hours>
AccessShare share_of(AccessMode const& mode,
                     std::optional<Hours> const& least,
                     std::optional<Hours> const& most,
                     Hours need) {
    AccessShare out{&mode, std::nullopt, false, false};
    if (most) {
        out.share = need.value / most->value;
        out.too_much = need.value > most->value;
    }
    out.too_little = least && need.value < least->value;
    return out;
}

/// Orders modes by their largest grants, those without an upper end last, then by their smallest.
std::pair<double, double> size_of(AccessShare const& one) {
    constexpr double endless = std::numeric_limits<double>::infinity();
    AccessMode const& mode = *one.mode;
    if (is_sized_by_gpu(mode))
        return {mode.maximum_gpu_hours ? mode.maximum_gpu_hours->value : endless,
                mode.minimum_gpu_hours ? mode.minimum_gpu_hours->value : 0.0};
    return {mode.maximum ? mode.maximum->value : endless, mode.minimum ? mode.minimum->value : 0.0};
}

std::optional<AccessShare> smallest(std::span<AccessShare const> shares, auto&& fits) {
    std::optional<AccessShare> found;
    for (AccessShare const& one : shares) {
        if (!one.mode->is_for_production() || !fits(one)) continue;
        if (!found || size_of(one) < size_of(*found)) found = one;
    }
    return found;
}

}  // namespace

GpuHours granted_gpu_hours(double device_hours, double billed, std::string_view bill_unit) {
    return GpuHours{bill_unit == "GPU-h" ? billed : device_hours};
}

bool is_sized_by_gpu(AccessMode const& mode) {
    return mode.minimum_gpu_hours || mode.maximum_gpu_hours;
}

std::vector<AccessShare>
access_shares(std::span<AccessMode const> modes, NodeHours node_hours, GpuHours gpu_hours) {
    std::vector<AccessShare> out;
    for (AccessMode const& mode : modes)
        out.push_back(
            is_sized_by_gpu(mode)
                ? share_of(mode, mode.minimum_gpu_hours, mode.maximum_gpu_hours, gpu_hours)
                : share_of(mode, mode.minimum, mode.maximum, node_hours));
    return out;
}

std::optional<AccessShare> smallest_access(std::span<AccessShare const> shares) {
    if (auto const fitting = smallest(shares, [](AccessShare const& one) { return one.carries(); }))
        return fitting;
    return smallest(shares, [](AccessShare const& one) { return !one.too_much; });
}

}  // namespace clustersim
