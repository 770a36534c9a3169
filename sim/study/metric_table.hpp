// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/metric.hpp"

#include <span>
#include <string_view>

namespace clustersim {

/// Every metric, in the order of the columns.
std::span<Metric const> metrics();

/// The metric of that name; null if there is none.
Metric const* find_metric(std::string_view name);

/// The metric of a name in the program's own code; it must exist.
Metric const& metric_named(std::string_view name);

}  // namespace clustersim
