// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/html/report_page.hpp"
#include "sim/study/replay_summary.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// A replayed trace: its summary, and the runs of its jobs in any order, of sizes in the unit.
struct ReplayedQueue {
    ReplaySummary summary;
    std::string unit;                   ///< "processors", "CPUs"
    std::vector<std::string> settings;  ///< changes of the policy
    Past runs;
};

/// The report of `replay`: its summary, the picture of the queue, use and queue length over time, waits by size.
ReportPage replay_page(ReplayedQueue replayed);

}  // namespace clustersim
