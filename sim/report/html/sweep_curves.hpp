// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/html/report_page.hpp"
#include "sim/report/html/sweep_axes.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace clustersim {

/// A metric in the report of a sweep.
struct SweptMetric {
    std::string_view name;   ///< in files
    std::string_view title;  ///< "Wait"
    std::string_view unit;   ///< of a chart's axis; empty: that of the site
};

/// Values of all curves of a page together. With more, the file would be too large to send, and nobody looks through
/// thousands of curves: the rest is in the sweep's own file.
constexpr std::size_t most_curve_values = 20'000;

/// Adds a section for each swept key whose values are numbers: the metrics over it, with their ranges. One other key has
/// a line for each of its values, and a choice shows the rest. Metrics that no line changes are named, not drawn.
void add_sweep_curves(ReportPage& page,
                      StoredSweep const& sweep,
                      SweepCells const& grid,
                      std::span<SweptMetric const> metrics);

}  // namespace clustersim
