// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/html/report_page.hpp"
#include "sim/study/sweep/stored_sweep.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace clustersim {

/// The metrics that a page of a sweep is made from, in the order in which it expects them in StoredSweep.
std::span<std::string_view const> metrics_of_sweep_page();

/// Rows of each table of the page; the rest is in the sweep's own file.
constexpr std::size_t most_sweep_rows = 500;

/// The report of a sweep: the best points, the answers of each, the metrics over the swept keys, points that the machine
/// cannot do, and what the answers were computed from.
ReportPage sweep_page(StoredSweep const& sweep);

}  // namespace clustersim
