// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/model/range_sources.hpp"

#include "sim/core/human.hpp"

#include <fmt/format.h>

namespace clustersim {

std::string range_sources(std::span<StepPoint const> points) {
    constexpr double visible = 0.01;
    std::string out = "From low to high (docs/uncertainty.md), in quadrature:\n";
    for (StepPoint const& p : points) {
        std::string sources;
        for (SpreadShare const& share : p.spread) {
            if (share.half < visible) continue;
            sources += fmt::format("{}±{} {}{}",
                                   sources.empty() ? "" : ", ",
                                   human_percent(share.half),
                                   share.source,
                                   share.confidence.empty() ? "" : " (" + share.confidence + ")");
        }
        int const nodes = p.point.nodes;
        out += fmt::format("  {} {}: {}\n",
                           nodes,
                           nodes == 1 ? "node" : "nodes",
                           sources.empty() ? "each below 1 %" : sources);
    }
    return out;
}

}  // namespace clustersim
